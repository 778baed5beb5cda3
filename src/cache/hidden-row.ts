/**
 * A row that a pending action hides. It stays in its page instead of being removed, so that the
 * page's cursor and length are those of the response.
 */
export interface HiddenRow {
  readonly id: number
  readonly isHidden: true
}

const isHiddenRow = (row: object): row is HiddenRow => 'isHidden' in row

/** Returns the rows without hidden ones. */
export const shownRows = <T extends object>(rows: readonly T[]): Exclude<T, HiddenRow>[] =>
  rows.filter((row): row is Exclude<T, HiddenRow> => !isHiddenRow(row))

/** Returns the rows of a page, with those that match `isHidden` hidden. */
export const hideRows = <T extends { readonly id: number }>(
  rows: readonly T[],
  isHidden: (row: T) => boolean,
): (T | HiddenRow)[] => rows.map((row) => (isHidden(row) ? { id: row.id, isHidden: true } : row))
