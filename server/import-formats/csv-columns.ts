/** Reads a row's fields by column name. */
export interface CsvColumns {
  /** All column names, in lower case. */
  readonly names: readonly string[]
  has(...names: readonly string[]): boolean
  /** Returns the field in the first of these columns that exists, or undefined. */
  get(row: readonly string[], ...names: readonly string[]): string | undefined
}

/** Returns the columns of a header, by their names in lower case; for two alike, the first. */
export function createColumns(header: readonly string[]): CsvColumns {
  const places = new Map<string, number>()
  const names = header.map((cell) => cell.trim().toLowerCase())
  for (const [place, name] of names.entries()) {
    if (!places.has(name)) places.set(name, place)
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
  }
}
