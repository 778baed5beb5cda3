import type { Cursor } from '#contract/page.ts'

/** A row that a pending action hides. It stays in its page, which has the response's length. */
export interface HiddenRow<C extends Cursor = number> {
  readonly id: C
  readonly isHidden: true
}

const isHiddenRow = (row: object): row is HiddenRow<Cursor> => 'isHidden' in row

export const shownRows = <T extends object>(rows: readonly T[]): Exclude<T, HiddenRow<Cursor>>[] =>
  rows.filter((row): row is Exclude<T, HiddenRow<Cursor>> => !isHiddenRow(row))

export const hideRows = <T extends { readonly id: Cursor }>(
  rows: readonly T[],
  isHidden: (row: T) => boolean,
): (T | HiddenRow<T['id']>)[] => rows.map((row) => (isHidden(row) ? { id: row.id, isHidden: true } : row))
