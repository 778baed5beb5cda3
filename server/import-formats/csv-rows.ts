import { isUtf8 } from 'node:buffer'
import { decodeAs, detectEncoding, type TextEncoding } from './detect-encoding.ts'

/** The longest row that is read, in bytes. A listen has a few hundred. */
const ROW_MAX_BYTES = 100_000
/** The most fields in a row that is read. */
const FIELDS_MAX = 2000
/**
 * After this many unclosed quotes in a file, reading no longer resumes: the rows behind a quote are
 * skipped with it.
 */
const RESYNCS_MAX = 100
/**
 * Chunks are scanned in slices this long, in bytes, so at most this much is buffered beyond the
 * longest row.
 */
const SLICE_BYTES = 65_536

const QUOTE = 34
const NEWLINE = 10

export type Delimiter = ',' | ';' | '\t'

/**
 * Whether fields may be in quotes, as in RFC 4180; in a table without them a quote is a character.
 */
type Quoting = 'quotes' | 'no quotes'

/** The fields of a row; undefined for a row that cannot be read. */
export type CsvRow = readonly string[] | undefined

/** Splits delimiter-separated values (RFC 4180) into rows while they arrive. */
interface CsvRows {
  /** Returns the rows that end in this chunk. */
  push(chunk: Buffer): readonly CsvRow[]
  /**
   * Returns the rows that have no line break behind them, and whether the last one ends within
   * quotes.
   */
  end(): { readonly rows: readonly CsvRow[]; readonly isTruncated: boolean }
}

/**
 * Scanner state within a row. Quotes count only at the beginning of a field, so a quote inside a
 * title has no effect.
 */
type State = 'start' | 'plain' | 'quoted' | 'quote in quoted'

/**
 * Reads rows in time and memory linear in the file: at most `ROW_MAX_BYTES` and one slice are
 * buffered, and fields are sliced from the decoded row. A longer row is unreadable; where a quote
 * was not closed, reading continues behind the first line of that row.
 */
export function createCsvRows(delimiter: Delimiter, quoting: Quoting = 'quotes'): CsvRows {
  const separator = delimiter.charCodeAt(0)
  const decoder = createDecoder()
  let pending: Buffer = Buffer.alloc(0)
  let scanned = 0
  let state: State = 'start'
  let resyncs = 0
  let isSkipping = false

  const isInQuotes = () => state === 'quoted'
  const parse = (row: Buffer): CsvRow => {
    const text = row.length > ROW_MAX_BYTES ? undefined : decoder.decode(row)
    return text === undefined ? undefined : splitFields(text, delimiter, quoting)
  }
  /**
   * Drops the first line of an unterminated row and rescans the rest. Returns whether there is a
   * rest.
   */
  const resync = (): boolean => {
    const newline = pending.indexOf(NEWLINE)
    if (newline === -1 || newline === pending.length - 1 || resyncs >= RESYNCS_MAX) return false
    resyncs++
    pending = pending.subarray(newline + 1)
    scanned = 0
    state = 'start'
    return true
  }
  const scan = (slice: Buffer): CsvRow[] => {
    pending = pending.length === 0 ? slice : Buffer.concat([pending, slice])
    decoder.begin(pending)
    const rows: CsvRow[] = []
    for (;;) {
      const found = findRows(pending, { from: scanned, state, separator, quoting })
      let start = 0
      for (const end of found.ends) {
        const row = parse(pending.subarray(start, end))
        if (row === undefined || row.length > 1 || row[0]?.trim() !== '') rows.push(row)
        start = end + 1
      }
      state = found.state
      pending = Buffer.from(pending.subarray(start))
      scanned = pending.length
      if (pending.length <= ROW_MAX_BYTES) return rows
      rows.push(undefined)
      if (resync()) continue
      isSkipping = true
      pending = Buffer.alloc(0)
      scanned = 0
      return rows
    }
  }
  /** Drops the rest of an overlong row. Returns the bytes after it in the slice. */
  const skip = (slice: Buffer): Buffer => {
    const newline = slice.indexOf(NEWLINE)
    if (newline === -1) return Buffer.alloc(0)
    isSkipping = false
    state = 'start'
    return slice.subarray(newline + 1)
  }
  return {
    push(chunk) {
      const rows: CsvRow[] = []
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        const slice = chunk.subarray(at, at + SLICE_BYTES)
        rows.push(...scan(isSkipping ? skip(slice) : slice))
      }
      return rows
    },
    end() {
      if (isSkipping) return { rows: [], isTruncated: false }
      const rows = scan(Buffer.from('\n'))
      while (isInQuotes()) {
        if (!resync()) return { rows, isTruncated: true }
        rows.push(undefined, ...scan(Buffer.alloc(0)))
      }
      return { rows, isTruncated: false }
    },
  }
}

interface Scan {
  readonly from: number
  readonly state: State
  readonly separator: number
  readonly quoting: Quoting
}

/**
 * Finds the line breaks that end rows. Every byte of a file goes through this loop, so it uses
 * local variables.
 */
function findRows(bytes: Buffer, { from, state: before, separator, quoting }: Scan): { ends: number[]; state: State } {
  let state = before
  const ends: number[] = []
  const quote = quoting === 'quotes' ? QUOTE : -1
  for (let at = from; at < bytes.length; at++) {
    if (state === 'quoted') {
      at = bytes.indexOf(QUOTE, at)
      if (at === -1) break
      state = 'quote in quoted'
      continue
    }
    const byte = bytes[at]
    if (byte === quote && state !== 'plain') state = 'quoted'
    else if (byte === separator) state = 'start'
    else if (byte === NEWLINE) {
      ends.push(at)
      state = 'start'
    } else state = 'plain'
  }
  return { ends, state }
}

interface Decoder {
  /** Begins a part of the file. Its encoding is detected when one of its rows needs it. */
  readonly begin: (sample: Buffer) => void
  /** Returns the text of a row; undefined if it cannot be decoded. */
  readonly decode: (row: Buffer) => string | undefined
}

/**
 * Returns a decoder of rows. Rows that are not valid UTF-8 are read in the encoding that their part
 * of the file is in, as older exporters and spreadsheets write; in a file that has other characters
 * as UTF-8, and where no encoding fits, they are broken.
 */
function createDecoder(): Decoder {
  let isUtf8File = false
  let sample: Buffer = Buffer.alloc(0)
  let encoding: TextEncoding | undefined
  let isDetected = false
  const detect = (): TextEncoding | undefined => {
    if (!isDetected) encoding = detectEncoding(sample)
    isDetected = true
    return encoding
  }
  return {
    begin(next) {
      sample = next
      // One that fits other alphabets is that of the whole file.
      isDetected = encoding !== undefined && encoding !== 'utf-8' && encoding !== 'windows-1252'
    },
    decode(row) {
      if (isUtf8(row)) {
        const text = row.toString('utf8')
        isUtf8File ||= text.length !== row.length
        return text
      }
      const found = isUtf8File ? undefined : detect()
      return found === undefined || found === 'utf-8' ? undefined : decodeAs(found, row)
    },
  }
}

function splitFields(text: string, delimiter: Delimiter, quoting: Quoting): CsvRow {
  const row = text.endsWith('\r') ? text.slice(0, -1) : text
  const fields: string[] = []
  for (let at = 0; ; ) {
    if (fields.length === FIELDS_MAX) return undefined
    const isQuoted = quoting === 'quotes' && row.startsWith('"', at)
    const close = isQuoted ? closingQuote(row, at + 1) : at
    const next = row.indexOf(delimiter, close)
    const end = next === -1 ? row.length : next
    const quoted = isQuoted ? row.slice(at + 1, close).replaceAll('""', '"') : ''
    fields.push(quoted + row.slice(isQuoted ? close + 1 : at, end))
    if (next === -1) return fields
    at = next + 1
  }
}

/** Returns the index of a field's closing quote, or the end of the row. */
function closingQuote(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at !== -1; at = row.indexOf('"', at + 2)) {
    if (row[at + 1] !== '"') return at
  }
  return row.length
}
