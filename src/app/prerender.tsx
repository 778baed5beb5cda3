/**
 * Renders what the built pages show before the app's scripts have loaded. The build runs it: the
 * app itself for the feed, the login form and an unknown path, as a visitor sees them, and an
 * outline for a conversation and for other screens.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { prerender as prerenderToStream } from 'react-dom/static'
import { type PageSession, SessionContext } from '#src/accounts/session/session.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { Frame } from '#src/layout/AppLayout.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { TabBar } from '#src/layout/TabBar.tsx'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { type FrameName, frameId } from '#src/startup/first-frame.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { createAppRouter } from './router.ts'

export async function prerender(): Promise<{ frames: string; notFound: string }> {
  // Loaders use the server. The build has none.
  replaceBrowser()
  const frames: Record<FrameName, string> = {
    feed: toFrame(await renderApp('/')),
    login: toFrame(await renderApp('/login')),
    conversation: toFrame(
      await renderHtml(
        <Frame tabs={<Tabs />} isAlone>
          <Screen header={<ScreenHeader title="" back={{ label: 'Back', onPress() {} }} underline />}>
            <LoadingRows />
          </Screen>
        </Frame>,
      ),
    ),
    screen: toFrame(
      await renderHtml(
        <Frame tabs={<Tabs />}>
          <Screen header={<ScreenHeader title="" />}>
            <LoadingRows />
          </Screen>
        </Frame>,
      ),
    ),
  }
  const templates = (Object.keys(frames) as FrameName[]) // the record above has no other keys
    .map((name) => `<template id="${frameId(name)}">${frames[name]}</template>`)
  return { frames: templates.join(''), notFound: await renderApp('/404') }
}

/** Replaces what screens read while they render: no responses, and no numbers amid an animation. */
function replaceBrowser() {
  globalThis.fetch = () => new Promise(() => {})
  const values = {
    localStorage: { getItem: () => null },
    history: { state: null },
    location: { pathname: '', search: '' },
    matchMedia: () => ({ matches: true }),
  }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value, configurable: true })
}

/**
 * Returns the frame for an address as a visitor sees it with these responses, without attributes
 * that the page's policy forbids. Rejects if the screen does not request all of them before its
 * first render, or cannot read one. Runs in a thread of its own: it replaces `fetch`.
 */
export async function renderFilledFrame(
  address: string,
  responses: readonly (readonly [url: string, json: string])[],
): Promise<string> {
  replaceBrowser()
  const headers = { 'content-type': 'application/json' }
  // As the boot script reads them from the page.
  globalThis.flipsideFirstData = responses.map(([url, json]) => {
    return { url, requestedAt: Date.now(), response: Promise.resolve(new Response(json, { headers })) }
  })
  const html = await renderApp(address, (client) => {
    const stored = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
    if (stored.length < responses.length) throw new Error('the screen does not request its data, or cannot read it')
  })
  return html.replaceAll(/ style="[^"]*"/g, '').replaceAll(/<(?=(?:button|input|textarea|select)\b)\w+/g, '$& inert')
}

/** Makes a screen `inert`, which prevents input that would be lost: React replaces a frame. */
const toFrame = (html: string) => html.replaceAll('<main', '<main inert')

const LoadingRows = () => <Skeleton shape="row" count={4} />

/** The boot script marks the active tab. */
const Tabs = () => (
  <TabBar
    active={null}
    renderLink={({ to, children, ...link }) => (
      <a {...link} href={to}>
        {children}
      </a>
    )}
  />
)

/** Renders an element with its lazy parts. Rejects on any error. Without comments: React replaces it. */
async function renderHtml(element: ReactElement): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerenderToStream(element, {
    // In one piece: a part that arrives later needs an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new AggregateError(errors, `a frame could not be rendered: ${String(errors[0])}`)
  return html.replaceAll(/<!--[^>]*-->/g, '')
}

async function renderApp(path: string, onLoaded?: (client: QueryClient) => void): Promise<string> {
  const client = createQueryClient()
  const connectivity = createConnectivity({ now: () => 0, isNavigatorOnline: () => true })
  const router = createAppRouter({ client, member: null }, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  onLoaded?.(client)
  return renderHtml(
    <QueryClientProvider client={client}>
      <ConnectivityContext value={connectivity}>
        <SessionContext value={visitor}>
          <RouterProvider router={router} />
        </SessionContext>
      </ConnectivityContext>
    </QueryClientProvider>,
  )
}

const unavailable = () => Promise.reject(new Error('a prerendered frame has no session to change'))
const visitor: PageSession = {
  member: null,
  signal: new AbortController().signal,
  enter: unavailable,
  leave: unavailable,
  completeLogout: unavailable,
  sendNow: unavailable,
}
