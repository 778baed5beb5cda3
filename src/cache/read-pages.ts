import { lastCursor } from '#contract/page.ts'

const ROWS_MAX = 1000
const ROWS_PER_READ = 200

/** Reads a list with pages to its end, at most 1,000 rows. */
export async function readPages<Row extends { readonly id: number }>(
  readPage: (page: { limit: number; before: number | undefined }) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  while (rows.length < ROWS_MAX) {
    const page = await readPage({ limit: ROWS_PER_READ, before: lastCursor(rows) })
    rows.push(...page)
    if (page.length < ROWS_PER_READ) break
  }
  return rows
}
