import { resolve } from 'node:path'
import type { Rolldown } from 'vite'
import { findDeferredStyles } from './deferred-styles.ts'

const SCREEN = resolve(import.meta.dirname, '../src/routes/-screens/NotFoundScreen.tsx')

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
 * works without scripts. Links the style sheets and the chunks that the screen needs beyond the
 * first view's.
 */
export function toNotFoundPage(
  { index, frames, framesEnd, notFound }: PageParts,
  bundle: Rolldown.OutputBundle,
): string {
  const sheets = new Set(findDeferredStyles(notFound, index, bundle).map(({ file }) => file))
  const links = [
    ...[...sheets].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...findChunks(bundle).map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('')
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

/** Returns the screen's chunk, and its imports without the entry. */
function findChunks(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === SCREEN)
  if (chunk === undefined) throw new Error(`${SCREEN} has no chunk of its own`)
  const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  return [chunk.fileName, ...chunk.imports].filter((file) => !entries.has(file))
}
