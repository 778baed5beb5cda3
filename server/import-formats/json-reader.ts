import type { Row } from '#server/listening/listens/scrobble.ts'
import type { Format } from './format.ts'
import { findFormat } from './json-formats.ts'
import { createJsonRecords, type JsonShape, type JsonText } from './json-records.ts'
import { parseJson } from './json-shape.ts'
import type { ReadContext } from './read-context.ts'
import { type TextReader, withSource } from './text-reader.ts'
import { UnknownFormat } from './unreadable-file.ts'

/** The maximum number of unknown records before the first known one. */
const UNKNOWN_MAX = 100

/** Returns a JSON reader that detects the format from the first record with listens. */
export function jsonReader(shape: JsonShape, context: ReadContext): TextReader {
  const records = createJsonRecords(shape)
  let format: Format<unknown> | undefined
  let unknown = 0
  let unreadable = 0
  const read = (text: JsonText): readonly Row[] => {
    const record = text === undefined ? undefined : parseJson(text)
    const isFirst = format === undefined
    format ??= findFormat(record, context)
    if (format !== undefined) {
      const before: readonly Row[] = isFirst ? Array<Row>(unreadable).fill('unreadable') : []
      return [...before, ...(record === undefined ? (['unreadable'] as const) : format.read(record))]
    }
    if (record === undefined) unreadable++
    if (++unknown > UNKNOWN_MAX) throw new UnknownFormat()
    return []
  }
  return {
    push(chunk) {
      const rows = records.push(chunk).flatMap(read)
      return format && format.isNamesOnly !== true ? { source: format.source, rows } : undefined
    },
    end() {
      if (format === undefined || format.isNamesOnly === true) throw new UnknownFormat()
      return { last: withSource(format.source, format.finish?.() ?? []), isTruncated: records.isTruncated() }
    },
  }
}
