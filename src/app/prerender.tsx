/**
 * What index.html shows before its scripts have arrived, drawn by the build: the app itself where a path alone says what
 * it shows, else its frame with nothing in it.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { prerender as prerenderToStream } from 'react-dom/static'
import { type Session, SessionContext } from '#src/accounts/session/session.ts'
import { ConnectivityContext } from '#src/cache/connection.ts'
import { createQueryClient } from '#src/cache/query-client.ts'
import { Frame } from '#src/layout/AppLayout.tsx'
import type { TabId } from '#src/layout/active-tab.ts'
import { TabBar } from '#src/layout/TabBar.tsx'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { type FrameName, frameId, frameNames } from '#src/startup/first-frame.ts'
import { createAppRouter } from './router.ts'

/** The frames of index.html's root, each as a text; the boot script makes one of them part of the page. */
export async function prerender(): Promise<string> {
  // Loaders ask the server and the snapshot; here there is neither, and nothing waits for them.
  globalThis.fetch = () => new Promise(() => {})
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null } })
  const drawn = await Promise.all(frameNames.map(async (name) => asText(name, await draw(name))))
  return drawn.join('')
}

function asText(name: FrameName, html: string): string {
  if (/<\/?script|<!--/i.test(html)) throw new Error(`the frame ${name} holds what would end its text`)
  return `<script type="text/plain" id="${frameId(name)}">${html}</script>`
}

/** The wrapper of a frame has no layout of its own. */
export const frameStyle = '[data-frame]{display:contents}'

async function draw(name: FrameName): Promise<string> {
  switch (name) {
    case 'feed':
      return drawApp('/', 'somebody')
    case 'feed-visitor':
      return drawApp('/', null)
    case 'login':
      return drawApp('/login', null)
    case 'bare':
      return toHtml(<Frame>{null}</Frame>)
    default:
      return toHtml(<Frame tabs={<Tabs active={name} />}>{null}</Frame>)
  }
}

const Tabs = ({ active }: { active: TabId }) => (
  <TabBar
    active={active}
    renderLink={({ to, children, ...link }) => (
      <a {...link} href={to}>
        {children}
      </a>
    )}
  />
)

/**
 * Waits for what is fetched in parts. Whatever breaks on the way breaks the build. React replaces a frame rather than
 * taking it over, so it needs no marks in it, and nothing can be typed or pressed in it that would be lost.
 */
async function toHtml(element: ReactElement): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerenderToStream(element, { onError: (error) => void errors.push(error) })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new AggregateError(errors, 'a frame of the first view could not be drawn')
  return html.replaceAll(/<!--[^>]*-->/g, '').replaceAll('<main', '<main inert')
}

async function drawApp(path: string, member: string | null): Promise<string> {
  const client = createQueryClient()
  const router = createAppRouter({ client, member }, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return toHtml(withContexts(<RouterProvider router={router} />, client, member))
}

function withContexts(app: ReactElement, client: ReturnType<typeof createQueryClient>, member: string | null) {
  const connectivity = createConnectivity({ now: () => 0, isNavigatorOnline: () => true })
  return (
    <QueryClientProvider client={client}>
      <ConnectivityContext value={connectivity}>
        <SessionContext value={{ ...nobodyActs, member }}>{app}</SessionContext>
      </ConnectivityContext>
    </QueryClientProvider>
  )
}

const never = () => Promise.reject(new Error('nobody acts in a prerendered frame'))
const nobodyActs: Omit<Session, 'member'> = {
  signal: new AbortController().signal,
  enter: never,
  leave: never,
  settle: never,
  sendNow: never,
}
