/** The longest tag that is read, in characters; a longer one is passed over. */
const TAG_MAX = 10_000

/** Receives the tags and texts of a document, in order. Names are in lower case. */
export interface MarkupHandler {
  onOpen(name: string, attributes: string): void
  onClose(name: string): void
  /** A part of a text, with its entities; there may be many parts. */
  onText(text: string): void
}

/** Splits HTML or XML into tags and texts while it arrives. */
interface Markup {
  push(text: string): void
}

/**
 * Reads markup in time linear in the document, and stores at most one tag: no tree is built, and
 * documents define no entities. Comments, declarations and instructions are passed over; XML
 * character data is text. Never throws.
 */
export function createMarkup(handler: MarkupHandler): Markup {
  let pending = ''
  /** The end of the comment, instruction or long tag being passed over. */
  let until: string | undefined
  /** Whether the text is within `<![CDATA[`. */
  let isData = false

  /** Reads on from `at`. Returns the place after the read part; undefined if more has to arrive. */
  const readNext = (text: string, at: number): number | undefined => {
    if (until !== undefined) {
      const end = text.indexOf(until, at)
      // The end mark may begin at the end of this piece.
      const stop = end === -1 ? Math.max(at, text.length - until.length + 1) : end
      if (isData) handler.onText(escapeData(text.slice(at, stop)))
      if (end === -1) return stop === at ? undefined : stop
      const { length } = until
      until = undefined
      isData = false
      return end + length
    }
    const open = text.indexOf('<', at)
    if (open !== at) {
      handler.onText(text.slice(at, open === -1 ? text.length : open))
      return open === -1 ? text.length : open
    }
    return readTag(text, open)
  }
  const readTag = (text: string, open: number): number | undefined => {
    for (const [start, end] of PASSED_OVER) {
      if (!text.startsWith(start, open)) continue
      until = end
      isData = start === DATA
      return open + start.length
    }
    // A comment may begin here and continue in the next piece.
    if (text.length - open < DATA.length && '!?'.includes(text[open + 1] ?? '!')) return undefined
    const end = findTagEnd(text, open + 1)
    if (end === undefined) {
      if (text.length - open <= TAG_MAX) return undefined
      until = '>'
      return open + 1
    }
    emitTag(text.slice(open + 1, end), handler)
    return end + 1
  }
  return {
    push(piece) {
      const text = pending + piece
      let at = 0
      while (at < text.length) {
        const next = readNext(text, at)
        if (next === undefined) break
        at = next
      }
      pending = text.slice(at)
    },
  }
}

const DATA = '<![CDATA['
const PASSED_OVER: ReadonlyArray<readonly [start: string, end: string]> = [
  ['<!--', '-->'],
  [DATA, ']]>'],
  ['<?', '?>'],
]

const escapeData = (data: string): string => data.replaceAll('&', '&amp;')

/** Returns the place of the `>` that ends a tag: not one in an attribute's quotes. */
function findTagEnd(text: string, from: number): number | undefined {
  let quote: string | undefined
  for (let at = from; at < text.length && at - from <= TAG_MAX; at++) {
    const character = text[at]
    if (quote !== undefined) {
      if (character === quote) quote = undefined
    } else if (character === '>') return at
    else if ((character === '"' || character === "'") && text[at - 1] === '=') quote = character
  }
  return undefined
}

function emitTag(tag: string, handler: MarkupHandler): void {
  const name = /^\/?[A-Za-z][\w:.-]{0,99}/.exec(tag)?.[0]
  if (name === undefined) return
  if (name.startsWith('/')) return handler.onClose(name.slice(1).toLowerCase())
  handler.onOpen(name.toLowerCase(), tag.slice(name.length))
  if (tag.endsWith('/')) handler.onClose(name.toLowerCase())
}

/** Returns an attribute value, without entities, or undefined. */
export function readAttribute(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(`${name}=`); at !== -1; at = attributes.indexOf(`${name}=`, at + 1)) {
    const before = attributes[at - 1] ?? ' '
    const quote = attributes[at + name.length + 1]
    if (before > ' ' || (quote !== '"' && quote !== "'")) continue
    const start = at + name.length + 2
    const end = attributes.indexOf(quote, start)
    return end === -1 ? undefined : decodeEntities(attributes.slice(start, end))
  }
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  emsp: '\u2003',
}

/** Returns a text with its entities replaced; an unknown one stays as it is. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
        if (typeof name === 'string') return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole
        const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
        return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
      })
    : text
