import { feed } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

// Both triggers are in sight: scrolling closes a tooltip.
test.use({ viewport: { width: 1280, height: 1600 } })

test('a mouse that rests opens a tooltip, one that goes on the next at once, Escape closes it', async ({ page }) => {
  await page.goto('/')
  const [first, second] = [0, 1].map((place) => feed(page).getByRole('button', { name: 'Share broadcast' }).nth(place))
  if (!first || !second) throw new Error('two broadcasts are needed')
  await expect(second).toBeVisible()
  const shown = page.getByRole('tooltip')
  // Its code comes when the page has come to rest.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await first.hover()
    await expect(shown).toHaveText('Share broadcast', { timeout: 2000 })
  }).toPass()
  const above = await shown.boundingBox()
  const trigger = await first.boundingBox()
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(trigger?.y ?? 0)

  await second.hover()
  await expect(shown).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
})

test('the keyboard opens a tooltip at once, a press closes it, and a finger opens none', async ({ page }) => {
  await page.goto('/')
  const share = feed(page).getByRole('button', { name: 'Share broadcast' }).first()
  await expect(share).toBeVisible()
  const shown = page.getByRole('tooltip')
  await expect(async () => {
    await share.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(share).toBeFocused()
    await expect(shown).toHaveText('Share broadcast', { timeout: 1000 })
  }).toPass()
  await page.mouse.move(0, 0)
  await share.blur()
  await expect(shown).toHaveCount(0)

  await share.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
  await share.dispatchEvent('pointerover', { pointerType: 'mouse', bubbles: true })
  await expect(shown).toHaveText('Share broadcast')
  await share.dispatchEvent('pointerdown', { pointerType: 'mouse', bubbles: true })
  await expect(shown).toHaveCount(0)
})
