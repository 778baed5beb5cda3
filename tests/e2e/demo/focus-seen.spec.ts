import type { Page } from '@playwright/test'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUpWithListens } from '../support/people.ts'
import { screens } from '../support/screens.ts'
import { WITH_WORKER } from '../support/with-worker.ts'
import { expect, test } from '../support/world.ts'

const MOST_STOPS = 40

/**
 * Returns how much of the focused element is visible, a frame after the key: it may still be
 * scrolling. Runs in the page.
 */
async function lookAtFocus(): Promise<{ what: string; how: 'seen' | 'covered' | 'outside' | 'lost' }> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return { what: 'nothing', how: 'lost' }
  const what = `<${focused.localName}> ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 60)}`
  const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
  const isSeenAt = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && [focused, ...labels].some((element) => element.contains(hit))
  }
  const { top, right, bottom, left } = focused.getBoundingClientRect()
  const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)]
  const [start, end] = [Math.max(left, 0), Math.min(right, innerWidth)]
  if (to <= from || end <= start) return { what, how: 'outside' }
  const parts = [0.1, 0.5, 0.9]
  const isSeen = parts.some((y) => parts.some((x) => isSeenAt(start + (end - start) * x, from + (to - from) * y)))
  return { what, how: isSeen ? 'seen' : 'covered' }
}

/**
 * Presses Tab through a screen until the focus leaves the page; returns the focused elements that
 * were not visible.
 */
async function unseenStops(page: Page): Promise<{ stops: number; unseen: string[] }> {
  const unseen: string[] = []
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab')
    const { what, how } = await page.evaluate(lookAtFocus)
    if (how === 'lost') return { stops, unseen }
    if (how !== 'seen') unseen.push(`${how}: ${what}`)
  }
  return { stops: MOST_STOPS, unseen }
}

// Low, as with an on-screen keyboard: sticky bars cover most of it.
test.use({ viewport: { width: 390, height: 520 } })

test('the element focused by Tab is always visible', { tag: [WITH_WORKER, NIGHTLY] }, async ({ page, server }) => {
  test.setTimeout(300_000)
  const member = await signUpWithListens(server.url)
  await logIn(page, member)
  for (const path of screens(member.name)) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.locator('main:not([inert], #filled *) h1').first()).toBeVisible()
      await expect(page.getByText(/^Loading/)).toHaveCount(0)
      const { stops, unseen } = await unseenStops(page)
      expect.soft(unseen, path).toEqual([])
      expect.soft(stops, path).toBeGreaterThan(1)
    })
  }
})
