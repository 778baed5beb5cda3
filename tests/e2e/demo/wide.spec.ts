import type { Locator, Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { axeFaults } from '../support/axe.ts'
import { feed, logIn, type Member, signUpWithListens } from '../support/people.ts'
import { screens } from '../support/screens.ts'
import type { Server } from '../support/server.ts'
import { begin, shareSwap, tracksOf } from '../support/swaps.ts'
import { log, say } from '../support/talk.ts'
import { expect, test } from '../support/world.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const main = (page: Page) => page.getByRole('main')
const aside = (page: Page) => page.getByRole('complementary')

async function boxOf(locator: Locator) {
  await expect(locator.first()).toBeVisible()
  const box = await locator.first().boundingBox()
  if (!box) throw new Error('The element has no box.')
  return box
}

/** Checks that one element begins where the other ends, and that both are in the window. */
async function areSideBySide(page: Page, start: Locator, end: Locator, path: string) {
  await expect(start.first(), path).toBeInViewport()
  await expect(end.first(), path).toBeInViewport()
  const [before, after] = [await boxOf(start), await boxOf(end)]
  expect(before.x + before.width, path).toBeLessThanOrEqual(after.x)
  expect(Math.min(before.width, after.width), path).toBeGreaterThan(40)
  expect(after.x + after.width, path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Waits until the app shows a screen without a loading state. */
async function hasCome(page: Page): Promise<void> {
  // The app has replaced the frame, or what the server has put into the page.
  await expect(page.locator('#filled, main[inert]')).toHaveCount(0)
  await expect(page.locator('main:not([inert], #filled *)')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** Returns the px by which the page scrolls sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function talk(server: Server, member: Member) {
  for (const sender of ['mirelle', 'kojiro']) {
    const other = await signUpWithListens(server.url, sender)
    await say(server, other, member, `Hello from ${other.name}`)
  }
}

const WIDTHS = [1100, 1280, 1600]

test(`at ${WIDTHS.join(', ')} px each screen fits the window, also with large text, and axe finds no fault`, {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  test.slow()
  const member = await signUpWithListens(server.url)
  await talk(server, member)
  await logIn(page, member)
  const [faults, wider]: [string[], string[]] = [[], []]
  const measure = async (path: string) => {
    const over = await overflow(page)
    if (over > 0) wider.push(`${path}: ${over} px`)
  }
  // The server's own page for an unknown path has no app.
  for (const path of screens(member.name).filter((each) => each !== '/there-is-nothing-here')) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await hasCome(page)
    faults.push(...(await axeFaults(page)).map((fault) => `${path}: ${fault}`))
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await measure(`${path} at ${width} px`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await measure(`${path} with large text`)
  }
  expect({ faults, wider }).toEqual({ faults: [], wider: [] })
})

test('on a wide window each screen has two areas side by side', { tag: NIGHTLY }, async ({ page, server }) => {
  test.slow()
  const member = await signUpWithListens(server.url)
  await talk(server, member)
  const swap = await begin(server, member, 'kojiro')
  const [track] = await tracksOf(server, member)
  await logIn(page, member)
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  const heading = (name: string | RegExp) => main(page).getByRole('heading', { name })
  const within: readonly (readonly [string, Locator, Locator])[] = [
    ['/profile', page.getByRole('button', { name: 'Edit Profile' }), heading('How deep you go')],
    ['/profile/mirelle', heading('Top broadcasted tracks'), heading('How deep mirelle goes')],
    ['/artist/1', heading('Top listeners'), heading('Top tracks here')],
    ['/exploration/1', main(page).getByText('Your Current Zone'), heading('Other Explorers')],
    [`/track/${track?.id}`, main(page).getByText('Plays here'), heading('Broadcasts of this track')],
    ['/charts', main(page).getByRole('navigation', { name: 'Kind' }), main(page).getByText(/ plays? of /)],
    [
      '/listens',
      main(page).getByRole('form', { name: 'Filter listens' }),
      main(page).getByRole('list', { name: 'Listens' }),
    ],
    ['/week', heading('Day by day'), heading('Listening clock')],
    ['/rewind', heading('Calendar'), heading('Listening clock')],
    ['/track-swap', main(page).getByRole('listbox'), main(page).getByText('Matched with:')],
    ['/share', main(page).getByRole('textbox', { name: 'Paste a link' }), heading('Saved on this device')],
    ['/search?user=mi', heading('Artists'), heading('People')],
  ]
  for (const [path, start, end] of within) {
    await page.goto(path)
    await areSideBySide(page, start, end, path)
  }
  const listed: readonly (readonly [string, Locator])[] = [
    ['/dm', aside(page).getByRole('link', { name: /^kojiro/ })],
    ['/dm/mirelle', aside(page).getByRole('link', { name: /^kojiro/ })],
    ['/settings', aside(page).getByRole('link', { name: 'Privacy and data' })],
    ['/settings/privacy', aside(page).getByRole('link', { name: 'Privacy and data' })],
    ['/track-swap-entry', aside(page).getByRole('list', { name: 'Track swaps' })],
    ['/track-swap-history', aside(page).getByRole('list', { name: 'Track swaps' })],
    [`/track-swap-detail?id=${swap}`, aside(page).getByRole('list', { name: 'Track swaps' })],
  ]
  for (const [path, list] of listed) {
    await page.goto(path)
    await areSideBySide(page, list, page.getByRole('heading', { level: 1 }), path)
    await areSideBySide(page, page.getByRole('navigation', { name: 'Main' }), list, path)
  }
})

test('what stays beside a long list is below the header', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  const sides: readonly (readonly [string, Locator])[] = [
    ['/charts', main(page).getByRole('navigation', { name: 'Kind' })],
    ['/listens', main(page).getByLabel('Day', { exact: true })],
    ['/track-swap', main(page).getByText('Matched with:')],
  ]
  for (const [path, side] of sides) {
    await page.goto(path)
    await expect(side, path).toBeVisible()
    await hasCome(page)
    await page.evaluate(() => scrollTo(0, 600))
    await expect.poll(() => page.evaluate(() => scrollY), path).toBe(600)
    const [header, box] = [await boxOf(main(page).locator('header')), await boxOf(side)]
    expect(box.y, path).toBeGreaterThanOrEqual(header.y + header.height)
  }
})

test('a phone on its side has no second area', { tag: NIGHTLY }, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.setViewportSize({ width: 844, height: 390 })
  for (const path of ['/', '/dm', '/settings', '/track-swap-entry']) {
    await page.goto(path)
    await hasCome(page)
    await expect(aside(page), path).toHaveCount(0)
  }
  await page.goto('/dm')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
})

test('the keyboard passes the tabs, the list and then what is open, in that order', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await talk(server, member)
  await logIn(page, member)
  await page.goto('/dm')
  await expect(aside(page).getByRole('link')).toHaveCount(2)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const areas: string[] = []
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    const area = await page.evaluate(() => document.activeElement?.closest('nav, aside, main')?.tagName)
    if (area !== undefined && area !== areas.at(-1)) areas.push(area)
  }
  expect(areas).toEqual(['NAV', 'ASIDE', 'MAIN'])
})

test('a conversation opens beside the list, which stays; the focus moves to its heading and Back returns', async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  await talk(server, member)
  await logIn(page, member)
  await page.goto('/dm')
  await expect(page.getByText('Your conversations open here')).toBeVisible()
  const link = aside(page).getByRole('link', { name: /^kojiro/ })
  await expect(link).toBeVisible()
  // A demo member invites newcomers to a swap some seconds after they joined: that refetches the list.
  await page.route('**/api/user/status*', () => {})
  const requests: string[] = []
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname))
  await link.click()
  await expect(log(page)).toContainText('Hello from kojiro')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(link.getByText('unread')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByText('Your conversations open here')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const lists = requests.filter((path) => path.includes('conversations'))
  // Once after the messages were marked as read.
  expect(lists.length).toBeLessThanOrEqual(1)
})

test('the history beside a swap retains its position, also after Back and a reload', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const member = await signUpWithListens(server.url)
  const [track] = await tracksOf(server, member)
  await server.query(
    `insert into song_swaps (initiator_id, matched_id, initiator_track_id, created_at, sent_at)
     select a.id, b.id, $2, now(), now() from members a, members b, generate_series(1, 60)
     where a.name = $1 and b.name = 'mirelle'`,
    member.name,
    track?.id,
  )
  await logIn(page, member)
  await page.goto('/track-swap-history')
  const list = aside(page).getByRole('list', { name: 'Track swaps' })
  await expect(list.getByRole('link').first()).toBeVisible()
  const top = () => aside(page).evaluate((element) => Math.round(element.scrollTop))
  for (const y of [800, 1600, 2400]) await aside(page).evaluate((element, to) => element.scrollTo(0, to), y)
  await expect.poll(top).toBe(2400)
  const places = () =>
    list.getByRole('listitem').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const { top: at } = row.getBoundingClientRect()
        return at > 0 && at < innerHeight ? [row.getAttribute('aria-posinset')] : []
      }),
    )
  // Rows are rendered in slices.
  await expect.poll(async () => (await places()).length).toBeGreaterThan(3)
  const seen = await places()
  // A row in the middle: those around the window are rendered, too.
  await list.locator(`[aria-posinset="${seen[2]}"]`).getByRole('link').click()
  await expect(page).toHaveURL(/track-swap-detail/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await places()).toEqual(seen)
  await page.reload()
  await expect.poll(places).toEqual(seen)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await page.goBack()
  await expect.poll(places).toEqual(seen)
})

test('a visitor sees beside each screen what Flipside is or what members play', { tag: NIGHTLY }, async ({
  page,
  server,
}) => {
  const pitch = aside(page).getByText('Swap tracks with another listener')
  const links = aside(page).getByRole('link', { name: 'Sign Up' })
  for (const path of ['/', '/broadcast/1', '/there-is-nothing-here']) {
    await page.goto(path)
    await expect(pitch, path).toBeInViewport()
    await expect(links, path).toHaveCount(1)
  }
  // The screen itself has the links.
  for (const path of ['/login', '/signup', '/reset', '/confirm', '/dm', '/track-swap-history']) {
    await page.goto(path)
    await expect(pitch, path).toBeInViewport()
    await expect(links, path).toHaveCount(0)
  }
  for (const path of ['/charts', '/listening', '/listens', '/profile']) {
    await page.goto(path)
    const prompt = main(page).getByRole('link', { name: 'Log In' })
    await areSideBySide(page, prompt, main(page).getByRole('list', { name: 'Artists' }), path)
  }
  // The invitation beside the results says the same.
  await page.goto(`/track-swap-results?id=${await shareSwap(server.url)}`)
  await expect(main(page).getByText('Swap a track yourself')).toBeInViewport()
  await expect(pitch).toBeHidden()
})
