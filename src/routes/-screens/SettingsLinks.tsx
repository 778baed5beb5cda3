import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
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
    <div className={css.list}>
      {isWide && <SettingsLink to="/settings">Appearance and feed</SettingsLink>}
      {[...(member === null ? [] : ofMembers), ...ofAll].map(({ to, label }) => (
        <SettingsLink key={to} to={to}>
          {label}
        </SettingsLink>
      ))}
      {isAdmin && (
        <SettingsLink to="/admin">
          Moderation <CountBadge value={status?.open_reports ?? 0} noun="open reports" />
        </SettingsLink>
      )}
    </div>
  )
}

type Target = '/settings' | '/admin' | (typeof ofMembers | typeof ofAll)[number]['to']

function SettingsLink({ to, children }: { to: Target; children: ReactNode }) {
  return (
    <Link to={to} activeOptions={{ exact: true }} className={css.row}>
      <span className={css.label}>{children}</span>
      <span className={css.arrow}>
        <Icon name="chevron-down" size="s" />
      </span>
    </Link>
  )
}
