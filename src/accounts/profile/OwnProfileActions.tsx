import { useState } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { PictureDialog } from '../pictures/PictureDialog.tsx'
import { EditProfileDialog } from './EditProfileDialog.tsx'

/** Actions on the user's own profile, edit and change picture, as a row of buttons. */
export function OwnProfileActions({ profile }: { profile: UserProfile }) {
  const [open, setOpen] = useState<'details' | 'picture'>()
  const close = () => setOpen(undefined)
  const hasPicture = [profile.pfpsm, profile.pfpmed, profile.pfplg, profile.pfpxl].some((url) => url !== '')
  return (
    <>
      <Button block size="s" variant="quiet" onClick={() => setOpen('details')}>
        Edit Profile
      </Button>
      <Button block size="s" variant="quiet" onClick={() => setOpen('picture')}>
        {hasPicture ? 'Picture' : 'Add Picture'}
      </Button>
      {open === 'details' && <EditProfileDialog profile={profile} onClose={close} />}
      {open === 'picture' && <PictureDialog member={profile.profile} hasPicture={hasPicture} onClose={close} />}
    </>
  )
}
