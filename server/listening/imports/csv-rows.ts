import { StringDecoder } from 'node:string_decoder'

/** A single row is never longer. */
const ROW_MAX_LENGTH = 100_000

/** Reads comma-separated values (RFC 4180) while they arrive. */
export interface CsvRows {
  /** The rows that end in this chunk. Throws a RangeError when a row does not end. */
  push(chunk: Buffer): readonly (readonly string[])[]
  /** A last row without a line break, and whether it stopped within quotes. */
  end(): { readonly rows: readonly (readonly string[])[]; readonly isCut: boolean }
}

/** Quotes count at the beginning of a field only, so that a lone one inside a title swallows nothing. */
export function createCsvRows(): CsvRows {
  const decoder = new StringDecoder('utf8')
  let row: string[] = []
  let field = ''
  let state: 'start' | 'plain' | 'quoted' | 'quote in quoted' = 'start'
  const endField = () => {
    row.push(field)
    field = ''
    state = 'start'
  }
  const read = (text: string): string[][] => {
    const rows: string[][] = []
    for (const character of text) {
      if (state === 'quoted') {
        if (character === '"') state = 'quote in quoted'
        else field += character
      } else if (character === '"' && state === 'start') state = 'quoted'
      else if (character === '"' && state === 'quote in quoted') {
        field += '"'
        state = 'quoted'
      } else if (character === ',') endField()
      else if (character === '\n') {
        endField()
        if (row.length > 1 || row[0]?.trim() !== '') rows.push(row)
        row = []
      } else if (character !== '\r') {
        field += character
        state = 'plain'
      }
    }
    if (field.length > ROW_MAX_LENGTH || row.length > ROW_MAX_LENGTH) throw new RangeError('A row does not end.')
    return rows
  }
  return {
    push: (chunk) => read(decoder.write(chunk)),
    end() {
      const isCut = state === 'quoted'
      return { rows: isCut ? [] : read(`${decoder.end()}\n`), isCut }
    },
  }
}
