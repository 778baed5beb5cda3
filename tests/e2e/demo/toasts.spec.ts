import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp } from '../support/people.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

const DURATION_MS = 5000

/**
 * Mutes a member, which shows a toast with an action. The page's clock is under the test's control.
 */
async function showToast(page: Page, server: Server) {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await page.clock.install()
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  await page.getByRole('button', { name: `More about ${bo.name}` }).click()
  await page.getByRole('button', { name: 'Mute...' }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  const undo = region.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  return { region, undo, close: region.getByRole('button', { name: 'Close' }) }
}

/** Drags the toast at its left edge. */
async function swipe(page: Page, undo: ReturnType<Page['getByRole']>, distancePx: number) {
  const box = await undo.locator('..').boundingBox()
  if (!box) throw new Error('The toast has no box.')
  const [x, y] = [box.x + 20, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distancePx, y, { steps: 5 })
  await page.mouse.up()
}

test('a toast is dismissed after 5 s, and hover pauses its timer', { tag: NIGHTLY }, async ({ page, server }) => {
  const { region, undo } = await showToast(page, server)
  await region.hover()
  await page.clock.runFor(2 * DURATION_MS)
  await expect(undo).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(DURATION_MS)
  await expect(undo).toBeHidden()
})

test('a swipe of 50 px to the right dismisses a toast, a shorter swipe does not', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const { undo } = await showToast(page, server)
  await swipe(page, undo, 45)
  await expect(undo).toBeVisible()
  await swipe(page, undo, -80)
  await expect(undo).toBeVisible()
  await swipe(page, undo, 60)
  await expect(undo).toBeHidden()
})

test('F8 moves the focus to the toasts and pauses the timer, Escape dismisses the toast', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const { region, undo, close } = await showToast(page, server)
  await page.mouse.move(0, 0)
  await page.keyboard.press('F8')
  await expect(region).toBeFocused()
  await page.clock.runFor(2 * DURATION_MS)
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(undo).toBeHidden()
  await expect(region).toBeFocused()
})

test('toasts are announced politely', { tag: NIGHTLY }, async ({ page, server }) => {
  const { region } = await showToast(page, server)
  await expect(region).toHaveAttribute('aria-live', 'polite')
})
