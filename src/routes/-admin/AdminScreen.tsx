import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'

const pages = [
  { to: '/admin', label: 'Reports' },
  { to: '/admin/members', label: 'Members' },
  { to: '/admin/log', label: 'Log' },
  { to: '/admin/instance', label: 'Server' },
] as const

/** A screen of the admins with the links between them. Visitors are asked to log in. */
export function AdminScreen({ title, children }: { title: string; children: ReactNode }) {
  const { member } = useSession()
  const { pathname } = useLocation()
  const open = useStatus()?.open_reports ?? 0
  const back = { label: 'Back to Settings', render: (linkProps: object) => <Link to="/settings" {...linkProps} /> }
  return (
    <Screen header={<ScreenHeader title={title} back={back} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to continue" />
      ) : (
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
    </Screen>
  )
}
