import { escapeMarkup } from '#server/http/escape-markup.ts'
/** A value in Last.fm's JSON: attributes are in `@attr`, or next to `#text`. */
export type LastfmValue = string | number | readonly LastfmValue[] | { readonly [name: string]: LastfmValue }

/**
 * Returns a JSON response as Last.fm's XML: `{ user: { '@attr': { n: 1 }, name: 'x' } }` becomes
 * `<user n="1"><name>x</name></user>`, and each list entry becomes an element. Characters that are
 * invalid in XML are removed.
 */
export function toXml(response: LastfmValue, status: 'ok' | 'failed'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="${status}">${toInnerXml(response)}</lfm>\n`
}

function toInnerXml(node: LastfmValue): string {
  if (typeof node === 'string' || typeof node === 'number') return escapeXml(String(node))
  if (isList(node)) return node.map(toInnerXml).join('')
  if (node['#text'] !== undefined) return toInnerXml(node['#text'])
  return Object.entries(node)
    .filter(([name]) => name !== '@attr')
    .map(([name, value]) => (isList(value) ? value : [value]).map((element) => toElement(name, element)).join(''))
    .join('')
}

function toElement(name: string, node: LastfmValue): string {
  const isPlain = typeof node === 'string' || typeof node === 'number' || isList(node)
  return `<${name}${isPlain ? '' : toAttributes(node)}>${toInnerXml(node)}</${name}>`
}

function toAttributes(node: { readonly [name: string]: LastfmValue }): string {
  const siblings = node['#text'] === undefined ? [] : Object.entries(node).filter(([name]) => name !== '#text')
  const own = node['@attr']
  const all = [...siblings, ...(typeof own === 'object' && !isList(own) ? Object.entries(own) : [])]
  return all
    .filter(([name]) => name !== '@attr')
    .flatMap(([name, value]) => (typeof value === 'object' ? [] : [` ${name}="${escapeXml(String(value))}"`]))
    .join('')
}

const isList = (node: LastfmValue): node is readonly LastfmValue[] => Array.isArray(node)

// Control characters that are invalid in XML.
// oxlint-disable-next-line no-control-regex
const INVALID_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapeXml = (text: string) => escapeMarkup(text.replace(INVALID_IN_XML, ''))
