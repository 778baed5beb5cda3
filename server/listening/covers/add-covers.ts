import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { CoverSize } from '#contract/listening/covers.ts'
import type { Api } from '#server/http/api.ts'
import { toCoverPath } from '../catalogue/cover-path.ts'

/** Returns rows of one kind with their cover paths: empty for artists and tracks. */
export async function addCovers<Row extends { readonly id: number }>(
  { db, config }: Pick<Api, 'db' | 'config'>,
  kind: ChartKind,
  rows: readonly Row[],
  size: CoverSize = 'small',
): Promise<(Row & { cover: string })[]> {
  const hasCovers = config.covers !== null && kind === 'albums' && rows.length > 0
  const { rows: released } = hasCovers
    ? await sql<{ id: number }>`select id from albums
        where id = any(${rows.map((row) => row.id)}::bigint[]) and release_mbid is not null`.execute(db)
    : { rows: [] }
  const ids = new Set(released.map((row) => row.id))
  return rows.map((row) => ({
    ...row,
    cover: toCoverPath(hasCovers, { id: row.id, hasRelease: ids.has(row.id) }, size),
  }))
}
