const QUOTE = 34
const BACKSLASH = 92
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93

/** A single record is never longer: the largest are pages of 1,000 tracks. */
export const RECORD_MAX_BYTES = 8_000_000

/** Where the records of a document stand: `lines` has one after the other, `array` has them as elements of its first array. */
export type JsonShape = 'lines' | 'array'

/** Cuts a JSON document into its records while it arrives, so that no file has to fit into memory. */
export interface JsonRecords {
  /** The records that end in this chunk, as text that has yet to be parsed. */
  push(chunk: Buffer): readonly string[]
  /** Whether the document stopped in the middle. */
  isCut(): boolean
}

/** Throws a RangeError when a record is longer than {@link RECORD_MAX_BYTES}. */
export function createJsonRecords(shape: JsonShape): JsonRecords {
  let rest: Buffer = Buffer.alloc(0)
  let place: Place = { depth: 0, recordDepth: shape === 'lines' ? 0 : -1, isInString: false, isEscaped: false }
  return {
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const found = cut(bytes, rest.length, place)
      place = found.place
      rest = found.start === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(found.start))
      if (rest.length > RECORD_MAX_BYTES) throw new RangeError('A record is too long.')
      return found.records
    },
    isCut: () => place.depth > 0 || place.isInString,
  }
}

/** Where in a document a reader is. */
interface Place {
  readonly depth: number
  /** The depth at which records begin; -1 until the first array. */
  readonly recordDepth: number
  readonly isInString: boolean
  readonly isEscaped: boolean
}

/**
 * Reads on from `from`, with a record that has begun at 0 if there is anything before. Every byte of a history of hundreds of
 * megabytes goes through this loop, so it works on variables of its own.
 */
function cut(bytes: Buffer, from: number, place: Place) {
  let { depth, recordDepth, isInString, isEscaped } = place
  let start = from > 0 ? 0 : -1
  const records: string[] = []
  for (let at = from; at < bytes.length; at++) {
    if (isInString) {
      for (; at < bytes.length; at++) {
        const byte = bytes[at]
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) break
      }
      isInString = at === bytes.length
      continue
    }
    const byte = bytes[at]
    if (byte === QUOTE) isInString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (byte === OPEN_OBJECT && depth === recordDepth && start === -1) start = at
      depth++
      if (recordDepth === -1 && byte === OPEN_ARRAY) recordDepth = depth
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--
      if (start !== -1 && depth === recordDepth) {
        records.push(bytes.toString('utf8', start, at + 1))
        start = -1
      }
    }
  }
  return { records, start, place: { depth, recordDepth, isInString, isEscaped } }
}
