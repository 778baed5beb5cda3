import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { feed } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

/** Opens the feed and waits for its header's buttons. */
async function open(page: Page) {
  await page.goto('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  return {
    plus: page.getByRole('link', { name: 'Broadcast a Track' }),
    share: page.getByRole('button', { name: 'Share broadcast' }).first(),
    shown: page.getByRole('tooltip'),
  }
}

test('hovering opens a tooltip, moving to the next control opens its own at once, Escape closes it', {
  tag: NIGHTLY,
}, async ({ page }) => {
  const { plus, share, shown } = await open(page)
  // Its code loads when the page is idle.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await plus.hover()
    await expect(shown).toHaveText('Broadcast a Track', { timeout: 2000 })
  }).toPass()
  // There is no space above the header.
  const [tip, trigger] = [await shown.boundingBox(), await plus.boundingBox()]
  expect(tip?.y).toBeGreaterThanOrEqual((trigger?.y ?? 0) + (trigger?.height ?? 0))

  // A row that is rendered anew below the pointer gets no hover before the next movement.
  await expect(async () => {
    await plus.hover()
    await share.hover()
    await expect(shown).toHaveText('Share broadcast', { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
})

test('keyboard focus opens a tooltip at once, a press closes it, and touch opens none', { tag: NIGHTLY }, async ({
  page,
}) => {
  const { plus, shown } = await open(page)
  await expect(async () => {
    await plus.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(plus).toBeFocused()
    await expect(shown).toHaveText('Broadcast a Track', { timeout: 1000 })
  }).toPass()
  await page.mouse.move(0, 0)
  await plus.blur()
  await expect(shown).toHaveCount(0)

  await plus.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
  await plus.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
  await expect(shown).toHaveText('Broadcast a Track')
  await plus.dispatchEvent('pointerdown', { pointerType: 'mouse', bubbles: true })
  await expect(shown).toHaveCount(0)
})

test('a tooltip is removed with its button', { tag: NIGHTLY }, async ({ page }) => {
  const { plus, shown } = await open(page)
  await expect(async () => {
    await page.mouse.move(0, 0)
    await plus.hover()
    await expect(shown).toHaveCount(1, { timeout: 2000 })
  }).toPass()
  await plus.evaluate((button) => button.remove())
  await page.mouse.move(300, 500)
  await expect(shown).toHaveCount(0)
})
