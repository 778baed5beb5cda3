import type { Rolldown } from 'vite'

/**
 * Returns the classes in `html` without rules in the page, each with the lazy chunks' style sheet
 * that has them.
 */
export function findDeferredStyles(html: string, page: string, bundle: Rolldown.OutputBundle) {
  const classes = new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  const isStyledBy = (name: string, sheet: string) => new RegExp(`\\.${name}(?![\\w-])`).test(sheet)
  const sheets = Object.values(bundle).flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [{ file: file.fileName, css: String(file.source) }] : [],
  )
  const unstyled = [...classes].filter((name) => name !== '' && !isStyledBy(name, page))
  return unstyled.flatMap((name) =>
    sheets.filter(({ css }) => isStyledBy(name, css)).map(({ file }) => ({ name, file })),
  )
}
