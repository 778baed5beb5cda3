import { isUtf8 } from 'node:buffer'

const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const NEWLINE = 10
const SPACE = 32
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93

/** The longest record that is read, in bytes. A listen has one or two thousand. */
const RECORD_MAX_BYTES = 100_000
/** The deepest nesting in a record that is read. A listen has four levels. */
const DEPTH_MAX = 32

/**
 * The records' position in a document. `lines`: one object per line; `objects`: consecutive
 * objects; `array`: the objects in the first array; a number: the objects in lists at that depth,
 * and single objects in place of such a list.
 */
export type JsonShape = 'lines' | 'objects' | 'array' | number

/**
 * The unparsed text of a record; undefined for a skipped record: too long, too deep, not UTF-8 or
 * broken.
 */
export type JsonText = string | undefined

/** Splits a JSON document into records while it arrives, so that no file has to fit into memory. */
interface JsonRecords {
  /** Returns the records that end in this chunk. */
  push(chunk: Buffer): readonly JsonText[]
  /** Returns whether the document ended inside a record or list. */
  isTruncated(): boolean
}

/** Splits in time linear in the document; buffers at most `RECORD_MAX_BYTES` and one chunk. */
export function createJsonRecords(shape: JsonShape): JsonRecords {
  const pieces: Buffer[] = []
  let size = 0
  let place = placeAtStart(shape)
  const add = (piece: Buffer) => {
    size += piece.length
    if (size <= RECORD_MAX_BYTES) pieces.push(piece)
    else pieces.length = 0
  }
  const finish = (last: Buffer, isReadable: boolean): JsonText => {
    add(last)
    const bytes = pieces.length === 1 ? last : Buffer.concat(pieces)
    const isWhole = isReadable && size <= RECORD_MAX_BYTES && isUtf8(bytes)
    pieces.length = 0
    size = 0
    return isWhole ? bytes.toString('utf8') : undefined
  }
  return {
    push(chunk) {
      const found = scan(chunk, place)
      place = found.place
      const texts = found.records.map(({ start, end, isReadable }) => finish(chunk.subarray(start, end), isReadable))
      if (found.start !== undefined) add(chunk.subarray(found.start))
      return texts
    },
    isTruncated: () => place.depth > 0 || place.isInString,
  }
}

interface Place {
  readonly depth: number
  /** The depths at which an object is a record; -1 until the first array. */
  readonly from: number
  readonly to: number
  readonly isLines: boolean
  /** The depth at which the current record was opened; -1 outside records. */
  readonly openedAt: number
  readonly isTooDeep: boolean
  /** Whether the current line holds anything but a record. */
  readonly isStray: boolean
  readonly isInString: boolean
  readonly isEscaped: boolean
}

function placeAtStart(shape: JsonShape): Place {
  const to = shape === 'array' ? -1 : typeof shape === 'number' ? shape : 0
  return {
    depth: 0,
    from: typeof shape === 'number' ? shape - 1 : to,
    to,
    isLines: shape === 'lines',
    openedAt: -1,
    isTooDeep: false,
    isStray: false,
    isInString: false,
    isEscaped: false,
  }
}

/** A record that ends in a chunk; `start` is 0 if it began in an earlier chunk. */
interface Found {
  readonly start: number
  readonly end: number
  readonly isReadable: boolean
}

/**
 * Scans a chunk. `start` is the beginning of a record that does not end in it. Every byte passes
 * through this loop, and histories have hundreds of megabytes, so it uses local variables. In
 * `lines`, a line break closes everything: a broken line affects only itself.
 */
function scan(bytes: Buffer, place: Place): { records: Found[]; start: number | undefined; place: Place } {
  let { depth, from, to, openedAt, isTooDeep, isStray, isInString, isEscaped } = place
  const { isLines } = place
  const records: Found[] = []
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    if (isInString) {
      for (; at < bytes.length; at++) {
        const byte = bytes[at]
        if (byte === NEWLINE && isLines) break
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) break
      }
      isInString = at === bytes.length
      if (bytes[at] !== NEWLINE) continue
    }
    const byte = bytes[at] ?? SPACE
    if (byte === QUOTE) isInString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (byte === OPEN_OBJECT && openedAt === -1 && depth >= from && depth <= to) {
        openedAt = depth
        start = at
      }
      depth++
      if (to === -1 && byte === OPEN_ARRAY) from = to = depth
      if (openedAt !== -1 && depth - openedAt > DEPTH_MAX) isTooDeep = true
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth > 0) depth--
      if (depth === openedAt) {
        records.push({ start, end: at + 1, isReadable: !isTooDeep })
        openedAt = -1
        isTooDeep = false
      }
    } else if (byte === NEWLINE && isLines) {
      if (openedAt !== -1 || isStray) records.push({ start: openedAt === -1 ? at : start, end: at, isReadable: false })
      openedAt = -1
      depth = 0
      isTooDeep = isStray = isEscaped = false
    }
    if (isLines && openedAt === -1 && byte > SPACE && byte !== COMMA && byte !== CLOSE_OBJECT) isStray = true
  }
  const next = { depth, from, to, isLines, openedAt, isTooDeep, isStray, isInString, isEscaped }
  return { records, start: openedAt === -1 ? undefined : start, place: next }
}
