import { createFileRoute } from '@tanstack/react-router'
import { NotificationSettings } from '#src/notifications/NotificationSettings.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/notifications')({
  staticData: { title: 'Notification settings', beside: 'settings' },
  component: () => (
    <MemberScreen title="Notifications">{(member) => <NotificationSettings member={member} />}</MemberScreen>
  ),
})
