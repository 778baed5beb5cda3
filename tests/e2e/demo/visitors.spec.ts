import { NIGHTLY } from '#tests/support/nightly.ts'
import { broadcast, feed, fillLogIn, likeButton, logIn, signUp, signUpWithListens, write } from '../support/people.ts'
import { begin } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

test('a visitor on a phone sees what Flipside is, and every sign-in leads back to where it began', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  const swap = await begin(server, member, 'mirelle')
  await page.goto('/')
  const welcome = page.getByRole('region', { name: 'Welcome' })
  await expect(welcome).toContainText('Swap tracks with another listener')
  await expect(welcome.getByRole('link', { name: 'Log In' })).toBeInViewport()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByText('Swap tracks with another listener').and(page.locator(':visible'))).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 844 })

  await welcome.getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await page.goBack()
  await page.getByRole('link', { name: 'Broadcast a Track' }).click()
  await expect(page).toHaveURL('/login?next=%2Fbroadcast-track')
  await page.goto('/profile/kojiro')
  await likeButton(page.getByRole('main')).first().click()
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Fkojiro')

  await page.goto(`/track-swap-detail?id=${swap}`)
  await page.getByRole('link', { name: 'Log In' }).click()
  await fillLogIn(page, member.name, member.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(`/track-swap-detail?id=${swap}`)
  // The demo's mirelle may have responded already.
  await expect(page.getByText(/You Initiated a Track Swap|Your Match Has Responded/)).toBeVisible()

  for (const path of ['/login?next=%2Fsearch%3Fuser%3Da', '/signup?next=%2Fsearch%3Fuser%3Da']) {
    await page.goto(path)
    await expect(page.getByText(`You are logged in as ${member.name}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/search?user=a')
  }
})

test('a sign-out removes the badges of tabs and icon at once, although the server still responds for the member', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const shown: number[] = []
    Object.assign(globalThis, { shown })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void shown.push(count),
      clearAppBadge: async () => void shown.push(0),
    })
  })
  const [member, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await write(server.url, bo, '/api/send-direct-message', { user: bo.name, recipient: member.name, message: 'Hello' })
  await logIn(page, member)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await expect(tabs).toContainText('unread')
  await tabs.getByRole('link', { name: 'Profile' }).click()

  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  await page.route('**/api/user/logout*', async (route) => {
    await ended
    await route.continue()
  })
  const response = page.waitForResponse(async (response) => {
    if (!response.url().includes('/api/user/status')) return false
    return ((await response.json()) as { viewer: string | null }).viewer === member.name
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Log in to see your profile data!')).toBeVisible()
  await response
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { shown: number[] }).shown.at(-1))).toBe(0)
  await expect(tabs).not.toContainText('unread')
  const settled = page.waitForResponse(async (response) => {
    if (!response.url().includes('/api/user/status')) return false
    return ((await response.json()) as { viewer: string | null }).viewer === null
  })
  end()
  await settled
  await expect(tabs).not.toContainText('unread')
})

test("the back arrow of another member's profile leads to the previous screen, or to the feed after a direct visit", async ({
  page,
}) => {
  await page.goto('/search?user=kojiro')
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'kojiro' })).toBeVisible()
  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter')
  await expect(page).toHaveURL('/search?user=kojiro')

  await page.goto('about:blank')
  await page.goto('/profile/kojiro')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(broadcast(page, '').first()).toBeVisible()
  await expect(page).toHaveURL('/')
})
