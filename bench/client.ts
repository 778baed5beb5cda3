/**
 * `npm run bench -- client`: measures a first visit and an offline launch next to two reference pages
 * over the same server in the same run: a minimal React 19 page, prerendered, and one rendered by
 * TanStack Router. Prints medians; only the ratios can be compared between machines.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from '@playwright/test'
import { isReadyForOffline, logIn, signUpWithListens } from '../tests/e2e/support/people.ts'
import { freePort, type Server, startServer } from '../tests/e2e/support/server.ts'
import { buildReference } from './page/build-reference.ts'
import { coldLaunch, EARLY_TAPS, type Launch, tapEarly, usedBrowser } from './page/launch.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const ROUNDS = Number(values.rounds)
const STORED = 500

/** `flipside` is a visitor when cold. */
type Name = 'flipside' | 'member' | 'prerendered' | 'router'
type Situation = 'cold, 4x' | 'offline, 1x' | 'offline, 4x'

const earlyTaps: (readonly number[])[] = []
const launches = new Map<string, Launch[]>()
/**
 * The work that a launch leaves behind (a worker's precaching, a browser's end) must not slow the
 * next.
 */
const PAUSE_MS = 2000
const recordLaunch = async (name: Name, situation: Situation, launch: Launch) => {
  const key = `${name}/${situation}`
  launches.set(key, [...(launches.get(key) ?? []), launch])
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** Returns the median time for launches that reached the mark; NaN if one did not. */
function medianOfLaunches(name: Name, situation: Situation, mark: keyof Launch): number {
  const found = (launches.get(`${name}/${situation}`) ?? []).map((launch) => launch[mark] ?? Number.NaN)
  if (found.some(Number.isNaN)) return Number.NaN
  return found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
}

/** Fills the feed so far that a device can store 500 broadcasts. */
async function fillFeed(server: Server, author: string): Promise<void> {
  await server.query(
    `insert into broadcasts (author_id, type, title, track_id, created_at)
     select members.id, 'Track', 'Number ' || n, (select min(id) from tracks), now() - n * interval '1 minute'
     from members, generate_series(1, $2) as n where members.name = $1`,
    author,
    STORED,
  )
}

async function useFlipside(page: Page, url: string, member: Parameters<typeof logIn>[1]): Promise<void> {
  await page.goto(`${url}/login`)
  await logIn(page, member)
  await isReadyForOffline(page)
  for (let reached = 0; reached < STORED; ) {
    const last = page.getByRole('feed').getByRole('article').last()
    await last.scrollIntoViewIfNeeded()
    reached = Number(await last.getAttribute('aria-posinset'))
  }
  await page.evaluate(() => scrollTo(0, 0))
}

async function useReference(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
}

const folder = mkdtempSync(join(tmpdir(), 'flipside-bench-'))
const servers: Partial<Record<Exclude<Name, 'member'>, Server>> = {}
try {
  for (const name of ['prerendered', 'router'] as const) await buildReference(name, join(folder, name))
  const app = await startServer({ isDemo: true, port: await freePort() })
  servers.flipside = app
  const urls: Record<Exclude<Name, 'member'>, string> = { flipside: app.url, prerendered: '', router: '' }
  for (const name of ['prerendered', 'router'] as const) {
    const server = await startServer({
      isDemo: false,
      port: await freePort(),
      settings: { DIST_DIR: join(folder, name) },
    })
    servers[name] = server
    urls[name] = server.url
  }
  const member = await signUpWithListens(app.url)
  await fillFeed(app, member.name)
  const used = {
    flipside: await usedBrowser((page) => useFlipside(page, urls.flipside, member)),
    prerendered: await usedBrowser((page) => useReference(page, urls.prerendered)),
    router: await usedBrowser((page) => useReference(page, urls.router)),
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['flipside', 'prerendered', 'router'] as const) {
      const hasFeed = name === 'flipside'
      await recordLaunch(name, 'cold, 4x', await coldLaunch(urls[name], hasFeed))
      await recordLaunch(name, 'offline, 1x', await used[name].offlineLaunch(urls[name], 1, hasFeed))
      await recordLaunch(name, 'offline, 4x', await used[name].offlineLaunch(urls[name], 4, hasFeed))
    }
    await recordLaunch('member', 'cold, 4x', await coldLaunch(urls.flipside, true, member))
    earlyTaps.push(await tapEarly(urls.flipside, member))
    console.log(`round ${round + 1} of ${ROUNDS}`)
  }
  for (const { dispose } of Object.values(used)) await dispose()
} finally {
  for (const server of Object.values(servers)) await server.dispose()
  rmSync(folder, { recursive: true, force: true })
}

const formatMs = (value: number) => `${value.toFixed(0)} ms`.padStart(9)
let isMet = true
/** Prints a ratio; without a limit it is only reported. */
const printComparison = (what: string, value: number, reference: number, limit?: number) => {
  const ratio = value / reference
  const isWithin = limit === undefined || ratio <= limit
  isMet &&= isWithin
  console.log(
    `${what.padEnd(34)}${formatMs(value)} of ${formatMs(reference)}: ${ratio.toFixed(2)}${limit === undefined ? '' : ` (at most ${limit})`}${isWithin ? '' : ' !'}`,
  )
}
/** Prints what has no reference to be compared with, or no floor in a run on one machine. */
const printLaunches = (situation: Situation) => {
  for (const name of ['flipside', 'member', 'prerendered', 'router'] as const) {
    if (!launches.has(`${name}/${situation}`)) continue
    const median = (mark: keyof Launch) => medianOfLaunches(name, situation, mark)
    const paints = `first paint ${formatMs(median('firstPaint'))}, broadcast ${formatMs(median('firstBroadcast'))}`
    const tasks = `long tasks ${formatMs(median('longTasks'))}, blocking ${formatMs(median('blocking'))}`
    console.log(
      `${situation}, ${name.padEnd(12)}${paints}; ${tasks}; ${median('scripts').toFixed(1)} kB of scripts; shift ${median('shift').toFixed(4)}`,
    )
  }
}

for (const situation of ['cold, 4x', 'offline, 1x', 'offline, 4x'] as const) {
  printLaunches(situation)
  const isCold = situation === 'cold, 4x'
  printComparison(
    `${situation}: first paint`,
    medianOfLaunches('flipside', situation, 'firstPaint'),
    medianOfLaunches('prerendered', situation, 'firstPaint'),
    isCold ? 1.5 : undefined,
  )
  if (isCold) {
    const [broadcast, paint] = (['firstBroadcast', 'firstPaint'] as const).map((mark) =>
      medianOfLaunches('flipside', situation, mark),
    )
    printComparison(`${situation}: first broadcast of own paint`, broadcast ?? Number.NaN, paint ?? Number.NaN, 1.3)
  }
  printComparison(
    `${situation}: first broadcast`,
    medianOfLaunches('flipside', situation, 'firstBroadcast'),
    medianOfLaunches('router', situation, 'firstPaint'),
    isCold ? 1.7 : 1.4,
  )
  printComparison(
    `${situation}: long tasks`,
    medianOfLaunches('flipside', situation, 'longTasks'),
    medianOfLaunches('router', situation, 'longTasks'),
  )
  const shift = medianOfLaunches('flipside', situation, 'shift')
  isMet &&= shift < 0.02
  console.log(`${situation}: layout shift ${shift.toFixed(4)} (under 0.02)`)
}
for (const [place, [what]] of EARLY_TAPS.entries()) {
  const taps = earlyTaps.map((round) => round[place] ?? Number.NaN).toSorted((a, b) => a - b)
  const median = taps[Math.floor(ROUNDS / 2)] ?? Number.NaN
  isMet &&= median <= 200
  console.log(`${what} in the first 5 s, member, 4x: ${formatMs(median)} (at most 200 ms)`)
}
process.exitCode = isMet ? 0 : 1
