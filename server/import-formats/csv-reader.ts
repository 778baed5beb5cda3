import type { Row } from '#server/listening/listens/scrobble.ts'
import { type CsvFormat, findCsvFormat } from './csv-formats.ts'
import { type CsvRow, createCsvRows, type Delimiter } from './csv-rows.ts'
import { isUndecodable } from './detect-encoding.ts'
import type { ReadContext } from './read-context.ts'
import { type FileRows, type TextReader, withSource } from './text-reader.ts'
import { UnreadableFile } from './unreadable-file.ts'

const NOT_UTF8 = "Flipside can't read the letters of this file. Save it as UTF-8 and choose it again."
/** Spreadsheets use semicolons in locales with a decimal comma. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/**
 * Returns a reader of delimiter-separated values, chosen by the beginning of a file; undefined if
 * none of its rows has a known format. Throws UnreadableFile if its encoding is not known.
 */
export function csvReader(head: Buffer, isWhole: boolean, context: ReadContext): TextReader | undefined {
  for (const delimiter of DELIMITERS) {
    const format = findCsvFormat(firstRows(head, isWhole, delimiter), context)
    if (format === undefined) continue
    if (isUndecodable(head)) throw new UnreadableFile(NOT_UTF8)
    return createReader(format, delimiter)
  }
  return undefined
}

function firstRows(head: Buffer, isWhole: boolean, delimiter: Delimiter): readonly CsvRow[] {
  const lines = createCsvRows(delimiter)
  const rows = lines.push(head)
  return isWhole ? [...rows, ...lines.end().rows] : rows
}

function createReader(format: CsvFormat, delimiter: Delimiter): TextReader {
  const lines = createCsvRows(delimiter)
  const { source } = format
  const read = createRowReader(format)
  return {
    push: (chunk) => ({ source, rows: lines.push(chunk).flatMap(read) }),
    end() {
      const { rows, isTruncated } = lines.end()
      const last = [{ source, rows: rows.flatMap(read) }]
      return { last: concat(last, withSource(source, format.finish?.() ?? [])), isTruncated }
    },
  }
}

function* concat(first: Iterable<FileRows>, second: Iterable<FileRows>): Generator<FileRows> {
  yield* first
  yield* second
}

/** Returns a reader for all table rows, in order, with those before the header. */
export function createRowReader({ read, header }: CsvFormat): (row: CsvRow) => readonly Row[] {
  let place = 0
  return (row) => {
    const isHeader = place++ === header
    // Rows before the header are not listens; exporters write comments there.
    if (place <= header && row !== undefined && isComment(row)) return []
    if (row === undefined || place <= header) return ['unreadable']
    return isHeader ? [] : read(row)
  }
}

/** Returns whether a row is a comment. Libre.fm also writes `#` as UTF-7: `+ACM-`. */
const isComment = ([first = '']: readonly string[]): boolean => first.startsWith('#') || first.startsWith('+ACM-')
