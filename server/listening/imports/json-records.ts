const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [34, 92, 123, 125, 91, 93]

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
  let depth = 0
  /** The depth at which records begin; unknown until the first array. */
  let recordDepth = shape === 'lines' ? 0 : -1
  let recordStart = -1
  let isInString = false
  let isEscaped = false
  return {
    push(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const records: string[] = []
      for (let at = rest.length; at < bytes.length; at++) {
        const byte = bytes[at]
        if (isInString) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isInString = false
        } else if (byte === QUOTE) isInString = true
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          if (byte === OPEN_OBJECT && depth === recordDepth && recordStart === -1) recordStart = at
          depth++
          if (recordDepth === -1 && byte === OPEN_ARRAY) recordDepth = depth
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          depth--
          if (recordStart !== -1 && depth === recordDepth) {
            records.push(bytes.toString('utf8', recordStart, at + 1))
            recordStart = -1
          }
        }
      }
      rest = recordStart === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(recordStart))
      if (recordStart !== -1) recordStart = 0
      if (rest.length > RECORD_MAX_BYTES) throw new RangeError('A record is too long.')
      return records
    },
    isCut: () => depth > 0 || isInString,
  }
}
