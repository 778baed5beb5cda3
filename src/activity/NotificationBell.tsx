import { useQueryClient } from '@tanstack/react-query'
import { useStatus } from '#src/status/useStatus.ts'
import { IconLink } from '#src/ui/IconButton.tsx'
import { activityKey } from './keys.ts'

/** Returns whether the host has activity: without a connection the stored activity shows it. */
export function useHasActivity(member: string): boolean {
  const client = useQueryClient()
  return useStatus()?.unread_activity !== undefined || client.getQueryData(activityKey(member)) !== undefined
}

/** Links to the notifications with the unseen count. Nothing on a host without activity. */
export function NotificationBell({ member }: { member: string }) {
  const unread = useStatus()?.unread_activity
  if (!useHasActivity(member)) return null
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
