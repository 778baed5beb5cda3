import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { feed, isReadyForOffline, logIn, signUpWithListens, write } from '../support/people.ts'
import { screens } from '../support/screens.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

/** Waits until a screen's heading is there and it shows no loading state. */
async function hasCome(page: Page): Promise<void> {
  // The app has replaced the frame, or what the server has put into the page.
  await expect(page.locator('#filled, main[inert]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

test('every route opens offline after one visit of the app', { tag: [WITH_WORKER, NIGHTLY] }, async ({
  page,
  context,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await isReadyForOffline(page)
  await context.setOffline(true)
  // The admins' screens need the server, and their code is not stored.
  for (const path of screens(member.name).filter((each) => !each.startsWith('/admin'))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText(/This screen has failed/), path).toHaveCount(0)
  }
})

test('on every screen axe finds no fault in either theme, and nothing scrolls sideways at 320 pixels with the text at 200 %', {
  tag: [WITH_WORKER, NIGHTLY],
}, async ({ page, server }) => {
  test.slow()
  const [faults, wider]: [string[], string[]] = [[], []]
  const check = async (path: string) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await hasCome(page)
    faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
    await page.setViewportSize({ width: 320, height: 640 })
    const { scrollWidth, out } = await page.evaluate(widthOfLargeText)
    if (scrollWidth > 320) wider.push(`${path}: ${scrollWidth} px by ${out}`)
  }
  const member = await signUpWithListens(server.url)
  for (const path of ['/', '/login', '/signup', '/profile', '/broadcast-track']) await check(path)
  await page.goto('about:blank')
  await logIn(page, member)
  for (const path of screens(member.name)) await check(path)
  expect({ faults, wider }).toEqual({ faults: [], wider: [] })
})

/**
 * Runs in the page: doubles the text; returns the width that scrolls and the elements that
 * overflow.
 */
function widthOfLargeText() {
  document.documentElement.style.fontSize = '200%'
  const { clientWidth, scrollWidth } = document.documentElement
  const isOut = (element: Element) => element.getBoundingClientRect().right > clientWidth
  const out = [...document.querySelectorAll('body *')].filter(
    (element) => isOut(element) && ![...element.children].some(isOut),
  )
  // The bar is fixed: its overflow does not scroll.
  const barWidth = document.querySelector('nav')?.scrollWidth ?? 0
  return {
    scrollWidth: Math.max(scrollWidth, barWidth),
    out: out.map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`).join(', '),
  }
}

test('at 320 pixels with the text at 200 % the feed has its buttons in one row, and replies do not overflow', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  const [member, other] = await Promise.all([signUpWithListens(server.url), signUpWithListens(server.url, 'bo')])
  const text = 'A reply that is long enough to wrap, with @mirelle in it.'
  const [newest] = await server.query<{ id: string }>('select max(id) as id from broadcasts where track_id is not null')
  const broadcast = String(newest?.id)
  await write(server.url, other, '/api/create-reply', { user: other.name, broadcast, text })
  await logIn(page, member)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await page.evaluate(widthOfLargeText)
  const buttons = page.getByRole('main').locator('header :is(a, button)')
  await expect(buttons).toHaveCount(3)
  const tops = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)

  await page.goto(`/broadcast/${broadcast}`)
  await expect(page.getByText('A reply that is long')).toBeVisible()
  const { scrollWidth, out } = await page.evaluate(widthOfLargeText)
  expect(scrollWidth, out).toBe(320)
})

const forms = ['/', '/login', '/signup', '/profile', '/broadcast-track', '/settings']

test('controls are at least 44 pixels tall and wide, except links in running text', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  const small: string[] = []
  for (const path of [...forms, '/artist/1', '/exploration/1', '/friends']) {
    await page.goto(path)
    await hasCome(page)
    small.push(...(await page.evaluate(tooSmall, path)))
  }
  expect([...new Set(small)]).toEqual([])
})

/**
 * Runs in the page: returns elements that are not hit 21 pixels above, below or beside their
 * middle, with name and size.
 */
function tooSmall(path: string): string[] {
  const isHit = (element: Element, x: number, y: number) => element.contains(document.elementFromPoint(x, y))
  const all = [...document.querySelectorAll<HTMLElement>('button, a[href], input, textarea, [role=option]')]
  return all.flatMap((element) => {
    const target = element.closest('label') ?? element
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getBoundingClientRect()
    const isHidden = width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true })
    const isInText = getComputedStyle(element).display === 'inline'
    // A row has a link to its track and one to the artist: no actions (WCAG 2.2, 2.5.8).
    const isInRow = element.matches('[data-row] a') && width >= 24 && height >= 24
    if (isHidden || isInText || isInRow || (width >= 44 && height >= 44)) return []
    const [x, y] = [left + width / 2, top + height / 2]
    const tall = height >= 44 || (isHit(target, x, y - 21) && isHit(target, x, y + 21))
    const wide = width >= 44 || (isHit(target, x - 21, y) && isHit(target, x + 21, y))
    if (tall && wide) return []
    const name = (element.ariaLabel ?? element.innerText).slice(0, 30)
    return [`${path}: ${element.tagName} "${name}" ${Math.round(width)}x${Math.round(height)}`]
  })
}

test('the four tabs lead to their screens and mark the current one', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  const tabs = page.getByRole('navigation', { name: 'Main' })
  for (const [name, path] of [
    ['Search', '/search'],
    ['Track Swap', '/track-swap-entry'],
    ['Profile', '/profile'],
    ['Feed', '/'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    await expect(tabs.locator('[aria-current=page]')).toHaveCount(1)
  }
  await page.goto('/dm/someone-else')
  await expect(tabs).toHaveCount(0)
})

test('an unknown path shows 404 Page Not Found at once, in the look of the app and without faults of axe', async ({
  page,
  context,
}) => {
  const path = '/there/is-nothing.here'
  await context.route('**/assets/*.js', (route) => route.abort())
  const response = await page.goto(path)
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('404 Page Not Found · Flipside')
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  const painted = await page.getByRole('main').ariaSnapshot()

  await context.unroute('**/assets/*.js')
  await page.goto(path)
  await expect(page.locator('#frames-end'), 'the app has replaced the page').toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.getByRole('main').ariaSnapshot()).toBe(painted)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to Feed' }).click()
  await expect(page).toHaveURL('/')
  await expect(feed(page).getByRole('article').first()).toBeVisible()
})

test('a chosen theme persists', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings')
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await ground()
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(ground).not.toBe(dark)
  const light = await ground()
  await page.reload()
  expect(await ground()).toBe(light)
})
