import type { Browser, BrowserContext, Page, Request } from '@playwright/test'
import type { ReadOfScreen } from '#tests/support/reads.ts'
import { type ReadFault, readFaults, retriesInAMinute, timeoutsByClock } from './read-faults.ts'
import { watchFaults } from './watch.ts'
import { expect } from './world.ts'

/** The records that the matrix screens show. */
export interface MatrixWorld {
  readonly url: string
  readonly storageState: Awaited<ReturnType<BrowserContext['storageState']>>
  /** Values for the names in an address, such as `{me}`. */
  readonly names: Readonly<Record<string, string>>
  /** Each endpoint's path by its export. */
  readonly paths: ReadonlyMap<string, string>
}

/**
 * Requests per minute that continue during any failure: the status, and probes for an endpoint that
 * does not respond.
 */
const POLLS: Readonly<Record<string, number>> = {
  '/api/user/status': 12,
  '/api/user/direct-messages': 14,
  '/api/user/now-playing': 3,
  // One for each author in the feed: without the offline copy they are requested one by one.
  '/api/user/profile': 30,
  // Repeated with each retry for its profile.
  '/api/find-song-swap-match': 6,
}
const OTHERS = 3
const DOWNLOADED: ReadonlySet<string> = new Set(['getBroadcasts', 'getProfile'])

/**
 * Opens the screen in its own browser with one read failing, passes a minute, and mends the read.
 */
export async function checkCell(browser: Browser, world: MatrixWorld, read: ReadOfScreen, fault: ReadFault) {
  const context = await browser.newContext({
    baseURL: world.url,
    storageState: world.storageState,
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  })
  try {
    const faults = watchFaults(context)
    await passCell(await context.newPage(), world, read, fault)
    expect(faults, 'errors in the page').toEqual([])
  } finally {
    await context.close()
  }
}

async function passCell(page: Page, world: MatrixWorld, read: ReadOfScreen, fault: ReadFault) {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => world.names[name] ?? name)
  const path = world.paths.get(read.endpoint) ?? read.endpoint
  const isRead = (url: URL) => url.pathname === path && hasParameter(url, read.parameter)
  const traffic = watchTraffic(page, isRead, fault === 'timeout')
  let isBroken = true
  await page.route(isRead, (route) => (isBroken ? readFaults[fault](route) : route.fallback()))
  // Downloads for offline use would be shown in place of the failure.
  await page.route('**/api/user/offline-*', (route) => route.fulfill({ status: 404, json: { error: 'No copy.' } }))
  if (read.fill) await fillFirstPage(page, path, read.fill)
  await page.clock.install()
  await page.addInitScript(timeoutsByClock)

  await page.goto(fill(read.screen))
  if (read.reach) await reachEnd(page, read.reach, traffic)
  if (fault === 'timeout' && !read.isRare) await hang(page, traffic)
  const failed = page.getByText(read.failed ?? '').filter({ visible: true })
  if (read.failed !== undefined) {
    await expect(failed.first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try Again' }).first()).toBeVisible()
    if (read.hasStatus && fault === '500') await expect(failed.first()).toContainText('Internal Server Error')
  } else if (!read.isRare) await expect.poll(traffic.ofRead, 'requests of the read').toBeGreaterThan(0)
  await expect(page.getByText(fill(read.intact)).filter({ visible: true }).first()).toBeVisible()
  await traffic.isQuiet()

  const before = traffic.counts()
  await passMinute(page, traffic, read.reach === 'end')
  // The demo community posts: the newest page's end moves, and with it the older page. The download
  // reads such a page, and an author's profile, once: a failure ends it.
  const newPages = read.reach === 'end' ? 2 : DOWNLOADED.has(read.endpoint) ? 1 : 0
  expectBounded(before, traffic.counts(), { path, fault, newPages })
  await expect(page.getByText(fill(read.intact)).filter({ visible: true }).first()).toBeVisible()

  isBroken = false
  const tryAgain = page.getByRole('button', { name: 'Try Again' }).first()
  const recovered = () => expect(failed).toHaveCount(0)
  // By hand for a fault without a retry time, unless the backoff's retry comes first; by itself
  // otherwise.
  const isManual = read.isManual === true || fault !== '503 with Retry-After'
  if (read.failed !== undefined && isManual) await Promise.race([tryAgain.click(), recovered()])
  else await passMinute(page, traffic, false)
  if (read.failed !== undefined) await recovered()
  else if (!read.isRare) await expect.poll(traffic.responded, 'a response to the read').toBe(true)
}

function hasParameter(url: URL, parameter: string | undefined): boolean {
  if (parameter === undefined) return !url.searchParams.has('partial')
  return parameter.startsWith('!')
    ? !url.searchParams.has(parameter.slice(1))
    : url.searchParams.get(parameter) !== null && url.search !== '?limit=1&before=1'
}

type Traffic = ReturnType<typeof watchTraffic>

/** Counts the page's requests to the API, by path; the failing read's under `read`. */
function watchTraffic(page: Page, isRead: (url: URL) => boolean, mayHang: boolean) {
  const counts = new Map<string, number>()
  const open = new Set<Request>()
  let hasResponded = false
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith('/api/')) return
    const name = isRead(url) ? 'read' : url.pathname
    if (name !== 'read' || !mayHang) open.add(request)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  })
  page.on('requestfailed', (request) => open.delete(request))
  page.on('requestfinished', (request) => {
    open.delete(request)
    if (isRead(new URL(request.url()))) hasResponded = true
  })
  return {
    counts: () => new Map(counts),
    ofRead: () => counts.get('read') ?? 0,
    responded: () => hasResponded,
    isQuiet: () => expect.poll(() => open.size, { message: 'open requests', intervals: [1, 2, 5, 20, 100] }).toBe(0),
  }
}

/** Passes the 20 s after which a request times out, once it has been sent. */
async function hang(page: Page, traffic: Traffic) {
  await expect.poll(traffic.ofRead).toBeGreaterThan(0)
  for (let second = 0; second < 21; second++) {
    await page.clock.runFor(1000)
    await traffic.isQuiet()
  }
}

/**
 * Passes a minute in one-second steps; each step's requests end before the next one, and no other
 * time passes.
 */
async function passMinute(page: Page, traffic: Traffic, isScrolling: boolean) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2000)
  for (let second = 0; second < 60; second++) {
    if (isScrolling) await page.evaluate((up) => window.scrollBy(0, up ? -200 : 400), second % 2 === 0)
    await page.clock.runFor(1000)
    await traffic.isQuiet()
    await expect(page.getByText(/^Offline\./)).toHaveCount(0)
  }
  await page.clock.resume()
}

function expectBounded(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  { path, fault, newPages }: { path: string; fault: ReadFault; newPages: number },
) {
  const tooMany: string[] = []
  for (const [name, count] of after) {
    const more = count - (before.get(name) ?? 0)
    const probes = fault === 'timeout' ? retriesInAMinute(fault) : 0
    const most = name === 'read' ? retriesInAMinute(fault) + newPages : (POLLS[name] ?? OTHERS) + probes
    if (more > most) tooMany.push(`${name === 'read' ? path : name}: ${more} requests in a minute, at most ${most}`)
  }
  expect(tooMany).toEqual([])
}

async function reachEnd(page: Page, reach: NonNullable<ReadOfScreen['reach']>, traffic: Traffic) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (reach === 'Load more') return page.getByRole('button', { name: 'Load more' }).click()
  if (reach === 'top') return page.getByRole('log').evaluate((log) => log.scrollTo({ top: 0 }))
  const scroll = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    return traffic.ofRead()
  }
  await expect.poll(scroll, 'requests at the end of the list').toBeGreaterThan(0)
}

/** Repeats the first page's last row under lower ids. */
async function fillFirstPage(page: Page, path: string, fill: NonNullable<ReadOfScreen['fill']>) {
  const { list, length, total } = fill
  const isFirstPage = (url: URL) => url.pathname === path && !url.searchParams.has('before')
  await page.route(isFirstPage, async (route) => {
    const response = await route.fetch()
    // A 304: the page has the filled one.
    if (response.status() !== 200) return route.fulfill({ response })
    const body: Record<string, { id: number | string }[]> = await response.json()
    const rows = body[list] ?? []
    const sum = total === undefined ? {} : { total }
    // Listen ids are texts: their time, and their track's id.
    const toId = (at: number) =>
      list === 'listens' ? `1700000000000000.${String(1_000_000 + at).padStart(10, '0')}` : 1_000_000 + at
    const more = Array.from({ length }, (_, at) => ({ ...rows[at % rows.length], id: toId(at) }))
    const isOldestFirst = list === 'directMessages'
    await route.fulfill({ response, json: { ...body, ...sum, [list]: isOldestFirst ? more : more.toReversed() } })
  })
}
