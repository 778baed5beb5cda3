import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { broadcast, feed, logIn, shareTrack, signUpWithListens } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

test('tracks of the feed, a broadcast and a profile open in the chosen music service', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  const caption = `a song of ${member.name}`
  await shareTrack(page, caption)
  await page.goto('/settings')
  await page.getByLabel('Open tracks in').selectOption('Tidal')
  const inTidal = page.getByRole('link', { name: /\(opens Tidal\)$/ })
  await page.goto('/')
  const link = broadcast(page, caption).getByRole('link', { name: /\(opens Tidal\)$/ })
  await expect(link).toHaveAttribute('href', /^https:\/\/listen\.tidal\.com\/search\?q=/)
  await expect(link).toHaveAttribute('target', '_blank')

  const [row] = await server.query<{ id: string }>('select id from broadcasts where title = $1', caption)
  await page.goto(`/broadcast/${row?.id}`)
  await expect(inTidal).toBeVisible()
  await page.goto('/profile')
  await expect(inTidal.first()).toBeVisible()
})

/** Adds posts by System on top of the feed, more than its first two pages. */
const postAsSystem = (server: Server, count: number) =>
  server.query(
    `insert into broadcasts (author_id, type, title, created_at)
     select members.id, 'Activity', 'guest' || guest || ' joined Flipside.', now()
     from members, generate_series(1, $1::int) guest where is_system`,
    count,
  )

test("System's posts are folded across pages, opened by the keyboard, and hidden by a setting", {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await postAsSystem(server, 160)
  await page.goto('/')
  const fold = feed(page).getByRole('button', { name: /^System: 1[6-9]\d people joined/ })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(feed(page).getByText('guest160 joined Flipside.')).toHaveCount(0)
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(feed(page).getByText('guest160 joined Flipside.')).toBeVisible()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await expect(feed(page).locator('article:focus')).toContainText('guest159 joined Flipside.')
  expect(await axeFaults(page)).toEqual([])
  await fold.click()
  await expect(feed(page).getByText('guest160 joined Flipside.')).toHaveCount(0)

  await page.goto('/settings')
  await page.getByRole('switch', { name: 'Hide posts by System' }).click()
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await expect(feed(page).getByText(/joined|Track Swap/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /[Nn]ew broadcasts?$/ })).toHaveCount(0)
  await server.query("delete from broadcasts where title like 'guest%'")
})
