import { isNextPath } from '#contract/accounts/next-path.ts'
import { parseSharedText, type SharedFields } from '#src/listening/shared-links/parse-shared-text.ts'

/** How many characters remain when a text is shortened for the address after a log-in. */
const SHORT = 200

/** Returns the fields in the address; undefined if all are empty. */
export function readFields(search: Readonly<Record<string, unknown>>): SharedFields | undefined {
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  const fields = { title: toText(search['title']), text: toText(search['text']), url: toText(search['url']) }
  return Object.values(fields).some((text) => text.trim() !== '') ? fields : undefined
}

/** Returns the path for a log-in to lead back to. A long text is reduced to link and names. */
export function toSharePath(fields: SharedFields): string {
  const path = toPath(fields)
  if (isNextPath(path)) return path
  const { link, artist, title, choices } = parseSharedText(fields)
  const [choice] = choices
  // Written so that the names are read again, as certain as they were.
  const doubtful = choice === undefined ? title || (fields.title ?? '') : `${choice.artist} - ${choice.title}`
  const names = artist === '' ? doubtful : `“${title}” by ${artist}`
  const reduced = toPath({ url: link?.url ?? '', title: cut(names), text: '' })
  return isNextPath(reduced) ? reduced : toPath({ url: link?.url ?? '' })
}

/** Never ends in half of a character: a URL cannot contain it. */
const cut = (text: string) => text.slice(0, SHORT).replace(/[\ud800-\udbff]$/, '')

function toPath(fields: SharedFields): string {
  const search = new URLSearchParams()
  for (const name of ['title', 'text', 'url'] as const) {
    const value = fields[name] ?? ''
    if (value !== '') search.set(name, value)
  }
  return `/share?${search}`
}
