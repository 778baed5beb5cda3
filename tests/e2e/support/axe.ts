import type { Page } from '@playwright/test'
import axe from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules with a result that depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Returns the faults that axe finds on the current page, one per line: every rule in the dark
 * theme, the colour rules in the light one. Leaves the page in the light theme, without motion.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.evaluate(axe.source)
  const dark = await faultsOf(page, 'dark', { type: 'tag', values: TAGS })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...dark, ...(await faultsOf(page, 'light', { type: 'rule', values: COLOURS }))]
}

async function faultsOf(page: Page, theme: string, runOnly: axe.RunOnly): Promise<string[]> {
  const violations = await page.evaluate(runAxe, runOnly)
  return violations.map(({ id, html }) => `${id} (${theme}): ${html}`)
}

/** Runs in the page, after axe's own source. */
async function runAxe(runOnly: axe.RunOnly) {
  const { axe: loaded } = window as unknown as { axe: typeof axe } // set by its source
  const { violations } = await loaded.run(document, { runOnly, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html).join(' ') }))
}
