import { createRootRouteWithContext, Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { useHasActivity } from '#src/activity/NotificationBell.tsx'
import { useNewestSeen } from '#src/broadcasts/seen-feed.ts'
import { Frame } from '#src/layout/AppLayout.tsx'
import { activeTab } from '#src/layout/active-tab.ts'
import type { Beside } from '#src/layout/beside.ts'
import { StripSlot } from '#src/layout/Screen.tsx'
import { TabBar } from '#src/layout/TabBar.tsx'
import { OutboxStrip } from '#src/outbox/OutboxStrip.tsx'
import type { RouterContext } from '#src/session/router-context.ts'
import { whenIdle } from '#src/startup/when-idle.ts'
import { whenUsed } from '#src/startup/when-used.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { PageUse } from '#src/ui/page-use.ts'
import { useRouteTitle } from '#src/ui/screen-title.ts'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { BugScreen } from './-screens/BugScreen.tsx'
import { movedPaths } from './-screens/moved-paths.ts'
import { NotFoundScreen } from './-screens/NotFoundScreen.tsx'
import { StatusProvider } from './-status/StatusProvider.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title, unless the screen sets a more precise one (`useScreenTitle`). */
    title: string
    beside?: Beside
  }
}

/** Loaded after the first paint: a phone has no room for it. */
const screenAside = async () => (await import('./-screens/ScreenAside.tsx')).ScreenAside
const idleNotices = async () => (await import('./-screens/IdleNotices.tsx')).IdleNotices
const startParts = async () => (await import('./-screens/StartParts.tsx')).StartParts
const railLinks = async () => (await import('./-screens/ScreenAside.tsx')).RailLinks
const idleParts = async () => (await import('./-screens/IdleParts.tsx')).IdleParts

export const Route = createRootRouteWithContext<RouterContext>()({
  // The root itself shows only paths that match no route.
  staticData: { title: '404 Page Not Found', beside: 'company' },
  // Not async: the first screen renders at once.
  beforeLoad({ location }): void | Promise<void> {
    const moved = movedPaths.find((path) => path === location.pathname)
    if (moved !== undefined)
      return import('./-screens/redirect-moved.ts').then(({ redirectMoved }) => void redirectMoved(moved, location))
  },
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: BugScreen,
})

function Root() {
  const { member } = useSession()
  const { title, beside } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  // The other lists are a member's.
  const aside = beside && member === null && beside !== 'settings' ? 'company' : beside
  useRouteTitle(title)
  const isUsed = useHasCome(whenUsed)
  return (
    <StatusProvider>
      <StripSlot value={<Notices isUsed={isUsed} />}>
        <Frame
          tabs={<Tabs member={member} />}
          isAlone={activeTab(useScreenPathname()) === null}
          aside={aside && <Aside beside={aside} />}
          isListed={aside && aside !== 'company'}
        >
          <PageUse value={isUsed}>
            <Outlet />
          </PageUse>
        </Frame>
      </StripSlot>
      <LazyComponent load={startParts} props={NONE} isWanted={member !== null || isUsed} />
      <LazyComponent load={idleParts} props={NONE} isWanted={isUsed} />
    </StatusProvider>
  )
}

/** The aside, not on a phone; beside the feed it is mounted after the screen. */
const Aside = ({ beside }: { beside: Beside }) => {
  const isIdle = useHasCome(whenIdle)
  return (
    <LazyComponent load={screenAside} props={{ beside }} isWanted={useIsWide() && (isIdle || beside !== 'company')} />
  )
}

const NONE = {}

const Notices = ({ isUsed }: { isUsed: boolean }) => (
  <>
    <OutboxStrip />
    <LazyComponent load={idleNotices} props={NONE} isWanted={isUsed} />
  </>
)

/** Returns whether a moment has come since it was mounted. */
function useHasCome(when: () => Promise<void>): boolean {
  const [hasCome, setCome] = useState(false)
  useEffect(() => {
    let isMounted = true
    void when().then(() => isMounted && setCome(true))
    return () => {
      isMounted = false
    }
  }, [when])
  return hasCome
}

function Tabs({ member }: { member: string | null }) {
  // A pressed tab is marked before its screen has come.
  const { pathname } = useLocation()
  const status = useStatus()
  const hasRail = useIsWide() && member !== null
  const hasActivity = useHasActivity(member ?? '')
  const seen = useNewestSeen()
  const isNews = seen !== undefined && (status?.newest_broadcast ?? 0) > seen
  const badges = {
    feed: {
      // The rail has a link of its own to the messages.
      value: (!hasRail && status?.unread_messages) || 0,
      noun: 'unread',
      ...(isNews && { news: 'new broadcasts' }),
    },
    swap: { value: status?.swaps_waiting ?? 0, noun: 'waiting for you' },
  }
  return (
    <TabBar
      // The rail has a link of its own to the notifications.
      active={hasRail && hasActivity && pathname === '/activity' ? null : activeTab(pathname)}
      badges={badges}
      renderLink={(link) => <Link {...link} />}
      more={<LazyComponent load={railLinks} props={{ hasActivity }} isWanted={hasRail} />}
    />
  )
}
