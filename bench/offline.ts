/**
 * `npm run bench -- offline`: measures the outbox in real Chromium on the shipped modules and the real
 * server, all in one run: a dispatch until it is durable, the replay of 500 messages over 50 lanes
 * next to a bare fetch loop with 4 in flight, and the start of the built app with 1,000 queued
 * entries next to none.
 */
import { chromium, type Page } from '@playwright/test'
import { createServer } from 'vite'
import { logIn, signUp } from '#tests/e2e/support/people.ts'
import { startServer } from '#tests/e2e/support/server.ts'
import { findOrInstallChromium } from '../scripts/chromium.ts'
import { measureBoot, measureDispatch, measureReplay } from './offline-page.ts'

const API_PORT = 4390
const PAGE_PORT = 4391
const modules = `http://localhost:${PAGE_PORT}`
const ROUNDS = 5
const BOOTS = 7

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const formatMs = (value: number) => `${value.toFixed(1)} ms`

const server = await startServer({ isDemo: true, port: API_PORT })
const vite = await createServer({ server: { port: PAGE_PORT, strictPort: true }, logLevel: 'error' })
await vite.listen()
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

try {
  await benchEngine()
  await benchBoot()
} finally {
  await browser.close()
  await vite.close()
  await server.dispose()
}

/** Opens a signed-in page that can import the shipped modules from the dev server. */
async function enginePage(): Promise<{ page: Page; user: string }> {
  const { name, password } = await signUp(server.url, 'bench')
  // The page is the server's own, for the cookie; its policy would block the dev server's modules.
  const page = await (await browser.newContext({ bypassCSP: true })).newPage()
  await page.goto(`${server.url}/robots.txt`)
  const query = new URLSearchParams({ user: name, password })
  const status = await page.evaluate(
    async (query) => (await fetch(`/api/user/login?${query}`, { method: 'POST' })).status,
    `${query}`,
  )
  if (status !== 200) throw new Error(`login answered ${status}`)
  return { page, user: name }
}

async function benchEngine() {
  const { page, user } = await enginePage()
  const recipients = await createNames(50)
  const waits = await page.evaluate(measureDispatch, { modules, user, count: 300 })
  const sorted = waits.toSorted((a, b) => a - b)
  console.log(
    `dispatch until durable: p50 ${formatMs(median(waits))}, p95 ${formatMs(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} (300)`,
  )
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { outboxMs, fetchMs } = await page.evaluate(measureReplay, { modules, user, recipients, perLane: 10, round })
    ratios.push(fetchMs / outboxMs)
    console.log(
      `replay of 500 over 50 lanes: outbox ${formatMs(outboxMs)}, bare loop ${formatMs(fetchMs)}, rate ${(fetchMs / outboxMs).toFixed(2)}`,
    )
  }
  console.log(`replay rate of a bare loop, median of ${ROUNDS}: ${median(ratios).toFixed(2)}`)
}

async function createNames(count: number): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    'select name from members where not is_system order by id limit $1',
    count,
  )
  return rows.map((row) => row.name)
}

async function benchBoot() {
  const member = await signUp(server.url, 'boot')
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('article')) return
      observer.disconnect()
      performance.mark('first-broadcast')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${server.url}/login`)
  await logIn(page, member)
  const times: Record<'none' | 'queued', number[]> = { none: [], queued: [] }
  for (let boot = 0; boot < BOOTS; boot++) {
    for (const kind of ['none', 'queued'] as const) {
      times[kind].push(await measureBoot(page, server.url, member.name, kind === 'queued' ? 1000 : 0))
    }
  }
  await context.close()
  const [none, queued] = [median(times.none), median(times.queued)]
  console.log(
    `start until the first broadcast, median of ${BOOTS}: ${formatMs(none)}; with 1,000 queued ${formatMs(queued)} (+${formatMs(queued - none)})`,
  )
}
