import { useQueryClient } from '@tanstack/react-query'
import { useStatus } from '#src/status/useStatus.ts'
import { IconLink } from '#src/ui/IconButton.tsx'
import { activityKey } from './keys.ts'

/**
 * Link to the notification centre with the unseen count. Nothing on a host without activity:
 * without a status, as offline, the list stored on this device proves that the host has it.
 */
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
