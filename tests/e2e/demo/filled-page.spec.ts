import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { FILLED, FIRST_DATA } from '#contract/first-data.ts'
import { createFrameRenderer } from '#server/web/frame-renderer.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUp, write } from '../support/people.ts'
import { shareSwap } from '../support/swaps.ts'
import { expect, test } from '../support/world.ts'

interface FilledScreen {
  readonly name: string
  /** Returns the screen's path. */
  readonly find: (url: string) => Promise<string>
  /** Resolves once the app has replaced the page's content. */
  readonly isReplaced: (page: Page) => Promise<void>
}

/** Replies to the newest track broadcast, and returns that broadcast. */
async function findBroadcast(url: string) {
  const response = await fetch(`${url}/api/get-broadcasts?limit=50`)
  const { broadcasts }: { broadcasts: readonly { id: number; user: string; type: string }[] } = await response.json()
  const found = broadcasts.find(({ type }) => type === 'Track')
  if (found === undefined) throw new Error('none of the newest 50 broadcasts is of a track')
  const member = await signUp(url)
  await write(url, member, '/api/create-reply', { user: member.name, broadcast: String(found.id), text: 'Me too' })
  return found
}

/** The app sets its title once it has rendered a screen; until then it is the link preview's. */
const hasTitle = (title: RegExp) => async (page: Page) => expect(page).toHaveTitle(title)

const screens: readonly FilledScreen[] = [
  {
    name: 'the feed',
    find: async () => '/',
    isReplaced: async (page) => expect(page.locator('article[data-index="5"]')).toBeVisible(),
  },
  {
    name: 'a broadcast',
    find: async (url) => `/broadcast/${(await findBroadcast(url)).id}`,
    isReplaced: hasTitle(/^Broadcast by /),
  },
  {
    name: 'a profile',
    find: async (url) => `/profile/${(await findBroadcast(url)).user}`,
    isReplaced: hasTitle(/ · Flipside$/),
  },
  {
    name: 'a shared swap',
    find: async (url) => `/track-swap-results?id=${await shareSwap(url)}`,
    isReplaced: hasTitle(/ flipped sides · Flipside$/),
  },
  { name: 'a track', find: async () => '/track/1', isReplaced: hasTitle(/ by .* · /) },
  { name: 'an album', find: async () => '/album/1', isReplaced: hasTitle(/ by .* · /) },
  { name: 'an artist', find: async () => '/artist/1', isReplaced: hasTitle(/: Top Listens Leaderboard · /) },
]

/** Opens a page until it is filled: it is served as built if rendering is late. */
async function openFilled(page: Page, path: string) {
  let html = ''
  await expect(async () => {
    html = (await (await page.goto(path))?.text()) ?? ''
    expect(html).toContain(`id="${FILLED}"`)
  }).toPass()
  return html
}

for (const width of [390, 1280])
  test.describe(`at ${width} px`, { tag: width < 1100 ? [] : NIGHTLY }, () => {
    test.use({ viewport: { width, height: 844 } })
    for (const { name, find, isReplaced } of screens)
      test(`the page of ${name} requests nothing that it has, and does not move`, async ({ page, server }) => {
        const requests: string[] = []
        page.on('request', (request) => requests.push(request.url().slice(server.url.length)))
        page.on('framenavigated', () => requests.splice(0))
        await page.addInitScript(() => {
          const shifts: number[] = []
          const observe = (list: PerformanceObserverEntryList) => {
            for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
          }
          new PerformanceObserver(observe).observe({ type: 'layout-shift', buffered: true })
          Object.assign(window, { shifts })
        })
        const html = await openFilled(page, await find(server.url))
        const reads = [...html.matchAll(/ data-url="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'))
        await isReplaced(page)
        if (!reads.includes('/api/user/status')) await expect.poll(() => requests).toContain('/api/user/status')
        // The status may report a newer broadcast, which the demo posts: then the feed is requested.
        const beforeStatus = requests.slice(0, requests.indexOf('/api/user/status'))
        expect(reads.filter((url) => beforeStatus.includes(url))).toEqual([])
        // The font, which is applied later, moves what is beside a heading: by 0.002 after a long name. A line of text that
        // appears moves the content below by 0.01 and more.
        expect(await page.evaluate(() => Math.max(0, ...Reflect.get(window, 'shifts')))).toBeLessThan(0.005)
      })
  })

/** Returns where the blocks on the screen begin, in px, with or without the display font. */
const measureBlocks = (page: Page, hasFont: boolean) =>
  page.evaluate((isApplied) => {
    document.documentElement.toggleAttribute('data-font', isApplied)
    return [...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => Math.round(element.getBoundingClientRect().top))
  }, hasFont)

test('the display font, which is applied late, moves nothing on the page of a shared swap', async ({
  page,
  server,
}) => {
  // The records turn over otherwise.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/track-swap-results?id=${await shareSwap(server.url)}`)
  await expect(page).toHaveTitle(/ flipped sides · Flipside$/)
  const found = await page.evaluate(() => document.fonts.load("700 22px 'Bricolage Grotesque'"))
  expect(found).not.toEqual([])
  for (let width = 320; width <= 430; width += 5) {
    await page.setViewportSize({ width, height: 844 })
    expect(await measureBlocks(page, true), `${width} px`).toEqual(await measureBlocks(page, false))
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor reads the newest broadcasts and follows links', async ({ page, server }) => {
    await openFilled(page, '/')
    await expect(page.getByRole('article')).toHaveCount(6)
    const { id, user } = await findBroadcast(server.url)
    await openFilled(page, `/broadcast/${id}`)
    await expect(page.getByRole('region', { name: 'Replies' }).getByRole('listitem').first()).toBeVisible()
    await expect(page.locator('button:not([inert])')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: user, exact: true }).click()
    await expect(page).toHaveURL(`/profile/${user}`)
    await openFilled(page, `/profile/${user}`)
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
  })
})

test("a member's page has no content of the server", async ({ page, server }) => {
  const { id } = await findBroadcast(server.url)
  await logIn(page, await signUp(server.url))
  for (const path of ['/', `/broadcast/${id}`])
    expect(await (await page.goto(path))?.text()).not.toContain(`class="${FIRST_DATA}"`)
})

test('texts of rows are escaped once, and a row that the schema rejects is left out', async () => {
  const render = createFrameRenderer(resolve('dist/.server/render.js'))
  const word = 'x'.repeat(10_000)
  const title = `</script><img src=x onerror=alert(1)> &amp; \u202e ${word}`
  const track = { type: 'Track', track: '"><script>', artist: "'&", relatedid: 1 }
  const row = { id: 7, user: '<b>ada</b>', title, timestamp: '2026-11-26T12:00:00Z' }
  const broadcast = { ...row, ...track, body: '', likes: 1, replies: 2, track_url: '' }
  const shown = { edited: false, hidden: false, pfpsm: '', mentions: [], timestamp: row.timestamp }
  const reply = { ...shown, id: 1, user: 'bo', text: title }
  const html = await render('/broadcast/7', [
    ['/api/get-broadcasts?limit=1&before=8', JSON.stringify({ broadcasts: [broadcast] })],
    ['/api/broadcast/replies?id=7&limit=50', JSON.stringify({ replies: [{ ...reply, id: 'none' }, reply] })],
  ])
  const escaped = `&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; &amp;amp; \u202e ${word}`
  expect(html.split(escaped)).toHaveLength(3)
  expect(html).toContain('&lt;b&gt;ada&lt;/b&gt;')
  expect(html).not.toMatch(/<(?:script|img|b)\b|onerror=alert\(1\)>/)
})
