import { createRootRouteWithContext, Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { RouterContext } from '#src/app/router-context.ts'
import { useNewestSeen } from '#src/broadcasts/seen-feed.ts'
import { Frame } from '#src/layout/AppLayout.tsx'
import { activeTab, type TabId } from '#src/layout/active-tab.ts'
import { StripSlot } from '#src/layout/Screen.tsx'
import { TabBar } from '#src/layout/TabBar.tsx'
import { OutboxStrip } from '#src/outbox/OutboxStrip.tsx'
import { useRefusalToasts } from '#src/outbox/useRefusalToasts.ts'
import { whenIdle } from '#src/startup/when-idle.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { useRouteTitle } from '#src/ui/screen-title.ts'
import { media } from '#src/ui/tokens.css.ts'
import { BugScreen } from './-screens/BugScreen.tsx'
import { StatusProvider } from './-status/StatusProvider.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The document's title, unless the screen sets a more precise one (`useScreenTitle`). */
    title: string
  }
}

/** Loaded after the first paint: a phone has no room for it. */
const screenAside = async () => (await import('./-screens/ScreenAside.tsx')).ScreenAside
const idleNotices = async () => (await import('./-screens/IdleNotices.tsx')).IdleNotices
const toaster = async () => (await import('#src/ui/Toaster.tsx')).Toaster
const notFoundScreen = async () => (await import('./-screens/NotFoundScreen.tsx')).NotFoundScreen
const tooltips = async () => (await import('#src/ui/Tooltips.tsx')).Tooltips

export const Route = createRootRouteWithContext<RouterContext>()({
  // The root itself shows only paths that match no route.
  staticData: { title: '404 Page Not Found' },
  component: Root,
  notFoundComponent: () => <LazyComponent load={notFoundScreen} props={NONE} />,
  errorComponent: BugScreen,
})

function Root() {
  const { pathname } = useLocation()
  const active = activeTab(pathname)
  useRouteTitle(useMatches({ select: (matches) => matches.at(-1)?.staticData.title }))
  useRefusalToasts()
  const isIdle = useIsIdle()
  return (
    <StatusProvider>
      <StripSlot value={<Notices isIdle={isIdle} />}>
        <Frame tabs={active && <Tabs active={active} />} aside={hasAside(pathname) && <Aside />}>
          <Outlet />
        </Frame>
      </StripSlot>
      <LazyComponent load={toaster} props={NONE} />
      <LazyComponent load={tooltips} props={NONE} isWanted={isIdle} />
    </StatusProvider>
  )
}

/** The aside, mounted after the screen, and not on a phone. */
const Aside = () => {
  const isIdle = useIsIdle()
  return <LazyComponent load={screenAside} props={NONE} isWanted={useHasRoomForAside() && isIdle} />
}

function watchRoom(listener: () => void) {
  const room = matchMedia(media.aside)
  room.addEventListener('change', listener)
  return () => room.removeEventListener('change', listener)
}

/** Returns whether the window is wide enough for an aside; false while the build prerenders. */
const useHasRoomForAside = () =>
  useSyncExternalStore(
    watchRoom,
    () => matchMedia(media.aside).matches,
    () => false,
  )

/** The feed, and conversations. */
const hasAside = (path: string) => path === '/' || path.startsWith('/dm/')

const NONE = {}

const Notices = ({ isIdle }: { isIdle: boolean }) => (
  <>
    <OutboxStrip />
    <LazyComponent load={idleNotices} props={NONE} isWanted={isIdle} />
  </>
)

/** Returns whether the page has become idle since it was mounted. */
function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isMounted = true
    void whenIdle().then(() => isMounted && setIdle(true))
    return () => {
      isMounted = false
    }
  }, [])
  return isIdle
}

function Tabs({ active }: { active: TabId }) {
  const status = useStatus()
  const seen = useNewestSeen()
  const isNews = seen !== undefined && (status?.newest_broadcast ?? 0) > seen
  const badges = {
    feed: {
      value: status?.unread_messages ?? 0,
      noun: 'unread',
      ...(isNews && { news: 'new broadcasts' }),
    },
    swap: { value: status?.swaps_waiting ?? 0, noun: 'waiting for you' },
  }
  return <TabBar active={active} badges={badges} renderLink={(link) => <Link {...link} />} />
}
