import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUpWithListens } from '../support/people.ts'
import { say } from '../support/talk.ts'
import { expect, test } from '../support/world.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const MOST_STOPS = 40

/**
 * Returns the px by which the window and boxes that scroll cut the ring of the focused element.
 * Runs in the page.
 */
function lookAtRing(): { what: string; cut: number } | undefined {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return undefined
  const what = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 60) ?? focused.localName
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused)
  const width = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const { top, right, bottom, left } = focused.getBoundingClientRect()
  const beyond = (box: { top: number; right: number; bottom: number; left: number }) =>
    width + Math.max(box.top - top, right - box.right, bottom - box.bottom, box.left - left)
  let cut = beyond({ top: 0, right: innerWidth, bottom: innerHeight, left: 0 })
  for (let box = focused.parentElement; box && box !== document.body; box = box.parentElement)
    if (getComputedStyle(box).overflow !== 'visible') cut = Math.max(cut, beyond(box.getBoundingClientRect()))
  return { what, cut: width > 0 ? cut : 0 }
}

test('on a wide window no box that scrolls cuts the ring of focus', { tag: NIGHTLY }, async ({ page, server }) => {
  const member = await signUpWithListens(server.url)
  const other = await signUpWithListens(server.url, 'mirelle')
  for (let sent = 0; sent < 12; sent++) await say(server, other, member, `Message ${sent}`)
  await logIn(page, member)
  const cuts: string[] = []
  for (const path of ['/', '/track/534', '/track-swap', '/charts', `/dm/${other.name}`]) {
    await page.goto(path)
    await expect(page.locator('main:not([inert], #filled *) h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      await page.keyboard.press('Tab')
      const ring = await page.evaluate(lookAtRing)
      if (ring === undefined) break
      if (ring.cut > 0.5) cuts.push(`${path}: ${ring.cut} px of ${ring.what}`)
    }
  }
  expect(cuts).toEqual([])
})
