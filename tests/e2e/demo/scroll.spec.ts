import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { feed, logIn, type Member, signUpWithListens } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { tracksOf } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

/** Navigates as a link does: the router follows the browser's history. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    // set by the router
    const { __TSR_index: index = 0 } = (history.state ?? {}) as { __TSR_index?: number }
    const key = Math.random().toString(36).slice(2)
    history.pushState({ key, __TSR_key: key, __TSR_index: index + 1 }, '', to)
  }, path)

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

const leave = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
}

interface Seen {
  row: string | undefined
  top: number
}

/** Returns the first row below the header and its position in the window. */
const placeOf = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
    const first = rows.find((row) => row.getBoundingClientRect().top >= 100)
    const top = Math.round(first?.getBoundingClientRect().top ?? 0)
    return { row: first?.dataset['row'], top }
  })

/**
 * Checks that the same row is at the same position, regardless of changes above it, and remains
 * there: rows that are measured after it was reached move it for a moment.
 */
async function isThere(page: Page, { row, top }: Seen, when: string) {
  const distance = () =>
    page.evaluate(
      async ([id, before]) => {
        let largest = 0
        for (let frame = 0; frame < 30; frame++) {
          const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
          const now = rows.find((each) => each.dataset['row'] === id)?.getBoundingClientRect().top
          largest = Math.max(largest, now === undefined ? Infinity : Math.round(Math.abs(now - before)))
          await new Promise(requestAnimationFrame)
        }
        return largest
      },
      [row, top] as const,
    )
  await expect.poll(distance, when).toBeLessThan(8)
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Scrolls in steps, as a user does, until the rows there are measured; returns the position. */
async function scrollDown(page: Page, y: number): Promise<Seen> {
  for (let at = 500; at < y; at += 500) {
    await page.evaluate((top) => scrollTo(0, top), at)
    await twoFrames(page)
  }
  await page.evaluate((top) => scrollTo(0, top), y)
  // Rows that are measured only now move the page.
  let before = await placeOf(page)
  const isStill = async () => {
    await twoFrames(page)
    const [last, now] = [before, await placeOf(page)]
    before = now
    return now.row === last.row && now.top === last.top
  }
  await expect.poll(isStill).toBe(true)
  expect(await scrolled(page)).toBeGreaterThan(y - 500)
  return before
}

/** Creates hundreds of followers, followed members and swaps. */
async function crowd(server: Server, member: Member) {
  await server.query(
    `insert into members (name, name_key)
     select 'crowd' || n, 'crowd' || n from generate_series(1, 150) n on conflict do nothing`,
  )
  await server.query(
    `insert into follows (follower_id, followee_id)
     select c.id, m.id from members c, members m where c.name like 'crowd%' and m.name = $1`,
    member.name,
  )
  const [track] = await tracksOf(server, member)
  await server.query(
    `insert into song_swaps (initiator_id, matched_id, initiator_track_id, created_at, sent_at)
     select a.id, b.id, $2, now(), now() from members a, members b, generate_series(1, 60)
     where a.name = $1 and b.name = 'crowd1'`,
    member.name,
    track?.id,
  )
}

for (const width of [390, 1280])
  test.describe(`${width} px`, { tag: width < 1100 ? [] : NIGHTLY }, () => {
    test.use({ viewport: { width, height: 844 } })

    test('Back and a reload restore the position in the feed, the followers and the history', async ({
      page,
      server,
    }) => {
      test.slow()
      const member = await signUpWithListens(server.url)
      await crowd(server, member)
      await logIn(page, member)
      await expect(feed(page).getByRole('article').first()).toBeVisible()
      await expect(page.locator('[role=feed][aria-busy=false]')).toBeVisible()
      for (const [path, y] of [
        ['/', 1500],
        ['/', 3000],
        [`/followers/${member.name}`, 3000],
        // On a wide window the history scrolls on its own: wide.spec.ts.
        ...(width < 1100 ? ([['/track-swap-history', 3000]] as const) : []),
      ] as const) {
        if (new URL(page.url()).pathname !== path) {
          const title = await page.title()
          await follow(page, path)
          // until then the screen before is shown, and scrolls
          await expect(page).not.toHaveTitle(title)
        }
        await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(y + 844)
        const place = await scrollDown(page, y)
        await leave(page)
        await expect.poll(() => scrolled(page), path).toBe(0)
        await page.goBack()
        await isThere(page, place, `${path} after Back`)
        await page.reload()
        await isThere(page, place, `${path} after a reload`)
      }
    })
  })
