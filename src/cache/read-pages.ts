import { lastCursor } from '#contract/page.ts'

const ROWS_MAX = 1000
/** Rows per read. */
const PART = 200

/** Reads a list with pages to its end, at most 1,000 rows. */
export async function readPages<Row extends { readonly id: number }>(
  readPage: (page: { limit: number; before?: number }) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  while (rows.length < ROWS_MAX) {
    const before = lastCursor(rows)
    const page = await readPage({ limit: PART, ...(before !== undefined && { before }) })
    rows.push(...page)
    if (page.length < PART) break
  }
  return rows
}
