import { type CsvRow, createCsvRows, type Delimiter } from './csv-rows.ts'
import { type CsvFormat, findCsvFormat } from './formats.ts'
import type { Row } from './scrobble.ts'
import type { TextReader } from './text-reader.ts'

/** Spreadsheets use semicolons in locales with a decimal comma. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t']

/**
 * Returns a reader of delimiter-separated values, chosen by the beginning of a file; undefined if
 * none of its rows has a known format.
 */
export function csvReader(head: Buffer, isWhole: boolean, nowS: number): TextReader | undefined {
  for (const delimiter of DELIMITERS) {
    const format = findCsvFormat(firstRows(head, isWhole, delimiter), nowS)
    if (format !== undefined) return createReader(format, delimiter)
  }
  return undefined
}

function firstRows(head: Buffer, isWhole: boolean, delimiter: Delimiter): readonly CsvRow[] {
  const lines = createCsvRows(delimiter)
  const rows = lines.push(head)
  return isWhole ? [...rows, ...lines.end().rows] : rows
}

function createReader({ source, read, header }: CsvFormat, delimiter: Delimiter): TextReader {
  const lines = createCsvRows(delimiter)
  let place = 0
  const readRow = (row: CsvRow): readonly Row[] => {
    const isHeader = place++ === header
    // Rows before the header are not listens of this file.
    if (row === undefined || place <= header) return ['unreadable']
    return isHeader ? [] : read(row)
  }
  return {
    push: (chunk) => ({ source, rows: lines.push(chunk).flatMap(readRow) }),
    end() {
      const { rows, isTruncated } = lines.end()
      return { last: { source, rows: rows.flatMap(readRow) }, isTruncated }
    },
  }
}
