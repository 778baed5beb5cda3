import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Returns the faults that axe finds on the current page, one per line: every rule in the dark theme, the colour rules in the light one.
 * Leaves the page in the light theme, without motion.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await faultsOf(builder(page).withTags(TAGS), 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  return [...dark, ...(await faultsOf(builder(page).withRules(COLOURS), 'light'))]
}

/** Faster than the default: the app has no frames, so axe needs no second page for its result; and what passes is not described. */
const builder = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function faultsOf(axe: AxeBuilder, theme: string): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id} (${theme}): ${nodes.map(({ html }) => html).join(' ')}`)
}
