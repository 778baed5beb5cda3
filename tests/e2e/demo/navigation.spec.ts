import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { fillLogIn, logIn, signUpWithListens } from '../support/people.ts'
import { follow, redirects, screens } from '../support/screens.ts'
import { expect, test } from '../support/world.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Returns every path in the generated route tree, with its parameters as `*`. */
function routePaths(): string[] {
  const tree = readFileSync(join(ROOT, 'src/routeTree.gen.ts'), 'utf8')
  const union = /fullPaths:\n([\s\S]*?)\n\s+fileRoutesByTo/.exec(tree)?.[1] ?? ''
  return [...union.matchAll(/'([^']+)'/g)].map(([, path = '']) =>
    path.replaceAll(/\$\w+/g, '*').replace(/(?<=.)\/$/, ''),
  )
}

const heading = (page: Page) => page.locator('main h1')

/** Screens without a back arrow: the tab bar replaces it. */
const TABS = ['/', '/search', '/track-swap-entry', '/profile', '/there-is-nothing-here']

test("after every navigation the new screen's heading has the focus; each route has a title and a way back", {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.localName), 'the first screen moves no focus').toBe('body')

  const titles = new Map<string, string>()
  let before = await page.title()
  const shown = screens(member.name).filter((path) => path !== '/')
  for (const path of [...shown, '/']) {
    await follow(page, path)
    await expect(page, path).toHaveURL(path)
    await expect(heading(page), path).toBeFocused()
    const isTab = TABS.includes(path)
    await expect(
      page.locator('main header [aria-label^="Back"]:not([aria-current])'),
      `${path}: the way back`,
    ).toHaveCount(isTab ? 0 : 1)
    await expect(page, path).not.toHaveTitle(before)
    before = await page.title()
    titles.set(path, before)
  }
  const taken = [...titles].map(([path, title]) => `${title} (${path})`)
  expect(new Set(titles.values()).size, taken.join('\n')).toBe(titles.size)
  for (const [path, title] of titles) expect(title, path).toMatch(/^.+ · Flipside$/)
  expect(titles.get('/there-is-nothing-here')).toBe('404 Page Not Found · Flipside')
  expect(titles.get('/profile/someone-else')).toContain('someone-else')
  expect(titles.get('/dm/someone-else')).toContain('someone-else')
  expect(titles.get('/track-swap-confirmation')).not.toContain('Sent')

  const known = [...shown, ...redirects].map((path) => path.split('?')[0])
  const unvisited = routePaths().filter(
    (route) =>
      route !== '/' && !known.some((path) => new RegExp(`^${route.replaceAll('*', '[^/]+')}$`).test(`${path}`)),
  )
  expect(unvisited, 'routes that tests/e2e/support/screens.ts lacks').toEqual([])
})

test('tabs, links, buttons, keys and the history move the focus to the heading, also of a slow screen', async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await page.goto('/login')
  await fillLogIn(page, member.name, member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page)).toBeFocused()
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

  await tab('Search').click()
  await expect(page).toHaveURL('/search')
  await expect(heading(page)).toBeFocused()
  await tab('Profile').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
  await expect(heading(page)).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/search')
  await expect(heading(page)).toBeFocused()
  await page.goForward()
  await expect(page).toHaveURL('/profile')
  await expect(heading(page)).toBeFocused()

  // The next screen's code loads slowly, and so does what it shows: the name is in the address.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/user/profile?user=kojiro*', async (route) => {
    await released
    await route.continue()
  })
  await page.route(/assets\/.*settings.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await follow(page, '/profile/kojiro')
  const followers = page.getByRole('link', { name: /follower/ })
  await expect(page.getByRole('heading', { level: 1, name: 'kojiro' })).toBeFocused()
  await expect(followers).toBeHidden()
  release()
  await expect(followers).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'kojiro' })).toBeFocused()
  await expect(page).toHaveTitle('kojiro · Flipside')
  await follow(page, '/artist/1')
  await expect(page).toHaveTitle(/^.+: Top Listens Leaderboard · Flipside$/)
})

test('a pressed tab is marked at once, and the screen remains as it is until the next one comes', async ({
  page,
  server,
}) => {
  await logIn(page, await signUpWithListens(server.url))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/search-.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible()
  await page.locator('main > *').evaluateAll((parts) => {
    for (const part of parts) part.setAttribute('data-test-before', '')
  })
  const search = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' })
  await search.click()
  await expect(search).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL('/search')
  // Its hidden strip too: to remove it would move or restyle everything below.
  await expect(page.locator('main > [data-offline][data-test-before]')).toHaveCount(1)
  await expect(page.locator('main > :not([data-test-before])')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
})
