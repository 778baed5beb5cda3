import { createRootRouteWithContext, Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStatus } from '#src/accounts/useStatus.ts'
import { OutboxStrip } from '#src/outbox/OutboxStrip.tsx'
import { useRefusalToasts } from '#src/outbox/useRefusalToasts.ts'
import { whenIdle } from '#src/page/first-paint.ts'
import type { RouterContext } from '#src/router-context.ts'
import { activeTab } from '#src/shell/active-tab.ts'
import { Frame } from '#src/shell/Frame.tsx'
import { StripSlot } from '#src/shell/Screen.tsx'
import { TabBar } from '#src/shell/TabBar.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'
import { media } from '#src/ui/tokens.css.ts'
import { BugScreen } from './-screens/BugScreen.tsx'
import { NotFoundScreen } from './-screens/NotFoundScreen.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the browser's tab and history say. */
    title?: string
  }
}

/** After the first paint: a phone has no room for it. */
const FeedAside = lazy(async () => ({ default: (await import('#src/broadcasts/FeedAside.tsx')).FeedAside }))

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: BugScreen,
})

function Root() {
  const isFeed = useLocation().pathname === '/'
  useTitleAndFocus()
  useRefusalToasts()
  return (
    <>
      <StripSlot value={<OutboxStrip />}>
        <Frame tabs={<Tabs />} aside={isFeed && <Aside />}>
          <Outlet />
        </Frame>
      </StripSlot>
      <Toaster />
    </>
  )
}

/** The feed comes first, and a phone shows no company. */
function Aside() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (matchMedia(media.aside).matches) void whenIdle().then(() => setReady(true))
  }, [])
  return <Suspense fallback={null}>{isReady && <FeedAside />}</Suspense>
}

function Tabs() {
  const { pathname } = useLocation()
  const active = activeTab(pathname)
  const status = useStatus()
  if (active === null) return null
  const badges = {
    feed: { value: status?.unread_messages ?? 0, noun: 'unread messages' },
    swap: { value: status?.swaps_waiting ?? 0, noun: 'swaps wait for you' },
  }
  return <TabBar active={active} badges={badges} renderLink={(link) => <Link {...link} />} />
}

/** Joins the router to the document: its title, and after a navigation the focus on the new screen's heading. */
function useTitleAndFocus() {
  const { pathname } = useLocation()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = title === undefined ? 'Flipside' : `${title} · Flipside`
  }, [title])
  useEffect(() => {
    if (pathname === firstPath) return
    firstPath = undefined
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** The path that the page was opened on keeps the browser's own focus. */
let firstPath: string | undefined = globalThis.location?.pathname
