import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'

/** A track or an album with its artist, or an artist, which is its own. */
export interface MusicName {
  readonly id: number
  readonly name: string
  readonly artist_id: number
  readonly artist: string
}

/** Returns the names of artists, tracks or albums by id. */
export async function listMusicNames(
  db: Db,
  kind: ChartKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, MusicName>> {
  if (ids.length === 0) return new Map()
  const given = sql`unnest(${ids}::bigint[]) as given (id)`
  const named =
    kind === 'artists'
      ? sql`select artists.id, name, artists.id as artist_id, name as artist from ${given} join artists using (id)`
      : sql`select named.id, named.title as name, artists.id as artist_id, artists.name as artist
          from ${given} join ${sql.table(kind)} as named using (id) join artists on artists.id = named.artist_id`
  const { rows } = await markPrepared(sql<MusicName>`${named}`).execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
