import { precachedFiles } from '../../../scripts/budget.ts'

/** Returns the same server's addresses that a build file names. */
export function namedAddresses(path: string, type: string, text: string): string[] {
  if (path === '/sw.js') return precachedFiles(text).map((file) => `/${file}`)
  if (type.startsWith('text/html')) return [...inAttributes(text), ...inStyles(text)]
  if (type.startsWith('text/css')) return inStyles(text)
  if (type.startsWith('text/javascript')) return inScript(text)
  if (type.startsWith('application/manifest+json')) return findAll(text, /"(\/[^"]*)"/g)
  return []
}

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

/** Of any attribute: `href`, `src`, `content`, `data-app`. Links to other pages are not followed. */
function inAttributes(html: string): string[] {
  const markup = html.replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?<\/\2>/g, '$1')
  const tags = (markup.match(/<(?!a\s)[a-z][^>]*>/g) ?? []).join('\n')
  const addresses = findAll(tags, /="((?:https?:\/\/localhost(?::\d+)?)?\/[^"]*)"/g)
  return addresses.map((address) => address.replaceAll('&amp;', '&'))
}

const inStyles = (css: string) => findAll(css, /\burl\(\s*["']?(\/[^"')]*)/g)

/** An import is `./search-1a.js`; the files that a chunk needs are `assets/styles-1a.css`. */
const inScript = (script: string) =>
  findAll(script, /["'`](?:\.\/|\/?assets\/)([\w.$-]+\.(?:js|css|woff2))["'`]/g).map((file) => `/assets/${file}`)
