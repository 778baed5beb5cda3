import { Dialog } from '#src/ui/Dialog.tsx'
import { ConversationList } from './ConversationList.tsx'

export function MessagesPanel({ member, onClose }: { member: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Messages" variant="panel">
      <ConversationList member={member} />
    </Dialog>
  )
}
