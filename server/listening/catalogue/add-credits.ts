import { sql } from 'kysely'
import type { CreditedArtists } from '#contract/listening/credited-artists.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { selectOwnName } from './sent-names.ts'

/**
 * Returns rows with the artists in their credits, read in one statement: under a viewer's own
 * names, or the common ones.
 */
export async function addCredits<Row extends { readonly artist_id: number }>(
  db: Db,
  rows: readonly Row[],
  viewerId?: number,
): Promise<(Row & { artists: CreditedArtists })[]> {
  const ids = [...new Set(rows.map((row) => row.artist_id))]
  if (ids.length === 0) return []
  const { rows: found } = await markPrepared(sql<{ id: number; artists: CreditedArtists }>`
    select credit_id as id, json_agg(json_build_object('id', artists.id, 'name', ${selectOwnName('artist', viewerId)},
      'joiner', joiner) order by position) as artists
    from artist_credits join artists on artists.id = artist_id
    where credit_id = any(${ids}::bigint[]) group by credit_id`).execute(db)
  const credits = new Map(found.map(({ id, artists }) => [id, artists]))
  return rows.map((row) => ({ ...row, artists: credits.get(row.artist_id) }))
}
