import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

/** Returns the focused element's name; empty without one. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement
    return it instanceof HTMLElement && it !== document.body ? (it.ariaLabel ?? it.innerText).trim() : ''
  })

/**
 * Presses Tab once around the page; returns the number of screen stops that were reached, and of
 * all.
 */
async function tabThrough(page: Page): Promise<{ reached: number; there: number }> {
  const there = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, textarea, [tabindex="0"])')
    // In a radio group Tab reaches the checked button.
    const isStop = (element: HTMLElement) =>
      element.tabIndex >= 0 && !element.matches(':disabled, [type="radio"]:not(:checked)')
    const open = [...all].filter((element) => element.checkVisibility() && isStop(element))
    for (const it of open) it.dataset['stop'] = ''
    return open.length
  })
  for (let press = 0; press < there + 12; press++) {
    await page.keyboard.press('Tab')
    await page.evaluate(() => {
      const it = document.activeElement
      const isSeen = it?.matches(':focus-visible') ?? false
      if (it instanceof HTMLElement && isSeen) delete it.dataset['stop']
    })
  }
  const left = await page.evaluate(() => document.querySelectorAll('main [data-stop]').length)
  return { reached: there - left, there }
}

test('Tab reaches all controls, with a visible focus', { tag: NIGHTLY }, async ({ page, server }) => {
  test.slow()
  const ada = await signUpWithListens(server.url)
  await logIn(page, ada)
  const paths = ['/profile', '/profile/mirelle', '/following/mirelle', '/search', '/search?user=mirelle', '/dm/mirelle']
  for (const path of [...paths, '/artist/1', '/exploration/1', '/friends', '/activity', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    // What comes without a sign of loading would be more stops than were counted.
    await page.waitForLoadState('networkidle')
    const { reached, there } = await tabThrough(page)
    expect(there, path).toBeGreaterThan(0)
    expect(reached, path).toBe(there)
  }
})

test('the focus is never lost in menus, dialogs, blocking and unblocking by keyboard alone', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const [ada, bo] = [await signUp(server.url), await signUp(server.url, 'bo')]
  await logIn(page, ada)
  await page.goto(`/profile/${bo.name}`)
  const more = `More about ${bo.name}`
  const openMenu = async () => {
    await page.getByRole('button', { name: more }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: bo.name })).toBeVisible()
  }
  await openMenu()
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe(more)
  for (const step of ['Mute...', 'Block...', 'Report...']) {
    await openMenu()
    await page.getByRole('button', { name: step }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await focused(page), step).toBe(more)
  }
  await openMenu()
  await page.getByRole('button', { name: 'Block...' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Block', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`You have blocked ${bo.name}.`)).toBeVisible()
  await expect.poll(() => focused(page)).toBe(bo.name)
  await page.getByRole('button', { name: 'Unblock' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible()
  await expect.poll(() => focused(page)).toBe(bo.name)

  await page.goto('/profile')
  for (const opener of ['Edit Profile', 'Add Picture']) {
    await page.getByRole('button', { name: opener }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await focused(page)).toBe(opener)
  }
})
