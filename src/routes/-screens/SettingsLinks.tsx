import type { ReactNode } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { forwardIcon } from '#src/ui/later-icons.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import * as css from './SettingsLinks.css.ts'

const ofMembers = [
  { to: '/settings/listening', label: 'Connections' },
  { to: '/settings/music-library', label: 'Music library' },
  { to: '/settings/notifications', label: 'Notifications' },
  { to: '/settings/security', label: 'Sign-in and security' },
  { to: '/settings/privacy', label: 'Privacy and data' },
] as const

const ofAll = [
  { to: '/settings/device', label: 'Offline' },
  { to: '/about', label: 'About this server' },
] as const

/** The links to the settings sections: on /settings, on a wide window beside each section. */
export function SettingsLinks() {
  const { member } = useSession()
  const isAdmin = useIsAdmin(member)
  const status = useStatus()
  const isWide = useIsWide()
  return (
    <Stack gap="s">
      {isWide && <SettingsLink to="/settings">Appearance and feed</SettingsLink>}
      {[...(member === null ? [] : ofMembers), ...ofAll].map(({ to, label }) => (
        <SettingsLink key={to} to={to}>
          {label}
        </SettingsLink>
      ))}
      {isAdmin && (
        <SettingsLink to="/admin" count={<CountBadge value={status?.open_reports ?? 0} noun="open reports" />}>
          Moderation
        </SettingsLink>
      )}
    </Stack>
  )
}

type Target = '/settings' | '/admin' | (typeof ofMembers | typeof ofAll)[number]['to']

function SettingsLink({ to, count, children }: { to: Target; count?: ReactNode; children: ReactNode }) {
  return (
    <CardLink pad="s" to={to} activeOptions={{ exact: true }}>
      <Row gap="s">
        <Text strong>{children}</Text>
        {count}
        <span className={css.end}>
          <Icon name={forwardIcon} size="s" />
        </span>
      </Row>
    </CardLink>
  )
}
