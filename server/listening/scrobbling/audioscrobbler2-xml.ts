/** A value of Last.fm's JSON: attributes are in `@attr`, or next to `#text`. */
export type Told = string | number | readonly Told[] | { readonly [name: string]: Told }

/**
 * Returns Last.fm's XML of a JSON response: `{ user: { '@attr': { n: 1 }, name: 'x' } }` becomes
 * `<user n="1"><name>x</name></user>`, and each entry of a list becomes an element. Characters that
 * are invalid in XML are removed.
 */
export function toXml(answer: Told, status: 'ok' | 'failed'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="${status}">${inside(answer)}</lfm>\n`
}

function inside(told: Told): string {
  if (typeof told === 'string' || typeof told === 'number') return escaped(String(told))
  if (isList(told)) return told.map(inside).join('')
  if (told['#text'] !== undefined) return inside(told['#text'])
  return Object.entries(told)
    .filter(([name]) => name !== '@attr')
    .map(([name, value]) => (isList(value) ? value : [value]).map((it) => element(name, it)).join(''))
    .join('')
}

function element(name: string, told: Told): string {
  const isPlain = typeof told === 'string' || typeof told === 'number' || isList(told)
  return `<${name}${isPlain ? '' : attributes(told)}>${inside(told)}</${name}>`
}

function attributes(told: { readonly [name: string]: Told }): string {
  const beside = told['#text'] === undefined ? [] : Object.entries(told).filter(([name]) => name !== '#text')
  const own = told['@attr']
  const all = [...beside, ...(typeof own === 'object' && !isList(own) ? Object.entries(own) : [])]
  return all
    .filter(([name]) => name !== '@attr')
    .flatMap(([name, value]) => (typeof value === 'object' ? [] : [` ${name}="${escaped(String(value))}"`]))
    .join('')
}

const isList = (told: Told): told is readonly Told[] => Array.isArray(told)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control characters that are invalid in XML.
// oxlint-disable-next-line no-control-regex
const UNSPEAKABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escaped = (text: string) => text.replace(UNSPEAKABLE, '').replace(/[&<>"]/g, (it) => ENTITIES[it] ?? it)
