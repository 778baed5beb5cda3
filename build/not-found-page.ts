import type { Rolldown } from 'vite'
import { findDeferredStyles } from './deferred-styles.ts'

interface PageParts {
  /** The whole index.html, which contains `frames` and `framesEnd`. */
  readonly index: string
  readonly frames: string
  readonly framesEnd: string
  /** The screen as HTML. */
  readonly notFound: string
}

/**
 * Returns the page for unknown paths: index.html with their screen in the frames' place, which also
 * works without scripts. Links the style sheets that the screen needs beyond the first view's.
 */
export function toNotFoundPage(
  { index, frames, framesEnd, notFound }: PageParts,
  bundle: Rolldown.OutputBundle,
): string {
  const sheets = new Set(findDeferredStyles(notFound, index, bundle).map(({ file }) => file))
  const links = [...sheets].map((file) => `<link rel="stylesheet" href="/${file}">`).join('')
  const changes = [
    ['<title>Flipside</title>', '<title>404 Page Not Found · Flipside</title>'],
    ['</head>', `${links}</head>`],
    [frames, ''],
    [framesEnd, `${notFound}${framesEnd}`],
  ] as const
  return changes.reduce((page, [from, to]) => {
    if (!page.includes(from)) throw new Error(`index.html has no ${from.slice(0, 40)}`)
    return page.replace(from, () => to)
  }, index)
}
