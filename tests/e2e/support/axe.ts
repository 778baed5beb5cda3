import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { themes } from './screens.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that look at colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds on the page as it is, a line each. Nothing but colours depends on the theme: in the light one only they are looked at. */
export async function axeFaults(page: Page, theme: (typeof themes)[number]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (theme === 'light' ? axe.withRules(COLOURS) : axe.withTags(TAGS)).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
