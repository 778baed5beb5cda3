import { makeZip } from './zips.ts'

type Cell = string | number | null

interface WorkbookOptions {
  /** Where texts are: shared by all sheets, as most programs write them, or in their cells. */
  readonly texts?: 'shared' | 'inline'
  /** Prefix for element names, as some programs write them: `x:`. */
  readonly prefix?: string
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns a column's letters, counted from 0. */
const toLetters = (column: number): string =>
  (column >= 26 ? toLetters(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26))

/** Creates a workbook (`.xlsx`) from sheets by their names. Null is a cell that is left out. */
export function makeWorkbook(
  sheets: Readonly<Record<string, ReadonlyArray<readonly Cell[]>>>,
  { texts = 'shared', prefix = '' }: WorkbookOptions = {},
): Buffer {
  const shared = new Map<string, number>()
  const share = (text: string): number => {
    const known = shared.get(text) ?? shared.size
    shared.set(text, known)
    return known
  }
  const element = (name: string, attributes: string, content: string) =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`
  const toCell = (cell: Cell, row: number, column: number): string => {
    const reference = ` r="${toLetters(column)}${row + 1}"`
    if (cell === null) return ''
    if (typeof cell === 'number') return element('c', reference, element('v', '', String(cell)))
    if (texts === 'shared') return element('c', `${reference} t="s"`, element('v', '', String(share(cell))))
    return element('c', `${reference} t="inlineStr"`, element('is', '', element('t', '', escapeXml(cell))))
  }
  const parts = Object.values(sheets).map((rows, place) => {
    const data = rows.map((row, index) =>
      element('row', ` r="${index + 1}"`, row.map((cell, column) => toCell(cell, index, column)).join('')),
    )
    return { name: `xl/worksheets/sheet${place + 1}.xml`, content: sheetXml(data.join(''), prefix) }
  })
  const names = Object.keys(sheets).map(
    (name, place) => `<sheet name="${name}" sheetId="${place + 1}" r:id="rId${place}"/>`,
  )
  const items = Array.from(shared.keys(), (text) =>
    element('si', '', element('t', ' xml:space="preserve"', escapeXml(text))),
  )
  return packWorkbook(
    parts,
    `<?xml version="1.0"?>\n${element('sst', '', items.join(''))}`,
    `<workbook><sheets>${names.join('')}</sheets></workbook>`,
  )
}

/** A sheet's XML around its rows. */
export const sheetXml = (rows: string, prefix = ''): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${prefix}worksheet><${prefix}sheetData>${rows}` +
  `</${prefix}sheetData></${prefix}worksheet>`

/** Packs a workbook's parts, valid or not. */
export const packWorkbook = (
  sheets: ReadonlyArray<{ readonly name: string; readonly content: string | Buffer }>,
  sharedStrings: string | Buffer = '<sst/>',
  workbook = '<workbook/>',
): Buffer =>
  makeZip(
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: workbook },
    ...sheets,
    { name: 'xl/sharedStrings.xml', content: sharedStrings },
  )
