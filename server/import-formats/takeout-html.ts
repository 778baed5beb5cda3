import type { Row } from '#server/listening/listens/scrobble.ts'
import { createMarkup, decodeEntities, type MarkupHandler, readAttribute } from './markup.ts'
import type { ReadContext } from './read-context.ts'
import type { FileRows, TextReader } from './text-reader.ts'
import { UnknownFormat } from './unreadable-file.ts'
import { createWrittenDates, type WrittenDates } from './written-dates.ts'
import { isAdvertisement, readWatch } from './youtube.ts'

const SOURCE = 'youtube-html'
/** The style sheet before the first entry has 150 kB. */
const HEAD_MAX = 2_000_000
/** Entries from other products before the first from YouTube. */
const UNKNOWN_MAX = 100
/** The longest text in an entry, in characters. */
const TEXT_MAX = 5000
const PARTS_MAX = 50

/** Returns whether a text, from its beginning, is an HTML document. */
export const isHtml = (head: string): boolean => /^\s{0,100}(?:<!doctype html|<html)/i.test(head)

export function takeoutHtmlReader({ nowS, timeZone }: ReadContext): TextReader {
  const decoder = new TextDecoder('utf-8')
  const dates = createWrittenDates(timeZone)
  let rows: Row[] = []
  let length = 0
  let unknown = 0
  let isKnown = false
  const entries = createEntries((entry) => {
    const isOurs = entry.product.startsWith('YouTube')
    if (!isKnown && !isOurs && ++unknown > UNKNOWN_MAX) throw new UnknownFormat()
    isKnown ||= isOurs
    rows.push(toRow(entry, dates, nowS))
  })
  const markup = createMarkup(entries.handler)
  const take = (): FileRows | undefined => {
    if (!isKnown) return undefined
    const taken = rows
    rows = []
    return { source: SOURCE, rows: taken }
  }
  return {
    push(chunk) {
      length += chunk.length
      markup.push(decoder.decode(chunk, { stream: true }))
      if (!entries.hasBegun() && length > HEAD_MAX) throw new UnknownFormat()
      return take()
    },
    end() {
      markup.push(decoder.decode())
      entries.end()
      if (!isKnown) throw new UnknownFormat()
      const last = take()
      return { last: last === undefined ? [] : [last], isTruncated: !entries.isComplete() }
    },
  }
}

/** A document entry: the links in its content, and its other lines. */
interface Entry {
  readonly product: string
  readonly links: ReadonlyArray<{ readonly url: string; readonly text: string }>
  readonly lines: readonly string[]
  readonly caption: string
  readonly isTooLong: boolean
}

function toRow({ product, links, lines, caption, isTooLong }: Entry, dates: WrittenDates, nowS: number): Row {
  const [video, channel] = links
  // Replacement characters come from bytes that are not UTF-8.
  if (isTooLong || [product, ...links.map(({ text }) => text)].some((text) => text.includes('\ufffd')))
    return 'unreadable'
  return readWatch(
    {
      product,
      title: video?.text,
      url: video?.url ?? '',
      channel: channel?.text,
      isAdvertisement: isAdvertisement(caption),
      atMs: dates(lines.at(-1) ?? ''),
    },
    nowS,
  )
}

type Part = 'product' | 'content' | 'caption'

/** Collects the document entries from its tags. Each entry is bounded. */
function createEntries(onEntry: (entry: Entry) => void) {
  let isInEntry = false
  let isTooLong = false
  let isContentEnded = false
  let isEnded = false
  let part: Part | undefined
  let texts: Record<Part, string> = { product: '', content: '', caption: '' }
  let links: Array<{ url: string; text: string }> = []
  let lines: string[] = []
  let url: string | undefined

  const reset = () => {
    isTooLong = isContentEnded = false
    part = url = undefined
    texts = { product: '', content: '', caption: '' }
    links = []
    lines = []
  }
  const endLine = () => {
    const line = toText(texts.content)
    if (lines.length >= PARTS_MAX) isTooLong = true
    else if (line !== '') lines.push(line)
    texts.content = ''
  }
  const finish = () => {
    endLine()
    if (isInEntry) {
      onEntry({ product: toText(texts.product), links, lines, caption: toText(texts.caption), isTooLong })
    }
    reset()
  }
  const handler: MarkupHandler = {
    onOpen(name, attributes) {
      if (name === 'div') {
        const classes = readAttribute(attributes, 'class') ?? ''
        if (classes.includes('outer-cell')) {
          finish()
          isInEntry = true
        } else if (isInEntry && classes.includes('-cell')) part = toPart(classes)
      } else if (part === 'content' && name === 'br') endLine()
      else if (part === 'content' && name === 'a') {
        texts.content = ''
        url = readAttribute(attributes, 'href') ?? ''
      }
    },
    onClose(name) {
      if (name === 'a' && url !== undefined) {
        if (links.length < PARTS_MAX) links.push({ url, text: toText(texts.content) })
        texts.content = ''
        url = undefined
      } else if (name === 'div' && part !== undefined) {
        isContentEnded ||= part === 'content'
        part = undefined
      } else if (name === 'body' || name === 'html') isEnded = true
    },
    onText(text) {
      if (part === undefined) return
      if (texts[part].length + text.length <= TEXT_MAX) texts[part] += text
      else isTooLong = true
    },
  }
  return {
    handler,
    /** Ends the last entry; one that was cut off is dropped, since its time may be incomplete. */
    end() {
      if (isEnded || isContentEnded) finish()
    },
    hasBegun: () => isInEntry,
    isComplete: () => isEnded,
  }
}

/** Returns which part of an entry a cell is. The third content cell, to the right, is empty. */
function toPart(classes: string): Part | undefined {
  if (classes.includes('header-cell')) return 'product'
  if (classes.includes('caption')) return 'caption'
  return classes.includes('content-cell') && !classes.includes('text-right') ? 'content' : undefined
}

const toText = (html: string): string =>
  decodeEntities(html)
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
