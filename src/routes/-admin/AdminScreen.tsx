import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from '../-screens/MemberScreen.tsx'

const pages = [
  { to: '/admin', label: 'Reports' },
  { to: '/admin/members', label: 'Members' },
  { to: '/admin/music', label: 'Music' },
  { to: '/admin/log', label: 'Log' },
  { to: '/admin/server', label: 'Server' },
  { to: '/admin/instance', label: 'Settings' },
] as const

/** An admin screen with the links between them. Visitors are asked to log in. */
export function AdminScreen({
  title,
  isSpread = true,
  children,
}: {
  title: string
  isSpread?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const open = useStatus()?.open_reports ?? 0
  return (
    <MemberScreen isSpread={isSpread} title={title}>
      {() => (
        <Stack gap="xl">
          <nav aria-label="Moderation">
            <Row as="ul" gap="s" wrap>
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <Button
                    size="s"
                    variant={pathname === to ? 'primary' : 'quiet'}
                    render={({ children: content, ...linkProps }) => (
                      <Link to={to} {...linkProps}>
                        {content}
                        {to === '/admin' && <CountBadge value={open} noun="open" />}
                      </Link>
                    )}
                  >
                    {label}
                  </Button>
                </li>
              ))}
            </Row>
          </nav>
          {children}
        </Stack>
      )}
    </MemberScreen>
  )
}
