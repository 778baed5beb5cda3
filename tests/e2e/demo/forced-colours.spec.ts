import { NIGHTLY } from '#tests/support/nightly.ts'
import { logIn, signUpWithListens } from '../support/people.ts'
import { expect, test } from '../support/world.ts'

test.use({ forcedColors: 'active' })

/** Returns a chip's ground and the system colour of what is chosen. Runs in the page. */
function readGround(chip: Element) {
  const sample = document.createElement('div')
  sample.style.cssText = 'forced-color-adjust: none; background: Highlight'
  document.body.append(sample)
  const highlight = getComputedStyle(sample).backgroundColor
  sample.remove()
  return { ground: getComputedStyle(chip).backgroundColor, highlight }
}

test('in forced colours the chosen filter is filled, and an author on their profile is not outlined', {
  tag: NIGHTLY,
}, async ({ page, server }) => {
  await logIn(page, await signUpWithListens(server.url))
  await page.goto('/listening')
  const chip = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expect(chip('Week')).toHaveAttribute('aria-current', 'page')
  const { ground, highlight } = await chip('Week').evaluate(readGround)
  expect(ground).toBe(highlight)

  await page.goto('/profile/mirelle')
  const author = page.getByRole('main').getByRole('link', { name: 'mirelle', exact: true }).first()
  await expect(author).toHaveAttribute('aria-current', 'page')
  await expect(author).toHaveCSS('outline-style', 'none')
})
