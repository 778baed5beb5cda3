import type { Page } from '@playwright/test'
import { NIGHTLY } from '../support/nightly.ts'
import { logIn, signUp } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Username' })
const button = (page: Page) => page.getByRole('button', { name: 'Search' })

test('a member is found by a part of the name, trimmed, and opened', async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto('/search')
  await expect(page.getByText('Enter a username to find their profile')).toBeVisible()
  await expect(button(page)).toBeDisabled()
  await field(page).fill('   ')
  await expect(button(page)).toBeDisabled()
  const asked = page.waitForRequest(/\/api\/user\/profile\?.*partial=true/)
  await field(page).fill(`  ${bo.name.slice(0, 8).toUpperCase()} `)
  await button(page).click()
  expect(new URL((await asked).url()).searchParams.get('user')).toBe(bo.name.slice(0, 8).toUpperCase())
  await page.getByRole('link', { name: 'View Profile' }).click()
  await expect(page).toHaveURL(`/profile/${bo.name}`)
  await page.goBack()
  await expect(page.getByRole('heading', { name: bo.name })).toBeVisible()
})

test('all matches are listed, the member last and without a link to their own profile', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const ada = await signUp(server.url, 'quuxa')
  const others = [await signUp(server.url, 'quuxb'), await signUp(server.url, 'quuxc')]
  await logIn(page, ada)
  await page.goto('/search?user=quux')
  const rows = page.getByRole('list', { name: 'Matches' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('3 matches')).toBeVisible()
  await expect(rows.last()).toContainText(ada.name)
  await expect(rows.last().getByRole('link')).toHaveCount(0)
  for (const { name } of others)
    await expect(rows.filter({ hasText: name }).getByRole('link', { name: `View Profile of ${name}` })).toBeVisible()
})

test('a search without results, one for oneself, and a refusal show their own texts', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const ada = await signUp(server.url)
  await logIn(page, ada)
  await page.goto('/search')
  await field(page).fill('nobody-has-this-name')
  await field(page).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('User not found')
  await expect(page.getByText('No user found with that username')).toBeVisible()
  await expect(page.getByText('Try entering a more complete username')).toBeVisible()
  await field(page).fill(ada.name)
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: ada.name })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveCount(0)
  await page.route('**/api/user/profile?user=xx*', (route) => route.fulfill({ status: 404, json: {} }))
  await field(page).fill('xx')
  await field(page).press('Enter')
  await expect(page.getByText('Failed to search user')).toBeVisible()
})

test('suggestions appear while typing, tolerate a missing letter, and are chosen by keyboard alone', async ({
  page,
  server,
}) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/search')
  await field(page).focus()
  await page.keyboard.type('MIREL')
  const option = page.getByRole('option', { name: 'mirelle' })
  await expect(option).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await expect(field(page)).toHaveValue('MIREL')
  await field(page).fill('')
  await page.keyboard.type('mirele')
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  const id = await option.getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'mirelle' })).toBeVisible()
  await expect(field(page)).toHaveValue('mirelle')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'View Profile' })).toBeFocused()
})

test('continued typing cancels the previous search request', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/search')
  // The first term never gets a response.
  await page.route('**/api/user/get-users?search_term=mi', () => {})
  const first = page.waitForRequest(/search_term=mi$/)
  await field(page).pressSequentially('mi')
  await first
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('search_term=mi'))
  await field(page).pressSequentially('relle')
  await cancelled
  await expect(page.getByRole('option', { name: 'mirelle' })).toBeVisible()
})
