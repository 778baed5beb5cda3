import type { Page, Request } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, type Member, signUpWithListens } from '../support/people.ts'
import { screens } from '../support/screens.ts'
import type { Server } from '../support/server.ts'
import { begin } from '../support/swaps.ts'
import { log, say, setHidden } from '../support/talk.ts'
import { expect, test } from '../support/world.ts'

/** At most this many requests from an idle page in a minute: the status twice, and one more. */
const MOST = 3
/** A page with more is watched for another minute, up to this many. */
const MINUTES = 3
/** The clock's step in s: the shortest poll interval. */
const STEP_S = 5

test.use({ viewport: { width: 1280, height: 800 } })

/** Counts requests by path, and those that are not complete. */
function watchRequests(page: Page) {
  const sent: string[] = []
  const open = new Set<Request>()
  page.on('request', (request) => {
    open.add(request)
    sent.push(new URL(request.url()).pathname)
  })
  const close = (request: Request) => open.delete(request)
  page.on('requestfinished', close)
  page.on('requestfailed', close)
  const isQuiet = () =>
    expect.poll(() => open.size, { message: 'open requests', intervals: [1, 2, 5, 20, 100] }).toBe(0)
  return { sent, isQuiet }
}

type Traffic = ReturnType<typeof watchRequests>

/** Passes time in steps, each with its requests completed; returns the requests sent. */
async function pass(page: Page, { sent, isQuiet }: Traffic, seconds: number): Promise<string[]> {
  const before = sent.length
  for (let passed = 0; passed < seconds; passed += STEP_S) {
    await page.clock.runFor(STEP_S * 1000)
    await isQuiet()
  }
  return sent.slice(before)
}

/** Opens a screen, and waits until it is complete and the page sends nothing. */
async function settle(page: Page, traffic: Traffic, path: string) {
  await page.clock.resume()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^(Loading|Finding)/)).toHaveCount(0)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await traffic.isQuiet()
  await pass(page, traffic, 2 * STEP_S)
}

/** Creates a member with a conversation and a swap that waits for the other member. */
async function makeMember(server: Server): Promise<{ member: Member; other: Member; swap: number }> {
  const [member, other] = await Promise.all([signUpWithListens(server.url), signUpWithListens(server.url, 'bo')])
  await say(server, other, member, 'Hello')
  return { member, other, swap: await begin(server, member, other.name) }
}

test('an idle page sends at most three requests a minute, on every screen', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  test.slow()
  const { member, other, swap } = await makeMember(server)
  await page.clock.install()
  await logIn(page, member)
  const traffic = watchRequests(page)
  const paths = screens(member.name).map((path) => path.replace('someone-else', other.name))
  const tooMany: string[] = []
  for (const path of [...paths, `/track-swap-detail?id=${swap}`]) {
    await settle(page, traffic, path)
    const isPolledFast = path.startsWith('/dm/') || path.endsWith(`id=${swap}`)
    // Fast polls last for three minutes after the last touch.
    if (isPolledFast) await pass(page, traffic, 180)
    let sent = await pass(page, traffic, 60)
    // The community lives: a member's news are fetched once, polls in every minute.
    for (let minute = 2; sent.length > MOST && minute <= MINUTES; minute++) sent = await pass(page, traffic, 60)
    if (sent.length > MOST) tooMany.push(`${path}: ${sent.join(', ')}`)
  }
  expect(tooMany).toEqual([])
})

test('an open conversation is polled every 5 s while it is used, later once a minute, at once after a touch, and never in a hidden tab', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const { member, other } = await makeMember(server)
  await page.clock.install()
  await logIn(page, member)
  const traffic = watchRequests(page)
  const polls = (sent: readonly string[]) => sent.filter((path) => path === '/api/user/direct-messages').length
  await settle(page, traffic, `/dm/${other.name}`)
  expect(polls(await pass(page, traffic, 60))).toBe(12)
  await pass(page, traffic, 120)
  expect(polls(await pass(page, traffic, 60))).toBe(1)

  // The next status announces a new message, which is shown without a touch.
  await say(server, other, member, 'News')
  await pass(page, traffic, 45)
  await expect(log(page)).toContainText('News')

  const before = traffic.sent.length
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect.poll(() => polls(traffic.sent.slice(before))).toBe(1)
  await traffic.isQuiet()
  expect(polls(await pass(page, traffic, 60))).toBe(12)

  await setHidden(page, true)
  await traffic.isQuiet()
  expect(await pass(page, traffic, 60)).toEqual([])
})
