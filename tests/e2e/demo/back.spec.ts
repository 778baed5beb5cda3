import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, write } from '../support/people.ts'
import { follow } from '../support/screens.ts'
import type { Server } from '../support/server.ts'
import { expect, test } from '../support/world.ts'

/** A screen with a list: where it is scrolled to, in px, and the links of which one is opened. */
interface List {
  readonly path: string
  readonly links: string
  readonly y: number
}

const toTrack = 'a[href^="/track/"]'
const toArtist = 'a[href^="/artist/"]'
const toMember = 'a[href^="/profile/"]'
const toBroadcast = 'a[href^="/broadcast/"]'
const toSwap = 'a[href^="/track-swap-detail"]'

/** The screens of a demo member, and a broadcast with replies. */
const listLists = (member: string, broadcast: string): readonly List[] => [
  { path: '/', links: toTrack, y: 1500 },
  { path: '/', links: toMember, y: 2200 },
  { path: '/', links: toBroadcast, y: 1500 },
  { path: `/followers/${member}`, links: toMember, y: 600 },
  { path: `/following/${member}`, links: toMember, y: 300 },
  { path: '/track-swap-history', links: toSwap, y: 1500 },
  { path: '/track-swap-entry', links: toSwap, y: 0 },
  { path: '/dm', links: 'a[href^="/dm/"]', y: 0 },
  { path: '/activity', links: toBroadcast, y: 1200 },
  { path: '/search', links: toMember, y: 900 },
  { path: '/search', links: toTrack, y: 300 },
  { path: '/charts', links: toArtist, y: 900 },
  { path: '/listening', links: toTrack, y: 1500 },
  { path: '/listening?period=2026', links: toArtist, y: 1600 },
  { path: '/listens', links: toTrack, y: 2500 },
  { path: '/later', links: toTrack, y: 0 },
  { path: '/track/534', links: toBroadcast, y: 700 },
  { path: '/album/1', links: toTrack, y: 500 },
  { path: '/artist/1', links: toTrack, y: 800 },
  { path: '/exploration/1', links: toMember, y: 200 },
  { path: '/profile', links: toArtist, y: 500 },
  { path: '/profile/kojiro', links: toArtist, y: 500 },
  { path: `/broadcast/${broadcast}`, links: toMember, y: 0 },
  { path: '/settings', links: 'a[href^="/settings/"]', y: 300 },
]

const isAt = (path: string) => (url: URL) => url.pathname + url.search === path

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Scrolls in steps, so that the rows on the way are measured. */
async function scrollDown(page: Page, y: number): Promise<void> {
  for (let at = 300; at < y; at += 300) {
    await page.evaluate((top) => scrollTo(0, top), at)
    await twoFrames(page)
  }
  await page.evaluate((top) => scrollTo(0, top), y)
  await twoFrames(page)
}

/** Marks the first of the links that can be pressed; returns its address and its place in the window. */
const mark = (page: Page, links: string) =>
  page.evaluate((selector) => {
    const all = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)]
    const link = all.find((element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect()
      const isHit = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
      // A press on a link below a bar would scroll first.
      return top > 80 && bottom < 740 && isHit((top + bottom) / 2)
    })
    if (!link) return undefined
    for (const element of document.querySelectorAll('[data-probe]')) element.removeAttribute('data-probe')
    link.dataset['probe'] = ''
    const href = link.getAttribute('href')
    const same = all.filter((element) => element.getAttribute('href') === href)
    return { href, nth: same.indexOf(link), top: link.getBoundingClientRect().top }
  }, links)

type Mark = NonNullable<Awaited<ReturnType<typeof mark>>>

/** Marks a link once it no longer moves: a transition may still run. */
async function markStill(page: Page, { path, links }: List): Promise<Mark> {
  let found: Mark | undefined
  const isStill = async () => {
    const last = found
    found = await mark(page, links)
    return found !== undefined && last?.top === found.top && last.href === found.href
  }
  await expect.poll(isStill, `a link on ${path} that does not move`).toBe(true)
  return found as unknown as Mark
}

const distanceTo = (page: Page, { href, nth, top }: Mark) =>
  page.evaluate(
    ([address, at, before]) => {
      const link = document.querySelectorAll(`main a[href="${CSS.escape(address ?? '')}"]`)[at]
      return link ? Math.abs(link.getBoundingClientRect().top - before) : Infinity
    },
    [href, nth, top] as const,
  )

/** Opens a link of a list and returns; `goBack` presses the button of the app or that of the browser. */
async function leaveAndReturn(page: Page, list: List, goBack: () => Promise<unknown>) {
  const { path, links, y } = list
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About this server' })).toBeVisible()
  await follow(page, path)
  await page.waitForURL(isAt(path))
  await expect(page.locator(`main ${links}`).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  await scrollDown(page, y)
  const found = await markStill(page, list)
  await page.locator('[data-probe]').click()
  await page.waitForURL((url) => !isAt(path)(url))
  await expect(page.locator('main h1')).toBeFocused()
  await goBack()
  await page.waitForURL(isAt(path))
  await expect.poll(() => distanceTo(page, found), `where ${found.href} is on ${path}`).toBeLessThanOrEqual(2)
  await expect(page.locator('main h1'), `the heading of ${path}`).toBeFocused()
}

/** Returns the demo's first member, with a track to listen to later. */
async function findMember(server: Server) {
  const [, name = '', password = ''] = /Log in as (\S+), .* with the password (\S+)\.\n/.exec(server.printed()) ?? []
  const member = { name, password }
  const track = { artist: 'Lamplight Parade', track: 'Night Bus', is_saved: 'true' }
  await write(server.url, member, '/api/user/save-for-later', { user: name, ...track })
  return member
}

for (const [button, goBack] of [
  ['its button', (page: Page) => page.locator('main').getByRole('link', { name: /^Back/ }).first().click()],
  ['that of the browser', (page: Page) => page.goBack()],
] as const)
  test(`Back by ${button} returns to the place in every list, and to its heading`, { tag: NIGHTLY }, async ({
    page,
    server,
  }) => {
    test.setTimeout(600_000)
    const member = await findMember(server)
    await logIn(page, member)
    const response = await page.request.get('/api/get-broadcasts?limit=20')
    const { broadcasts } = (await response.json()) as { broadcasts: { id: number; user: string }[] }
    // The own profile, as a tab's screen, has no button Back.
    const broadcast = broadcasts.find(({ user }) => user !== member.name && user !== 'System')
    for (const list of listLists(member.name, String(broadcast?.id)))
      await test.step(`${list.path} ${list.links}`, () => leaveAndReturn(page, list, () => goBack(page)))
  })
