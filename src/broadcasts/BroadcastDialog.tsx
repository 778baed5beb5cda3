import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { MemberDialog } from '#src/accounts/MemberMenu.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'

interface BroadcastDialogProps {
  item: Broadcast
  member: string
  /** The author is another member, who can be muted, blocked and reported. */
  isMember: boolean
  /** For the author and admins. */
  onDelete?: () => void
  onClose: () => void
}

export function BroadcastDialog({ item: { id, user }, member, isMember, onDelete, onClose }: BroadcastDialogProps) {
  const remove = onDelete && (
    <MenuItem
      onClick={() => {
        onClose()
        onDelete()
      }}
    >
      Delete broadcast
    </MenuItem>
  )
  return isMember ? (
    <MemberDialog name={user} related={{ type: 'Broadcast', id }} {...{ member, onClose }}>
      {remove}
    </MemberDialog>
  ) : (
    <Menu title="Broadcast" onClose={onClose}>
      {remove}
    </Menu>
  )
}
