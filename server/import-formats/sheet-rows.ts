import type { CsvRow } from './csv-rows.ts'
import { createMarkup, decodeEntities, type MarkupHandler, readAttribute } from './markup.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * The sheets and texts of a workbook (`.xlsx`, ECMA-376), as its XML parts arrive. Formulas are not
 * computed: the stored cell value is read. Phonetic texts are passed over.
 */

/** The longest text in a cell, and in a row, in characters. */
const CELL_MAX = 5000
const ROW_MAX = 100_000
/** A row with one cell in the last column costs as much as a full one. */
const COLUMNS_MAX = 256
/** Texts in a workbook: half a million listens have 600,000 different ones of 15 characters. */
const TEXTS_MAX = 1_500_000
const TEXTS_MAX_LENGTH = 40_000_000

/** The texts that cells refer to by number; undefined for one that is too long. */
export type SharedTexts = ReadonlyArray<string | undefined>

/** Parses a workbook part while it arrives. */
interface PartReader<Result> {
  push(chunk: Uint8Array): void
  /** Returns what was read since the last call. */
  take(): Result
}

/** Returns a reader for the shared texts. Throws UnreadableFile if they are too many. */
export function createSharedTexts(): PartReader<SharedTexts> {
  const texts: Array<string | undefined> = []
  let length = 0
  const text = createText()
  return createPart(
    {
      onOpen(name) {
        if (name === 'si') text.reset()
        text.onOpen(name)
      },
      onClose(name) {
        text.onClose(name)
        if (name !== 'si') return
        const value = text.value()
        length += value?.length ?? 0
        texts.push(value)
        if (texts.length > TEXTS_MAX || length > TEXTS_MAX_LENGTH) throw new TooManyTexts()
      },
      onText: (part) => text.onText(part),
    },
    () => texts,
  )
}

class TooManyTexts extends UnreadableFile {
  constructor() {
    super('The workbook has more texts than can be read. Save the sheet with your listens as CSV and send that.')
  }
}

/** Returns a reader for sheet rows; undefined for a row that is too long or too wide. */
export function createSheetRows(texts: SharedTexts): PartReader<readonly CsvRow[]> {
  let rows: CsvRow[] = []
  let cells: string[] = []
  let isReadable = true
  let length = 0
  let column = -1
  let type: string | undefined
  const text = createText()
  const endCell = () => {
    const written = text.value()
    const value = type === 's' && written !== undefined && written !== '' ? texts[Number(written)] : written
    length += value?.length ?? 0
    if (value === undefined || column >= COLUMNS_MAX || length > ROW_MAX) {
      isReadable = false
      return
    }
    while (cells.length < column) cells.push('')
    cells[column] = type === 'e' ? '' : value
  }
  return createPart(
    {
      onOpen(name, attributes) {
        if (name === 'row') {
          cells = []
          isReadable = true
          length = 0
          column = -1
        } else if (name === 'c') {
          column = toColumn(readAttribute(attributes, 'r')) ?? column + 1
          type = readAttribute(attributes, 't')
          text.reset()
        }
        text.onOpen(name)
      },
      onClose(name) {
        text.onClose(name)
        if (name === 'c') endCell()
        else if (name === 'row' && (!isReadable || cells.some((cell) => cell.trim() !== ''))) {
          rows.push(isReadable ? cells : undefined)
        }
      },
      onText: (part) => text.onText(part),
    },
    () => {
      const taken = rows
      rows = []
      return taken
    },
  )
}

/** Returns the column index from `AB12`, counted from 0. */
function toColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Collects the text in a cell, or in a shared text: from `v`, or from `t` in all its runs. */
function createText() {
  let value = ''
  let isTooLong = false
  let isIn = false
  let isPhonetic = false
  return {
    reset() {
      value = ''
      isTooLong = isIn = isPhonetic = false
    },
    onOpen(name: string) {
      if (name === 'rph') isPhonetic = true
      else if ((name === 'v' || name === 't') && !isPhonetic) isIn = true
    },
    onClose(name: string) {
      if (name === 'rph') isPhonetic = false
      else if (name === 'v' || name === 't') isIn = false
    },
    onText(text: string) {
      if (!isIn) return
      if (value.length + text.length <= CELL_MAX) value += text
      else isTooLong = true
    },
    /** Returns the text; undefined if it is too long or not UTF-8. */
    value: () => (isTooLong || value.includes('\ufffd') ? undefined : decodeEntities(value)),
  }
}

/** Returns a part reader. Names come without the namespace prefix. */
function createPart<Result>(handler: MarkupHandler, take: () => Result): PartReader<Result> {
  const toLocal = (name: string) => name.slice(name.indexOf(':') + 1)
  const decoder = new TextDecoder('utf-8')
  const markup = createMarkup({
    onOpen: (name, attributes) => handler.onOpen(toLocal(name), attributes),
    onClose: (name) => handler.onClose(toLocal(name)),
    onText: (text) => handler.onText(text),
  })
  return { push: (chunk) => markup.push(decoder.decode(chunk, { stream: true })), take }
}
