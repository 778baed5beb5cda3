import type { Page } from '@playwright/test'
import { FIRST_SCREEN_KEY } from '#contract/storage-names.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { isReadyForOffline, logIn, signUpWithListens } from '../support/people.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

interface Seen {
  /** Cumulative, for shifts without input; and the elements that moved, for the failure message. */
  shift: number
  moved: string[]
  /** The first broadcast's top in CSS pixels at each change: also across a replaced picture. */
  tops: number[]
  /** The elements above it then, for the failure message. */
  above: string[]
}

/**
 * Runs in the page before its scripts. Measures replaced elements too, which the browser does not
 * count.
 */
function watchMoves() {
  const seen: Seen = { shift: 0, moved: [], tops: [], above: [] }
  Object.assign(globalThis, { seen })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      for (const { node } of entry.sources)
        seen.moved.push(
          `${entry.value.toFixed(4)} ${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent}`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const first = [...document.querySelectorAll('[role=feed] article')].find(
      (element) => element.getClientRects().length > 0,
    )
    const top = first === undefined ? undefined : Math.round(first.getBoundingClientRect().top)
    if (top !== undefined && top !== seen.tops.at(-1)) {
      seen.tops.push(top)
      const before = [...(first?.closest('main')?.querySelectorAll('*') ?? [])].filter(
        (element) =>
          element.children.length === 0 &&
          element.getClientRects().length > 0 &&
          element.getBoundingClientRect().bottom <= top,
      )
      const words = before.map((element) => element.textContent || element.getAttribute('data-says') || element.tagName)
      seen.above.push(`at ${Math.round(performance.now())} ms, scrolled by ${scrollY}: ${words.join(' | ')}`)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Waits until the app itself shows the feed and its layout is stable. */
async function settled(page: Page): Promise<Seen> {
  await expect(page.locator('html:not([data-busy]) [role=feed][aria-busy=false] article').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

const isStill = ({ shift, moved, tops, above }: Seen) => {
  expect(shift, moved.join('\n')).toBeLessThan(0.02)
  expect(tops, `where the first broadcast began, below:\n${above.join('\n')}`).toHaveLength(1)
}

for (const [theme, width] of [
  ['dark', 320],
  ['light', 1280],
] as const) {
  test.describe(`${theme}, ${width} px`, { tag: width < 1100 ? [] : NIGHTLY }, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 844 } })

    test('the layout does not shift on a first visit, the next start and a start without a network', {
      tag: WITH_WORKER,
    }, async ({ page, context, server }) => {
      await page.addInitScript(watchMoves)
      await page.goto('/')
      isStill(await settled(page))

      await logIn(page, await signUpWithListens(server.url))
      await page.goto('/')
      await settled(page)
      await isReadyForOffline(page)
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), FIRST_SCREEN_KEY)).toContain('<article')
      await page.reload()
      isStill(await settled(page))

      await context.setOffline(true)
      await page.reload()
      await expect(page.getByText(/^Offline\./)).toBeVisible()
      isStill(await settled(page))
    })
  })
}

/** Returns the height of each broadcast that is on the screen, in px, by its place in the feed. */
const measureCards = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) => `${card.getAttribute('aria-posinset')}: ${card.getBoundingClientRect().height} px`),
    )

test.describe('320 px', () => {
  test.use({ viewport: { width: 320, height: 844 } })

  test('a broadcast is as high once the menu of its track has loaded, with the first use of the page', async ({
    page,
    server,
  }) => {
    await logIn(page, await signUpWithListens(server.url))
    await expect(page.locator('[role=feed][aria-busy=false] article').first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const before = await measureCards(page)
    await page.keyboard.press('Shift')
    await expect(page.getByRole('button', { name: /^Other services for/ }).first()).toBeVisible()
    expect(await measureCards(page)).toEqual(before)
  })
})
