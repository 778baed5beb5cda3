import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { logIn, type Member, signUpWithListens } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { begin, chooseMatch, rate, sendTrack, tracksOf } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

/**
 * Creates a member with an invite, an answered swap, a completed one and a waiting one; returns
 * their addresses.
 */
async function aFullTable(server: Server): Promise<{ member: Member; bo: Member; paths: readonly string[] }> {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const invite = await begin(server, bo, member.name)
  const waiting = await begin(server, member, bo.name)
  const answered = await begin(server, member, bo.name)
  await sendTrack(server, bo, answered)
  await rate(server, bo, answered, 4)
  const completed = await begin(server, bo, member.name)
  await sendTrack(server, member, completed)
  await rate(server, member, completed, 3)
  await rate(server, bo, completed, 5)
  const details = [invite, waiting, answered, completed].map((id) => `/track-swap-detail?id=${id}`)
  return {
    member,
    bo,
    paths: [
      '/track-swap-entry',
      '/track-swap',
      '/track-swap?find=mir',
      '/track-swap-history',
      ...details,
      `/track-swap-results?id=${completed}`,
      `/swap-points-results?id=${completed}`,
      `/track-swap-action?id=${invite}`,
    ],
  }
}

const hasCome = async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^(?:Loading|Finding your match|Searching)/)).toHaveCount(0)
}

test('axe finds no fault on the screens of a game, which do not scroll sideways at 320 pixels with the text at 200 %', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  test.slow()
  const { member, bo, paths } = await aFullTable(server)
  await logIn(page, member)
  // A random match may have a short name.
  await chooseMatch(page, bo.name)
  const [faults, wider]: [string[], string[]] = [[], []]
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await hasCome(page)
    faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      return document.documentElement.scrollWidth
    })
    if (width > 320) wider.push(`${path}: ${width} px`)
  }
  expect({ faults, wider }).toEqual({ faults: [], wider: [] })
})

test('an invite is answered by keyboard alone', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  const bo = await signUpWithListens(server.url, 'bo')
  const swap = await begin(server, bo, member.name)
  await logIn(page, member)
  await page.goto(`/track-swap-detail?id=${swap}`)
  await expect(page.getByRole('option').first()).toBeVisible()
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      const label = await page.evaluate(() => {
        const it = document.activeElement
        return `${it?.tagName} ${it?.getAttribute('type') ?? ''} ${it?.getAttribute('role') ?? ''} ${it?.textContent ?? ''}`
      })
      if (name.test(label)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} is not reached`)
  }
  await tabTo(/BUTTON.*I know it/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: '1' })).toBeFocused()
  await page.keyboard.press('Space')
  for (let at = 1; at < 4; at++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4' })).toBeChecked()
  await tabTo(/combobox/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(/BUTTON.*Send Rating/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: "You've Responded to a Track Swap" })).toBeVisible()
})

test('three thousand swaps are counted, filtered and scrolled, and rendered only when visible', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  test.slow()
  const member = await signUpWithListens(server.url)
  const [track] = await tracksOf(server, member)
  await server.query(
    `insert into song_swaps (initiator_id, matched_id, initiator_track_id, created_at, sent_at)
     select a.id, b.id, $2, now(), now() from members a, members b, generate_series(1, 3000)
     where a.name = $1 and b.name = 'mirelle'`,
    member.name,
    track?.id,
  )
  await logIn(page, member)
  await page.goto('/track-swap-history')
  await expect(page.getByRole('radio', { name: 'All 3000' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('radio', { name: 'Pending 3000' })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Track swaps' }).getByRole('listitem')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(rows.last()).toHaveAttribute('aria-posinset', '3000')
  expect(await rows.count()).toBeLessThan(40)
  await page.getByPlaceholder('Member or track').fill('nobody of this name')
  await expect(page.getByText('No matching swaps.')).toBeVisible()
})
