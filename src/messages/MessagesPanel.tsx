import { ActivityLink } from '#src/activity/ActivityLink.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { ConversationList } from './ConversationList.tsx'

/** The conversations, over the feed, below a link to all other activity. */
export function MessagesPanel({ member, onClose }: { member: string; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Messages" variant="panel">
      <ActivityLink />
      <ConversationList member={member} />
    </Dialog>
  )
}
