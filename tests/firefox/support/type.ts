import { expect, type Locator, type Page } from '@playwright/test'
import { MEMBER_KEY } from '#contract/storage-names.ts'
import type { Member } from '#tests/e2e/support/people.ts'

/**
 * Types into a field by keys. `fill` sets the value in the page by WebDriver BiDi, which React does
 * not notice.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.pressSequentially(text)
}

/** Logs in at /login and waits until the device has stored the member. */
export async function logInByTyping(page: Page, { name, password }: Member): Promise<void> {
  await page.goto('/login')
  await typeInto(page.getByRole('textbox', { name: 'username' }), name)
  await typeInto(page.getByRole('textbox', { name: 'password' }), password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), MEMBER_KEY)).toContain(name)
}
