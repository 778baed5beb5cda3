import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { Pitch, Welcome } from '#src/broadcasts/Welcome.tsx'
import type { Beside } from '#src/layout/beside.ts'
import * as css from '#src/layout/TabBar.css.ts'
import { TabInside } from '#src/layout/TabBar.tsx'
import { ConversationList } from '#src/messages/ConversationList.tsx'
import { useStatus } from '#src/status/useStatus.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import type { IconName } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { list } from './ScreenAside.css.ts'
import { useAsideScroll } from './useAsideScroll.ts'

const companyAside = async () => (await import('./CompanyAside.tsx')).CompanyAside
const swapsAside = async () => (await import('#src/swaps/SwapsAside.tsx')).SwapsAside
const settingsLinks = async () => (await import('./SettingsLinks.tsx')).SettingsLinks

export function ScreenAside({ beside }: { beside: Beside }) {
  const { member } = useSession()
  switch (beside) {
    case 'company':
      return member === null ? <ForVisitor /> : <LazyComponent load={companyAside} props={{ member }} />
    case 'messages':
      return (
        member !== null && (
          <List title="Conversations">
            <ConversationList member={member} isAside />
          </List>
        )
      )
    case 'settings':
      return (
        <List title="Settings">
          <LazyComponent load={settingsLinks} props={NONE} />
        </List>
      )
    case 'swaps':
      return (
        member !== null && (
          <List title="Your Track Swaps">
            <LazyComponent load={swapsAside} props={{ member }} />
          </List>
        )
      )
  }
}

const NONE = {}

/** Screens that have links to sign in themselves, or the form. */
const SIGN_IN = /^\/(login|signup|reset|confirm|activity|later|dm|broadcast-track|track-swap|swap-points)/

/** What Flipside is, beside what a visitor can see of it. */
const ForVisitor = () => (SIGN_IN.test(useScreenPathname()) ? <Pitch /> : <Welcome />)

function List({ title, children }: { title: string; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  useAsideScroll(content)
  return (
    <div ref={content} className={list}>
      <Stack gap="m">
        <Heading level={2}>{title}</Heading>
        {children}
      </Stack>
    </div>
  )
}

/** What the feed header links to on a phone, on the rail of a wide window. */
export function RailLinks({ hasActivity }: { hasActivity: boolean }) {
  const status = useStatus()
  return (
    <>
      <RailLink to="/dm" icon="message" label="Messages" count={status?.unread_messages} noun="unread" />
      {hasActivity && (
        <RailLink to="/activity" icon="bell" label="Notifications" count={status?.unread_activity} noun="new" />
      )}
      <div className={css.action}>
        <ButtonLink block to="/broadcast-track">
          Broadcast
        </ButtonLink>
      </div>
    </>
  )
}

interface RailLinkProps {
  to: '/dm' | '/activity'
  icon: IconName
  label: string
  count: number | undefined
  noun: string
}

const RailLink = ({ to, icon, label, count = 0, noun }: RailLinkProps) => (
  <Link to={to} className={css.tab}>
    <TabInside icon={icon} label={label} badge={{ value: count, noun }} />
  </Link>
)
