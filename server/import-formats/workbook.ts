import { setImmediate } from 'node:timers/promises'
import type { Row } from '#server/listening/listens/scrobble.ts'
import { type CsvFormat, findCsvFormat } from './csv-formats.ts'
import { createRowReader } from './csv-reader.ts'
import type { CsvRow } from './csv-rows.ts'
import type { ReadContext } from './read-context.ts'
import { createSharedTexts, createSheetRows, type SharedTexts } from './sheet-rows.ts'
import { type FileRows, withSource } from './text-reader.ts'
import { UnknownFormat } from './unreadable-file.ts'
import type { ZipEntry } from './zip.ts'

/** The header is searched in the first rows of a sheet. */
const HEAD_ROWS = 50
const BOOK = /^\/?xl\/workbook\.xml$/i
const SHEET = /^\/?xl\/worksheets\/[^/]+\.xml$/i
const TEXTS = /^\/?xl\/sharedStrings\.xml$/i

/** A workbook (`.xlsx`), by the parts that are read. */
export interface Workbook {
  readonly sheets: readonly ZipEntry[]
  readonly texts: ZipEntry | undefined
  readonly bytes: number
}

/** Opens a workbook part, counting its bytes. */
type OpenPart = (part: ZipEntry) => Promise<AsyncIterable<Uint8Array>>

export const isOfficeDocument = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => name === '[Content_Types].xml')

/** Returns the workbook in a zip; undefined for another zip. */
export function toWorkbook(entries: readonly ZipEntry[]): Workbook | undefined {
  if (!entries.some(({ name }) => BOOK.test(name))) return undefined
  const sheets = entries.filter(({ name }) => SHEET.test(name))
  const texts = entries.find(({ name }) => TEXTS.test(name))
  return { sheets, texts, bytes: sheets.reduce((sum, sheet) => sum + sheet.bytes, texts?.bytes ?? 0) }
}

/**
 * Reads a workbook's sheets that are tables in a known format, as the same tables in CSV. Throws
 * UnknownFormat if none is, and UnreadableFile if its texts are too many.
 */
export async function* readWorkbook(
  { sheets, texts }: Workbook,
  open: OpenPart,
  context: ReadContext,
): AsyncGenerator<FileRows> {
  const shared = texts === undefined ? [] : await readTexts(texts, open)
  let isKnown = false
  for (const sheet of sheets) {
    for await (const rows of readSheet(await open(sheet), shared, context)) {
      isKnown = true
      yield rows
    }
  }
  if (!isKnown) throw new UnknownFormat()
}

async function readTexts(part: ZipEntry, open: OpenPart): Promise<SharedTexts> {
  const texts = createSharedTexts()
  for await (const chunk of await open(part)) texts.push(chunk)
  return texts.take()
}

/** Reads a sheet to its end, or to where it is not a table in a known format. */
async function* readSheet(
  chunks: AsyncIterable<Uint8Array>,
  texts: SharedTexts,
  context: ReadContext,
): AsyncGenerator<FileRows> {
  const sheet = createSheetRows(texts)
  let head: CsvRow[] = []
  let table: Table | undefined
  for await (const chunk of chunks) {
    sheet.push(chunk)
    const rows = sheet.take()
    if (table === undefined) {
      head.push(...rows)
      table = findTable(head, context)
      if (table === undefined && head.length >= HEAD_ROWS) return
      if (table === undefined) continue
      yield { source: table.format.source, rows: head.flatMap(table.read) }
      head = []
    } else yield { source: table.format.source, rows: rows.flatMap(table.read) }
  }
  if (table === undefined) return
  for (const rows of withSource(table.format.source, table.format.finish?.() ?? [])) {
    yield rows
    await setImmediate()
  }
}

interface Table {
  readonly format: CsvFormat
  readonly read: (row: CsvRow) => readonly Row[]
}

function findTable(head: readonly CsvRow[], context: ReadContext): Table | undefined {
  const format = findCsvFormat(head.slice(0, HEAD_ROWS), context)
  if (format === undefined) return undefined
  const readRow = createRowReader(format)
  const width = head[format.header]?.length ?? 0
  return { format, read: (row) => readRow(row && toWidth(row, width)) }
}

/** Returns a row as wide as its header: sheets leave out empty cells at the end of a row. */
function toWidth(row: readonly string[], width: number): readonly string[] {
  if (row.length <= width) return [...row, ...Array<string>(width - row.length).fill('')]
  return row.slice(width).every((cell) => cell.trim() === '') ? row.slice(0, width) : row
}
