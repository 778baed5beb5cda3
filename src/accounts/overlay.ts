import { isSameName } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { editProfile, removePicture } from './actions.ts'
import { blockReads } from './blocks/overlay.ts'

export const profileReads = [editProfile, removePicture, ...blockReads] as const
type ProfileActions = PendingOf<typeof profileReads>

export function overlayProfile(profile: UserProfile | undefined, pending: ProfileActions): UserProfile | undefined {
  if (!profile) return undefined
  const isOwn = (action: { user: string }) => isSameName(action.user, profile.profile)
  const shown = { ...profile }
  for (const { firstname, lastname, email } of pending.of(editProfile).filter(isOwn)) {
    if (firstname !== undefined) shown.firstname = firstname
    if (lastname !== undefined) shown.lastname = lastname
    if (email !== undefined) shown.email = email
  }
  if (pending.of(removePicture).some(isOwn)) for (const size of PICTURES) shown[size] = ''
  return shown
}

const PICTURES = ['pfpsm', 'pfpmed', 'pfplg', 'pfpxl'] as const
