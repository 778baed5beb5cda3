import { createFileRoute, Link } from '@tanstack/react-router'
import { BlockedList } from '#src/accounts/blocks/BlockedList.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { SystemPostsSwitch } from '#src/broadcasts/SystemPostsSwitch.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { MusicServicePicker } from '#src/listening/listen-links/MusicServicePicker.tsx'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { ThemePicker } from '#src/ui/ThemePicker.tsx'

export const Route = createFileRoute('/settings')({
  staticData: { title: 'Settings' },
  component: Settings,
})

function Settings() {
  const { member } = useSession()
  const isAdmin = useIsAdmin(member)
  const status = useStatus()
  const back = { label: 'Back to Profile', render: (linkProps: object) => <Link to="/profile" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title="Settings" back={back} />}>
      <Stack gap="xxl">
        <ThemePicker />
        <MusicServicePicker />
        <SystemPostsSwitch />
        <Stack gap="m">
          {member !== null && (
            <Button block variant="quiet" render={(linkProps) => <Link to="/settings/listening" {...linkProps} />}>
              Your listening history
            </Button>
          )}
          {member !== null && (
            <Button block variant="quiet" render={(linkProps) => <Link to="/settings/security" {...linkProps} />}>
              Sign-in and security
            </Button>
          )}
          {member !== null && (
            <Button block variant="quiet" render={(linkProps) => <Link to="/settings/privacy" {...linkProps} />}>
              Privacy and your data
            </Button>
          )}
          {member !== null && (
            <Button block variant="quiet" render={(linkProps) => <Link to="/settings/invitations" {...linkProps} />}>
              Invitations
            </Button>
          )}
          <Button block variant="quiet" render={(linkProps) => <Link to="/settings/device" {...linkProps} />}>
            On this device
          </Button>
          <Button block variant="quiet" render={(linkProps) => <Link to="/about" {...linkProps} />}>
            About this server
          </Button>
          {isAdmin && (
            <Button
              block
              variant="quiet"
              render={({ children, ...linkProps }) => (
                <Link to="/admin" {...linkProps}>
                  {children}
                  <CountBadge value={status?.open_reports ?? 0} noun="open reports" />
                </Link>
              )}
            >
              Moderation
            </Button>
          )}
        </Stack>
        {member !== null && <BlockedList member={member} />}
      </Stack>
    </Screen>
  )
}
