import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

const field = (page: Page) => page.getByRole('searchbox', { name: 'Music, people and broadcasts' })
const button = (page: Page) => page.getByRole('button', { name: 'Search' })

test('a member is found by a part of the name, trimmed, and opened', async ({ page, server }) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto('/search')
  await expect(page.getByText('Enter a username to find their profile')).toBeVisible()
  await expect(button(page)).toBeDisabled()
  await field(page).fill('   ')
  await expect(button(page)).toBeDisabled()
  const requested = page.waitForRequest(/\/api\/user\/profile\?.*partial=true/)
  await field(page).fill(`  ${bo.name.slice(0, 8).toUpperCase()} `)
  await button(page).click()
  expect(new URL((await requested).url()).searchParams.get('user')).toBe(bo.name.slice(0, 8).toUpperCase())
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
  await expect(page.getByText('User not found')).toBeVisible()
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

test('results appear while typing, and the keyboard leads from the field to them', async ({ page, server }) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/search')
  await field(page).focus()
  await page.keyboard.type('mirelle')
  await expect(page.getByRole('heading', { name: 'mirelle' })).toBeVisible()
  await expect(page).toHaveURL('/search?user=mirelle')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'View Profile' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/mirelle')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
  await field(page).fill('')
  await page.getByRole('button', { name: 'mirelle', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'mirelle' })).toBeVisible()
})

test('continued typing requests nothing for terms that were passed over', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  await logIn(page, await signUp(server.url))
  await page.goto('/search')
  const terms: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search-broadcasts') terms.push(searchParams.get('search_term'))
  })
  await field(page).pressSequentially('mirelle', { delay: 20 })
  await expect(page.getByRole('heading', { name: 'mirelle' })).toBeVisible()
  expect(terms).toEqual(['mirelle'])
})
