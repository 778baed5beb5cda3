import type { Page } from '@playwright/test'
import { getSongSwaps } from '#contract/swaps/swaps.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, type Member, newSession, session, write } from '../support/people.ts'
import { follow, screens } from '../support/screens.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

/** Above it a route fails. Google calls a shift below 0.1 good. */
const LIMIT = 0.02
/** How long a screen is watched after the network was idle: late cards wait for 1.5 s without input. */
const WATCHED_MS = 2000
const SESSIONS = 6

interface Shifts {
  total: number
  /** The largest shifts with the elements that moved, for the failure message. */
  moved: string[]
}

/**
 * Runs in the page before its scripts: sums shifts, also those right after a tap. On a wide window a
 * navigation to a screen with another aside moves the column sideways: that is not counted.
 */
function watchShifts() {
  const shifts: Shifts = { total: 0, moved: [] }
  Object.assign(globalThis, { shifts })
  type Shift = PerformanceEntry & {
    value: number
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      if (sources.every(({ previousRect: from, currentRect: to }) => from.y === to.y && from.height === to.height))
        continue
      shifts.total += value
      for (const { node, previousRect: from, currentRect: to } of sources)
        shifts.moved.push(
          `${value.toFixed(3)} ${from.y} -> ${to.y}, ${from.height} -> ${to.height} px: ${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent?.slice(0, 60)}`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function readShifts(page: Page): Promise<Shifts> {
  await expect(page.locator('#filled, main[inert]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(WATCHED_MS)
  return page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts)
}

/** Sends the track that a member plays now, as a player does. */
async function play(server: Server, member: Member): Promise<void> {
  const made = await write(server.url, member, '/api/user/create-scrobble-token', { user: member.name, name: 'Phone' })
  const { token } = (await made.json()) as { token: string }
  await fetch(`${server.url}/1/submit-listens`, {
    method: 'POST',
    headers: { Authorization: `Token ${token}` },
    body: JSON.stringify({
      listen_type: 'playing_now',
      payload: [
        {
          track_metadata: {
            track_name: 'Rain on Tin',
            artist_name: 'Sol Ferro',
            additional_info: { duration_ms: 3_500_000 },
          },
        },
      ],
    }),
  })
}

/** A demo member with swaps, messages and listens, several sessions, playing as a followed member is. */
async function richMember(server: Server): Promise<{ member: Member; swap: string }> {
  const [, name = '', password = ''] = /Log in as (\S+), .* with the password (\S+)\.\n/.exec(server.printed()) ?? []
  const [member, other] = [
    { name, password },
    { name: 'kojiro', password },
  ]
  for (let made = 0; made < SESSIONS; made++) await newSession(server.url, member)
  await write(server.url, member, '/api/user/follow', { follower: name, followee: other.name })
  await play(server, member)
  await play(server, other)
  const url = `${server.url}${getSongSwaps.path}?${new URLSearchParams({ user: name })}`
  const response = await fetch(url, { headers: { cookie: await session(server.url, member) } })
  const { songSwaps } = (await response.json()) as { songSwaps: { id: number }[] }
  return { member, swap: String(songSwaps[0]?.id) }
}

/** The routes with content: the demo's members and swaps in place of placeholders. */
const paths = (member: string, swap: string) =>
  screens(member).map((path) => path.replace('someone-else', 'kojiro').replace('detail?id=1', `detail?id=${swap}`))

for (const width of [390, 1280]) {
  test(`no route shifts its layout at ${width} px, on a hard load and opened in the app`, {
    tag: NIGHTLY,
  }, async ({ page, server }) => {
    test.setTimeout(900_000)
    const { member, swap } = await richMember(server)
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(watchShifts)
    await logIn(page, member)
    const rows: string[] = []
    const above: string[] = []
    const note = (way: string, path: string, { total, moved }: Shifts) => {
      rows.push(`${total.toFixed(3)} ${way} ${path}`)
      if (total >= LIMIT) above.push(`${total.toFixed(3)} ${way} ${path}\n  ${moved.slice(0, 6).join('\n  ')}`)
    }
    for (const path of paths(member.name, swap)) {
      await page.goto(path)
      note('hard', path, await readShifts(page))
      await page.goto('/about')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() =>
        Object.assign((globalThis as unknown as { shifts: Shifts }).shifts, { total: 0, moved: [] }),
      )
      await follow(page, path)
      note('in the app', path, await readShifts(page))
    }
    console.log(rows.toSorted().toReversed().join('\n'))
    expect(above.join('\n')).toBe('')
  })
}
