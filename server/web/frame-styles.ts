import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** Returns the style sheets that HTML needs beside the page's. */
export type FindStyles = (html: string) => readonly string[]

const Manifest = v.record(v.string(), v.object({ css: v.optional(v.array(v.string()), []) }))

/**
 * Reads the style sheets for a build's lazy chunks. A sheet is needed if it has rules for a class
 * that `page` has none for. Sheets from earlier builds are not in the manifest.
 */
export function createFindStyles(distDir: string, page: string): FindStyles {
  const file = join(distDir, '.vite/manifest.json')
  const manifest = existsSync(file) ? v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))) : {}
  const names = new Set(Object.values(manifest).flatMap(({ css }) => css))
  const sheets = [...names].map((name) => {
    const css = readFileSync(join(distDir, name), 'utf8').trim()
    return { css, classes: findClasses(css) }
  })
  const styled = findClasses([...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css).join(''))
  return (html) => {
    const used = new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
    const unstyled = used.difference(styled)
    return sheets.filter(({ classes }) => !classes.isDisjointFrom(unstyled)).map(({ css }) => css)
  }
}

const findClasses = (css: string) => new Set([...css.matchAll(/\.([A-Z_a-z][\w-]*)/g)].map(([, name = '']) => name))
