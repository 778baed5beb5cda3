import { useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isSameName } from '#contract/accounts/names.ts'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { MenuButton } from '#src/ui/MenuButton.tsx'

/** Loaded when the menu is opened. */
const dialog = async () => (await import('./BroadcastDialog.tsx')).BroadcastDialog

interface BroadcastMenuProps {
  item: Broadcast
  mayDelete: boolean
  onDelete: () => void
}

/** The button of the menu of a broadcast. Renders nothing for visitors and without an action. */
export function BroadcastMenu({ item, mayDelete, onDelete }: BroadcastMenuProps) {
  const { member } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { user } = item
  const isOwn = member !== null && isSameName(member, user)
  const isMember = !isOwn && user !== 'System' && !isDeletedMember(user)
  if (member === null || !(mayDelete || isMember)) return null
  const close = () => setOpen(false)
  return (
    <>
      <MenuButton
        label={`More about ${isOwn ? 'your broadcast' : `the broadcast by ${user}`}`}
        onClick={() => setOpen(true)}
      />
      <LazyComponent
        load={dialog}
        isWanted={isOpen}
        props={{ item, member, isMember, onClose: close, ...(mayDelete && { onDelete }) }}
      />
    </>
  )
}
