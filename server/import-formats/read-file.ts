import { setImmediate } from 'node:timers/promises'
import { csvReader } from './csv-reader.ts'
import { jsonReader } from './json-reader.ts'
import { detectShape } from './json-shape.ts'
import type { ReadContext } from './read-context.ts'
import { isScrobblerLog, scrobblerLogReader } from './scrobbler-log.ts'
import { isHtml, takeoutHtmlReader } from './takeout-html.ts'
import type { FileRows, TextReader } from './text-reader.ts'
import { UnknownFormat, UnreadableFile } from './unreadable-file.ts'

/** The number of bytes read to detect a text format. */
const HEAD_BYTES = 16_384

/**
 * Reads a file in any known format while it arrives, detecting it by content, not by name. Throws
 * UnknownFormat as soon as the first bytes rule out every format, and UnreadableFile if it cannot be
 * read further.
 */
export async function* readFile(chunks: AsyncIterable<Uint8Array>, context: ReadContext): AsyncGenerator<FileRows> {
  let head: Buffer = Buffer.alloc(0)
  let reader: TextReader | undefined
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (reader === undefined) head = Buffer.concat([head, chunk])
    if (reader === undefined && head.length < HEAD_BYTES) continue
    const rows: FileRows | undefined =
      reader === undefined ? (reader = readerFor(head, context)).push(withoutMark(head)) : reader.push(chunk)
    if (rows !== undefined) yield rows
  }
  if (reader === undefined) {
    reader = readerFor(head, context)
    const rows = reader.push(withoutMark(head))
    if (rows !== undefined) yield rows
  }
  const { last, isTruncated } = reader.end()
  for (const part of last) {
    yield part
    // Parts have no other pause between them.
    await setImmediate()
  }
  if (isTruncated) context.onTruncated()
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf])
const withoutMark = (head: Buffer) => (head.subarray(0, 3).equals(MARK) ? head.subarray(3) : head)

function readerFor(read: Buffer, context: ReadContext): TextReader {
  const head = read.subarray(0, HEAD_BYTES)
  if (isUtf16(head)) throw new UnreadableFile('This file is written as UTF-16. Save it as UTF-8 and choose it again.')
  const text = withoutMark(head)
  if (isScrobblerLog(text)) return scrobblerLogReader(context)
  const beginning = text.toString('utf8')
  if (isHtml(beginning)) return takeoutHtmlReader(context)
  const shape = detectShape(beginning)
  if (shape !== 'csv') return jsonReader(shape, context)
  const reader = csvReader(text, read.length < HEAD_BYTES, context)
  if (reader === undefined) throw new UnknownFormat()
  return reader
}

/**
 * Returns whether the text is UTF-16: it has a byte order mark, or every other byte among the first
 * characters is zero.
 */
function isUtf16(head: Buffer): boolean {
  if (head.length < 4) return false
  const mark = head.readUInt16BE(0)
  const zeros = [0, 1, 2, 3].map((at) => head[at] === 0).join()
  return mark === 0xfffe || mark === 0xfeff || zeros === 'false,true,false,true' || zeros === 'true,false,true,false'
}
