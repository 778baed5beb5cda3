/**
 * `npm run bench -- interactions`: performs the common taps and keys as a demo community member on
 * a phone's screen with the processor slowed down, and prints for each the median over the rounds:
 * its slowest event's processing time, and the time from the event to the next paint. Exits with 1
 * if a processing time is over the floor.
 */
import { parseArgs } from 'node:util'
import { chromium, type Locator, type Page, type Request } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { rememberLogIn } from '../tests/e2e/support/people.ts'
import { freePort, startServer } from '../tests/e2e/support/server.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, slowdown: { type: 'string', default: '4' } },
})
const ROUNDS = Number(values.rounds)
const SLOWDOWN = Number(values.slowdown)
/** The longest event processing time, in ms. */
const FLOOR_MS = 100
/** What a tap starts has ended after this time without a request or a late timer. */
const QUIET_MS = 500
/** A timer that is later than this waits for a task. */
const LATE_MS = 50
/** The longest wait for that. */
const QUIET_AT_MOST_MS = 10_000
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

interface Interaction {
  readonly name: string
  /** Returns what is pressed. */
  readonly find: (page: Page) => Locator
  /** Types this instead of tapping. */
  readonly key?: string
  /** Opens the screen before. */
  readonly from?: string
}

const tab = (name: string) => (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const field = (page: Page) =>
  page.getByRole('main').getByRole('searchbox').or(page.getByRole('main').getByRole('textbox')).first()
const button = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name }).first()

/** In this order: some start where the one before has ended. */
const interactions: readonly Interaction[] = [
  { name: 'tab Search', find: tab('Search'), from: '/' },
  { name: 'tab Feed', find: tab('Feed') },
  { name: 'tab Track Swap', find: tab('Track Swap') },
  { name: 'tab Profile', find: tab('Profile') },
  { name: 'tab Feed, back', find: tab('Feed') },
  { name: 'feed: Following', find: (page) => page.getByText('Following', { exact: true }).first() },
  { name: 'feed: like', find: button(/^Like/), from: '/' },
  { name: 'feed: open replies', find: (page) => page.getByRole('link', { name: /^Replies/ }).first() },
  { name: 'broadcast: menu', find: button(/^More/) },
  { name: 'search: a key', find: field, key: 'm', from: '/search' },
  { name: 'charts: period', find: (page) => page.getByRole('link', { name: 'All time' }).first(), from: '/charts' },
  { name: 'charts: kind', find: (page) => page.getByRole('link', { name: 'Tracks', exact: true }).first() },
  { name: 'listens: menu', find: button(/^More/), from: '/listens' },
  {
    name: 'broadcast a track: a key',
    find: field,
    key: 'n',
    from: '/broadcast-track',
  },
  { name: 'conversation: a key', find: field, key: 'h', from: '/dm/kojiro' },
]

interface Measured {
  /** The slowest event's processing time, in ms. */
  readonly handler: number
  /** From the event to the next paint, in ms, in steps of 8. */
  readonly total: number
}

/** Runs in the page: records interaction events. */
function watchEvents() {
  const seen: { handler: number; total: number }[] = []
  Object.assign(globalThis, { seenEvents: seen })
  const options = { type: 'event', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      seen.push({ handler: entry.processingEnd - entry.processingStart, total: entry.duration })
  }).observe(options)
}

/** Returns a function that waits until the page does nothing, so that the next tap does not wait for it. */
function watchQuiet(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  const end = (request: Request) => void pending.delete(request)
  page.on('request', (request) => void pending.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('framenavigated', () => pending.clear())
  // Resolves to the time in ms by which the page's timers were late.
  const measureDelay = () =>
    page.evaluate(async (ms) => {
      const startedAt = performance.now()
      await new Promise((resolve) => setTimeout(resolve, ms))
      return performance.now() - startedAt - ms
    }, QUIET_MS)
  return async () => {
    const until = Date.now() + QUIET_AT_MOST_MS
    let isQuiet = false
    while (!isQuiet && Date.now() < until) {
      const isSilent = pending.size === 0
      isQuiet = (await measureDelay()) < LATE_MS && isSilent && pending.size === 0
    }
  }
}

async function measure(
  page: Page,
  { find, key, from }: Interaction,
  untilQuiet: () => Promise<void>,
): Promise<Measured> {
  if (from !== undefined) {
    await page.goto(from)
    await untilQuiet()
  }
  const target = find(page)
  await target.waitFor()
  if (key !== undefined) await target.tap()
  await untilQuiet()
  await page.evaluate(() => {
    ;(globalThis as unknown as { seenEvents: Measured[] }).seenEvents.length = 0
  })
  if (key === undefined) await target.tap()
  else await page.keyboard.press(key)
  await untilQuiet()
  const events = await page.evaluate(() => (globalThis as unknown as { seenEvents: Measured[] }).seenEvents)
  const slowest = (of: keyof Measured) => Math.max(0, ...events.map((event) => event[of]))
  return { handler: slowest('handler'), total: slowest('total') }
}

const results = new Map<string, Measured[]>()
const server = await startServer({ isDemo: true, port: await freePort() })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
try {
  const password = /with the password (\S+)\./.exec(server.printed())?.[1] ?? ''
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ ...PHONE, baseURL: server.url })
    const page = await context.newPage()
    await page.addInitScript(watchEvents)
    await rememberLogIn(page, { name: 'mirelle', password })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const untilQuiet = watchQuiet(page)
    for (const interaction of interactions) {
      const { name } = interaction
      results.set(name, [...(results.get(name) ?? []), await measure(page, interaction, untilQuiet)])
    }
    await context.close()
    console.log(`Round ${round + 1} of ${ROUNDS}`)
  }
} finally {
  await browser.close()
  await server.dispose()
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
console.log(
  `Processor slowed down ${SLOWDOWN} times, medians of ${ROUNDS}; floor of the processing time ${FLOOR_MS} ms`,
)
for (const [name, measured] of results) {
  const [handler, total] = [median(measured.map((each) => each.handler)), median(measured.map((each) => each.total))]
  if (handler > FLOOR_MS) process.exitCode = 1
  console.log(
    `${name.padEnd(28)}${handler.toFixed(0).padStart(6)} ms, to the paint ${total.toFixed(0).padStart(6)} ms${handler > FLOOR_MS ? ' !' : ''}`,
  )
}
