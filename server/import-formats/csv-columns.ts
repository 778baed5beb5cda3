/** Reads a row's fields by column name. */
export interface CsvColumns {
  /** All column names, in lower case. */
  readonly names: readonly string[]
  has(...names: readonly string[]): boolean
  /** Returns the field in the first of these columns that exists, or undefined. */
  get(row: readonly string[], ...names: readonly string[]): string | undefined
  /** Returns a row as a record with these fields, as far as they are not empty. */
  toRecord(row: readonly string[], fields: readonly string[]): Readonly<Record<string, string>>
}

/**
 * Returns the columns of a header, by their names in lower case, with or without a note behind `#`;
 * for two alike, the first.
 */
export function createColumns(header: readonly string[]): CsvColumns {
  const places = new Map<string, number>()
  const names = header.map((cell) => cell.trim().toLowerCase())
  for (const [place, name] of names.entries()) {
    for (const each of [name, name.replace(/#.*$/, '')]) if (!places.has(each)) places.set(each, place)
  }
  return {
    names,
    has: (...names) => names.every((name) => places.has(name)),
    get(row, ...names) {
      for (const name of names) {
        const place = places.get(name)
        if (place !== undefined) return row[place]
      }
      return undefined
    },
    toRecord(row, fields) {
      const record: Record<string, string> = {}
      for (const field of fields) {
        const text = row[places.get(field.toLowerCase()) ?? -1]?.trim() ?? ''
        if (text !== '') record[field] = text
      }
      return record
    },
  }
}
