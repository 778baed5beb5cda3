import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { MemberDialog } from '#src/accounts/MemberMenu.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'

interface BroadcastDialogProps {
  item: Broadcast
  member: string
  /** The author is another member, who can be muted, blocked and reported. */
  isMember: boolean
  /** For the author and admins. */
  onDelete?: () => void
  onClose: () => void
}

/** The actions on a broadcast and on its author. */
export function BroadcastDialog({ item: { id, user }, member, isMember, onDelete, onClose }: BroadcastDialogProps) {
  const remove = onDelete && (
    <Button
      block
      variant="quiet"
      onClick={() => {
        onClose()
        onDelete()
      }}
    >
      Delete broadcast
    </Button>
  )
  return isMember ? (
    <MemberDialog name={user} related={{ type: 'Broadcast', id }} {...{ member, onClose }}>
      {remove}
    </MemberDialog>
  ) : (
    <Dialog isOpen onClose={onClose} title="Broadcast">
      {remove}
    </Dialog>
  )
}
