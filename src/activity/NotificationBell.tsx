import { useQueryClient } from '@tanstack/react-query'
import { useStatus } from '#src/status/useStatus.ts'
import { IconLink } from '#src/ui/IconButton.tsx'
import { activityKey } from './keys.ts'

/** Links to the notifications with the unseen count. Nothing on a host without activity. */
export function NotificationBell({ member }: { member: string }) {
  const client = useQueryClient()
  const unread = useStatus()?.unread_activity
  if (unread === undefined && client.getQueryData(activityKey(member)) === undefined) return null
  return (
    <IconLink
      icon="bell"
      label="Notifications"
      count={unread}
      news={unread ? `${unread} new` : undefined}
      to="/activity"
    />
  )
}
