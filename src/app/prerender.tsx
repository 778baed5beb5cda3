/**
 * Renders what the pages of the build show before the app's scripts have loaded. The build runs it:
 * the app itself for the feed, the login form and an unknown path, as a visitor sees them, and the
 * tab bar alone for other screens.
 */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { prerender as prerenderToStream } from 'react-dom/static'
import { type PageSession, SessionContext } from '#src/accounts/session/session.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { Frame } from '#src/layout/AppLayout.tsx'
import { TabBar } from '#src/layout/TabBar.tsx'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { Route } from '#src/routes/__root.tsx'
import { NotFoundScreen } from '#src/routes/-screens/NotFoundScreen.tsx'
import { type FrameName, frameId } from '#src/startup/first-frame.ts'
import { createAppRouter } from './router.ts'

/**
 * Returns the templates of all frames of index.html, of which the boot script inserts one, and the
 * screen of 404.html.
 */
export async function prerender(): Promise<{ frames: string; notFound: string }> {
  // Loaders use the server and the snapshot. The build has neither.
  globalThis.fetch = () => new Promise(() => {})
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true })
  // The app fetches this screen on demand, which rendering to HTML does not wait for.
  Route.update({ ...Route.options, notFoundComponent: NotFoundScreen })
  const frames: Record<FrameName, string> = {
    feed: toFrame(await renderApp('/')),
    login: toFrame(await renderApp('/login')),
    tabs: toFrame(await renderHtml(<Frame tabs={<Tabs />}>{null}</Frame>)),
  }
  const templates = (Object.keys(frames) as FrameName[]) // the record above has no other keys
    .map((name) => `<template id="${frameId(name)}">${frames[name]}</template>`)
  return { frames: templates.join(''), notFound: await renderApp('/404') }
}

/** A response that a screen reads: path with query, and JSON. */
export type FirstData = readonly [url: string, json: string]

/**
 * Returns the frame of a path as a visitor sees it with these responses, without attributes that the
 * page's policy forbids. Runs in a thread of its own: it replaces `fetch`.
 */
export async function renderFilledFrame(path: string, responses: readonly FirstData[]): Promise<string> {
  const known = new Map(responses)
  globalThis.fetch = (input) => {
    const json = typeof input === 'string' ? known.get(input) : undefined
    return json === undefined
      ? new Promise(() => {})
      : Promise.resolve(new Response(json, { headers: { 'content-type': 'application/json' } }))
  }
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null }, configurable: true })
  const html = await renderApp(path, (client) => untilStored(client, responses.length))
  return html.replaceAll(/ style="[^"]*"/g, '').replaceAll(/<(?=(?:button|input|textarea|select)\b)\w+/g, '$& inert')
}

/** Resolves once this number of responses is stored. Rejects if the screen does not request them. */
async function untilStored(client: QueryClient, count: number): Promise<void> {
  const countStored = () =>
    client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' }).length
  for (let turn = 0; countStored() < count; turn++) {
    if (turn === MOST_TURNS) throw new Error('the screen does not request its data, or cannot read it')
    await new Promise((resolve) => setTimeout(resolve))
  }
}

const MOST_TURNS = 500

/** Makes a screen `inert`, which prevents input that would be lost: React replaces a frame. */
const toFrame = (html: string) => html.replaceAll('<main', '<main inert')

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

/**
 * Renders an element, lazy parts included. Rejects on any error, which fails the build. Comments
 * are removed, since React replaces the HTML instead of hydrating it.
 */
async function renderHtml(element: ReactElement): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerenderToStream(element, {
    // In one piece: a part that arrives later needs an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new AggregateError(errors, 'a frame could not be rendered')
  return html.replaceAll(/<!--[^>]*-->/g, '')
}

async function renderApp(path: string, settled?: (client: QueryClient) => Promise<void>): Promise<string> {
  const client = createQueryClient()
  const connectivity = createConnectivity({ now: () => 0, isNavigatorOnline: () => true })
  const router = createAppRouter({ client, member: null }, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  await settled?.(client)
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
