import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { ChipLink, Chips } from '#src/ui/Chips.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from '../-screens/MemberScreen.tsx'

const pages = [
  { to: '/admin', label: 'Reports' },
  { to: '/admin/members', label: 'Members' },
  { to: '/admin/music', label: 'Music' },
  { to: '/admin/log', label: 'Log' },
  { to: '/admin/server', label: 'Server' },
  { to: '/admin/instance', label: 'Server settings' },
] as const

/** An admin screen with the links between them. Visitors see a link to log in. */
export function AdminScreen({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation()
  const open = useStatus()?.open_reports ?? 0
  return (
    <MemberScreen isSpread title={title}>
      {() => (
        <Stack gap="xl">
          <nav aria-label="Moderation">
            {/* The count widens its chip: mounted again, the row scrolls to the chosen one. */}
            <Chips key={open}>
              {pages.map(({ to, label }) => (
                <ChipLink key={to} isChosen={pathname === to || (to !== '/admin' && pathname.startsWith(to))} to={to}>
                  {label}
                  {to === '/admin' && <CountBadge value={open} noun="open" />}
                </ChipLink>
              ))}
            </Chips>
          </nav>
          {children}
        </Stack>
      )}
    </MemberScreen>
  )
}
