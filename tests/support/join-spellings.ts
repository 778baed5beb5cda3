import { sql } from 'kysely'
import { joinArtists, joinTracks } from '#server/listening/identities/join.ts'
import type { Random } from '#tests/simulation/random.ts'
import type { TestServer } from './test-server.ts'

/** Joins two random artists, or two random tracks by one artist. */
export async function joinRandomSpellings({ db }: Pick<TestServer, 'db'>, random: Random): Promise<void> {
  const table = random.percent(50) ? 'artists' : 'tracks'
  const { rows } = await sql<{ from: number; into: number }>`
    select a.id as from, b.id as into from ${sql.table(table)} as a join ${sql.table(table)} as b on a.id <> b.id
    where a.merged_into is null and b.merged_into is null
      ${table === 'tracks' ? sql`and a.artist_id = b.artist_id` : sql``} order by a.id, b.id`.execute(db)
  if (rows.length === 0) return
  const { from, into } = random.pick(rows)
  await (table === 'artists' ? joinArtists : joinTracks)(db, from, into)
}
