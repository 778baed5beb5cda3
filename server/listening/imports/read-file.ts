import type { Source } from '../sources.ts'
import { createCsvRows } from './csv-rows.ts'
import { csvFormatOf, type Format, formatOf, shapeOf } from './formats.ts'
import { createJsonRecords, type JsonShape } from './json-records.ts'
import type { Row } from './scrobble.ts'
import { UnknownFormat, UnreadableFile } from './unreadable-file.ts'

/** So much is looked at to see what a text is. */
const HEAD_BYTES = 4096
/** So many records may come before one that is known. */
const STRANGE_MAX = 100

/** Rows of a file, in its order. */
export interface Rows {
  readonly source: Source
  readonly rows: readonly Row[]
}

interface TextReader {
  push(chunk: Buffer): Rows | undefined
  /** The last rows, and whether the file stopped in the middle. Throws UnknownFormat when no format was found. */
  end(): { readonly last: Rows | undefined; readonly isCut: boolean }
}

/**
 * Reads a file of any known format while it arrives, by what it holds, not by its name. Answers whether it was cut off: then
 * what stood before is there. Throws UnknownFormat, and UnreadableFile for what cannot be read further.
 */
export async function* readFile(
  chunks: AsyncIterable<Uint8Array>,
  nowS: number,
): AsyncGenerator<Rows, { readonly isCut: boolean }> {
  let head: Buffer = Buffer.alloc(0)
  let reader: TextReader | undefined
  for await (const bytes of chunks) {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (reader === undefined) head = Buffer.concat([head, chunk])
    if (reader === undefined && head.length < HEAD_BYTES) continue
    const rows: Rows | undefined =
      reader === undefined
        ? guarded(() => (reader = readerFor(head, nowS)).push(withoutMark(head)))
        : pushed(reader, chunk)
    if (rows !== undefined) yield rows
  }
  if (reader === undefined) {
    const small = (reader = readerFor(head, nowS))
    const rows = pushed(small, withoutMark(head))
    if (rows !== undefined) yield rows
  }
  const { last, isCut } = reader.end()
  if (last !== undefined) yield last
  return { isCut }
}

const pushed = (reader: TextReader, chunk: Buffer) => guarded(() => reader.push(chunk))

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFile('A part of the file is longer than any listen.', { cause: error })
    throw error
  }
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf])
const withoutMark = (head: Buffer) => (head.subarray(0, 3).equals(MARK) ? head.subarray(3) : head)

function readerFor(head: Buffer, nowS: number): TextReader {
  const isUtf16 = head.length > 1 && (head.readUInt16BE(0) === 0xfffe || head.readUInt16BE(0) === 0xfeff)
  if (isUtf16) throw new UnreadableFile('This file is written as UTF-16. Save it as UTF-8 and choose it again.')
  if (head.includes(0)) throw new UnknownFormat()
  const shape = shapeOf(withoutMark(head).toString('utf8'))
  return shape === 'csv' ? csvReader(nowS) : jsonReader(shape, nowS)
}

function jsonReader(shape: JsonShape, nowS: number): TextReader {
  const records = createJsonRecords(shape)
  let format: Format<unknown> | undefined
  let strange = 0
  const read = (text: string): readonly Row[] => {
    const record = parsed(text)
    format ??= formatOf(record, nowS)
    if (format !== undefined) return record === undefined ? ['unreadable'] : format.read(record)
    if (++strange > STRANGE_MAX) throw new UnknownFormat()
    return []
  }
  return {
    push(chunk) {
      const rows = records.push(chunk).flatMap(read)
      return format && { source: format.source, rows }
    },
    end() {
      if (format === undefined) throw new UnknownFormat()
      return { last: undefined, isCut: records.isCut() }
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function csvReader(nowS: number): TextReader {
  const lines = createCsvRows()
  let format: ReturnType<typeof csvFormatOf>
  const read = (row: readonly string[]): readonly Row[] => {
    if (format !== undefined) return format.read(row)
    format = csvFormatOf(row, nowS)
    if (format === undefined) throw new UnknownFormat()
    return format.isFirstData ? format.read(row) : []
  }
  const rowsOf = (found: readonly (readonly string[])[]): Rows | undefined => {
    const rows = found.flatMap(read)
    return format && { source: format.source, rows }
  }
  return {
    push: (chunk) => rowsOf(lines.push(chunk)),
    end() {
      const { rows, isCut } = lines.end()
      const last = rowsOf(rows)
      if (format === undefined) throw new UnknownFormat()
      return { last, isCut }
    },
  }
}
