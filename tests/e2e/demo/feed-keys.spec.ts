import type { Page } from '@playwright/test'
import { feed, logIn, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

const focusedPlace = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))

/** Runs in the page: returns whether the focused element's middle is visible. */
function isSeen(): boolean {
  const focused = document.activeElement
  if (focused === null) return false
  const { left, top, width, height } = focused.getBoundingClientRect()
  const bottom = Math.min(top + height, innerHeight)
  return focused.contains(document.elementFromPoint(left + width / 2, (Math.max(top, 0) + bottom) / 2))
}

/** The newest item may be a post by System, which has no link. */
const focusFirst = (page: Page) => feed(page).getByRole('article').first().locator('a, button').first().focus()

test('Page Down and Up move through the feed, visibly, and Control moves out of it', async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/')
  // The virtual list is loaded.
  await expect(feed(page).locator('article[data-index="5"]')).toBeVisible()
  // The feed's stored HTML is replaced by the app, which handles keys, at some moment.
  const moveToSecond = async () => {
    await focusFirst(page)
    await page.keyboard.press('PageDown')
    expect(await focusedPlace(page)).toBe('2')
  }
  await expect(moveToSecond).toPass()
  expect(await page.evaluate(isSeen)).toBe(true)
  for (const place of ['3', '4', '5']) {
    await page.keyboard.press('PageDown')
    expect(await focusedPlace(page)).toBe(place)
    expect(await page.evaluate(isSeen)).toBe(true)
  }
  await page.keyboard.press('PageUp')
  expect(await focusedPlace(page)).toBe('4')
  expect(await page.evaluate(isSeen)).toBe(true)
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(outline).not.toBe('none')

  await page.keyboard.press('Control+Home')
  // The last control before the feed: the demo members may have broadcast meanwhile.
  const last = page.getByRole('button', { name: /^(?:Following$|(?:\d+ n|N)ew broadcast)/ }).last()
  await expect(last).toBeFocused()
  await focusFirst(page)
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' })).toBeFocused()
})
