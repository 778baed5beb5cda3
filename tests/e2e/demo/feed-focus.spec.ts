import type { Page } from '@playwright/test'
import { broadcast, logIn, shareTrack, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

const focusedPlace = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'))

test('scrolling away does not lose the focus, and a deleted broadcast passes it to its neighbour', async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  await shareTrack(page, 'soon gone')
  const mine = broadcast(page, 'soon gone')
  const menu = mine.getByRole('button', { name: 'More about your broadcast' })
  await menu.focus()
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await mine.getByRole('button', { name: 'Delete broadcast' }).press('Enter')
  await expect(mine).toHaveCount(0)
  await expect.poll(() => focusedPlace(page)).toBe('1')
})
