import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { selectOwnName } from './sent-names.ts'

/** A track or an album with its artist, or an artist, which is its own. */
export interface MusicName {
  readonly id: number
  readonly name: string
  readonly artist_id: number
  readonly artist: string
}

/** Returns artist, track or album names by id: a viewer's own names, or the common ones. */
export async function listMusicNames(
  db: Db,
  kind: ChartKind,
  ids: readonly number[],
  viewerId?: number,
): Promise<ReadonlyMap<number, MusicName>> {
  if (ids.length === 0) return new Map()
  const music = sql`unnest(${ids}::bigint[]) as music (id)`
  const artist = selectOwnName('artist', viewerId)
  const named =
    kind === 'artists'
      ? sql`select artists.id, ${artist} as name, artists.id as artist_id, ${artist} as artist
          from ${music} join artists using (id)`
      : sql`select ${sql.table(kind)}.id, ${kind === 'tracks' ? selectOwnName('track', viewerId) : sql`albums.title`} as name,
            artists.id as artist_id, ${artist} as artist
          from ${music} join ${sql.table(kind)} using (id) join artists on artists.id = artist_id`
  const { rows } = await markPrepared(sql<MusicName>`${named}`).execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
