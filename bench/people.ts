/**
 * `npm run bench:people`: ten thousand followers scrolled from end to end on the built app, with the processor four times
 * slower: how long the page's tasks and frames take, in both themes. Says no more than that: there is no limit to fail.
 */
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { logIn, signUp } from '../tests/e2e/support/people.ts'
import { themes } from '../tests/e2e/support/screens.ts'
import { freePort, type Server, startServer } from '../tests/e2e/support/server.ts'

const FOLLOWERS = 10_000
const SLOWDOWN = 4
/** A quick thumb: so many pixels a frame. */
const STEP_PX = 400
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

async function addFollowers(server: Server, name: string): Promise<void> {
  await server.query(
    `insert into members (name, name_key, email, first_name, last_name, password_hash, joined_at, last_login_at)
     select n, n, n || '@flipside.example', n, n, null, now(), now()
     from (select 'follower' || lpad(at::text, 5, '0') as n from generate_series(1, $1::int) at) names`,
    FOLLOWERS,
  )
  await server.query(
    `insert into follows (follower_id, followee_id, created_at)
     select f.id, a.id, now() from members f, members a where a.name = $1 and f.name like 'follower%' order by f.name`,
    name,
  )
}

interface Scroll {
  /** ms of the tasks of more than 50 ms, which the browser reports. */
  readonly longTasks: number[]
  /** ms from frame to frame. */
  readonly frames: number[]
  readonly rowsAtOnce: number
  readonly reached: number
}

/** Runs in the page: scrolls a step a frame until the list's last row is there. */
async function scrollThrough({ stepPx, last }: { stepPx: number; last: number }): Promise<Scroll> {
  const longTasks: number[] = []
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((it) => it.duration)))
  observer.observe({ type: 'longtask' })
  const frames: number[] = []
  let rowsAtOnce = 0
  let reached = 0
  let before = performance.now()
  while (reached < last) {
    window.scrollBy(0, stepPx)
    // oxlint-disable-next-line no-await-in-loop
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    frames.push(now - before)
    before = now
    const rows = [...document.querySelectorAll('main li[aria-posinset]')]
    rowsAtOnce = Math.max(rowsAtOnce, rows.length)
    reached = Math.max(reached, ...rows.map((row) => Number(row.getAttribute('aria-posinset'))))
  }
  return { longTasks: [...longTasks, ...observer.takeRecords().map((it) => it.duration)], frames, rowsAtOnce, reached }
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

function tell(theme: string, { longTasks, frames, rowsAtOnce, reached }: Scroll): void {
  const ms = (value: number) => `${value.toFixed(0)} ms`
  console.log(
    `${theme}: ${reached} rows, at most ${rowsAtOnce} drawn at once; frames: median ${ms(at(frames, 0.5))}, ` +
      `95 % within ${ms(at(frames, 0.95))}, longest ${ms(at(frames, 1))} (${frames.length}); ` +
      `tasks over 50 ms: ${longTasks.length}, longest ${ms(at(longTasks, 1))}`,
  )
}

async function measure(page: Page, member: Awaited<ReturnType<typeof signUp>>): Promise<Scroll> {
  await logIn(page, member)
  await page.goto(`/followers/${member.name}`)
  await page.getByText('follower10000', { exact: true }).waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return page.evaluate(scrollThrough, { stepPx: STEP_PX, last: FOLLOWERS })
}

const server = await startServer({ isDemo: false, port: await freePort() })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
try {
  const member = await signUp(server.url)
  await addFollowers(server, member.name)
  for (const theme of themes) {
    const context = await browser.newContext({ ...PHONE, baseURL: server.url, colorScheme: theme })
    tell(theme, await measure(await context.newPage(), member))
    await context.close()
  }
} finally {
  await browser.close()
  await server.dispose()
}
