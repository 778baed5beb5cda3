/**
 * `npm run bench -- music-pages`: measures the counts of pages of music: the most played artist,
 * its most played album and track, in a community of 3,000 members, one with 300,000 listens.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { createClient } from './load/client.ts'
import { nameAt } from './load/community.ts'
import { startDatabases } from './load/databases.ts'
import { measureMedians } from './load/measure.ts'

const { values } = parseArgs({
  options: { members: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '20' } },
})
const ARTISTS = 20_000
const TRACKS_EACH = 150
const ALBUMS_EACH = 10
const ALBUM_TRACKS = TRACKS_EACH / ALBUMS_EACH
/** Members with listens stored one by one: more than an album's tracks are sampled from. */
const HISTORIES = 100

const now = new Date()
const databases = await startDatabases()
try {
  const db = await databases.create('music_pages')
  await seed(db, Number(values.members))
  const { rows: sizes } = await sql<Record<string, number>>`select
    (select count(*) from track_plays) as track_plays, (select count(*) from listens) as listens,
    (select count(*) from track_plays where artist_id = 1) as artist_tracks, (select count(*) from artist_plays where artist_id = 1) as artist_listeners,
    (select max(listens) from (select count(*) as listens from listens group by member_id) as each) as largest`.execute(
    db,
  )
  console.log(JSON.stringify(sizes[0]))
  const client = createClient(db, now)
  const viewer = await client.signIn(1_000)
  const forget = () => sql`delete from community_charts`.execute(db)
  const reads = {
    artist: ['/api/artist/music', { id: 1 }],
    album: ['/api/album/by-id', { id: await findMostPlayed(db, 'album') }],
    track: ['/api/track/by-id', { id: await findMostPlayed(db, 'track') }],
    popular: ['/api/popular-music', {}],
  } as const
  for (const [name, [path, query]] of Object.entries(reads)) {
    const read = () => client.get(viewer, path, query)
    const count = async () => {
      await forget()
      await read()
    }
    const [empty = 0, counted = 0] = await measureMedians([forget, count], Number(values.rounds))
    const [stored = 0] = await measureMedians([read], Number(values.rounds))
    console.log(`${name}: counted ${(counted - empty).toFixed(1)} ms, stored ${stored.toFixed(1)} ms`)
  }
} finally {
  await databases.stop()
}

async function findMostPlayed(db: Db, kind: 'album' | 'track'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`${kind}_plays`)}
    group by 1 order by count(*) desc, 1 limit 1`.execute(db)
  return rows[0]?.id ?? 0
}

async function seed(db: Db, members: number): Promise<void> {
  const names = Array.from({ length: members }, (_, place) => nameAt(place))
  await sql`insert into members (name, name_key, joined_at, active_at, listens_since)
    select name, name, ${now}, ${now}, ${now} from unnest(${names}::text[]) as name`.execute(db)
  await sql`insert into artists (id, name, name_key) overriding system value
    select n, 'Artist ' || n, 'artist ' || n from generate_series(1, ${ARTISTS}::integer) as n`.execute(db)
  await sql`insert into tracks (id, artist_id, title, title_key) overriding system value
    select n, 1 + (n - 1) / ${TRACKS_EACH}::integer, 'Track ' || n, 'track ' || n from generate_series(1, ${ARTISTS * TRACKS_EACH}::integer) as n`.execute(
    db,
  )
  await sql`insert into albums (id, artist_id, title, title_key) overriding system value
    select n, 1 + (n - 1) / ${ALBUMS_EACH}::integer, 'Album ' || n, 'album ' || n
    from generate_series(1, ${ARTISTS * ALBUMS_EACH}::integer) as n`.execute(db)
  for (const table of ['track_plays', 'album_plays', 'album_plays_daily', 'artist_plays', 'listens'])
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
  // Distinct tracks per member fall with the member's number: 300,000 listens of the first.
  await sql`create table picked as
    select member_id, (1 + floor(power(random(), 2.5) * ${ARTISTS}) * ${TRACKS_EACH} + floor(power(random(), 1.5) * ${TRACKS_EACH}))::bigint as track_id
    from (select id as member_id, row_number() over (order by id) as place from members where not is_system) as listener,
      generate_series(1, greatest(300, 25000 / sqrt(place))::integer) as n`.execute(db)
  await sql`create table played as
    select member_id, track_id, greatest(1, case when member_id = (select min(member_id) from picked) then 24 else 4 end * random() * count(*))::integer as plays
    from picked group by 1, 2`.execute(db)
  const artist = sql`1 + (track_id - 1) / ${sql.lit(TRACKS_EACH)}`
  const album = sql`1 + (track_id - 1) / ${sql.lit(ALBUM_TRACKS)}`
  for (const statement of [
    sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
      select member_id, track_id, ${artist}, plays, current_date from played order by random()`,
    sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select member_id, artist_id, sum(plays), count(*) from track_plays group by 1, 2`,
    sql`update artists set listeners = counted.listeners from (select artist_id, count(*) as listeners from artist_plays group by 1) as counted where artist_id = artists.id`,
    sql`insert into album_plays (member_id, album_id, plays, latest)
      select member_id, ${album}, sum(plays), current_date from played group by 1, 2`,
    sql`create table drawn as select member_id, track_id, current_date - floor(3000 * random())::integer as day
      from played, generate_series(1, plays) where member_id in (select member_id from played group by 1 order by sum(plays) desc limit ${HISTORIES})`,
    sql`insert into album_plays_daily (member_id, album_id, day, plays) select member_id, ${album}, day, count(*) from drawn group by 1, 2, 3`,
    sql`insert into listen_details (member_id, hash, album_id, track_number)
      select member_id, md5(track_id::text)::uuid, ${album}, 1 + track_id % ${sql.lit(ALBUM_TRACKS)} from (select distinct member_id, track_id from drawn) as distinct_drawn`,
    sql`insert into listens (member_id, listened_at, track_id, source, details_id)
      select drawn.member_id, (day::timestamp at time zone 'UTC') + n * interval '1 second', track_id, 0, listen_details.id
      from (select *, row_number() over (partition by member_id, day) as n from drawn) as drawn
      join listen_details on hash = md5(track_id::text)::uuid and listen_details.member_id = drawn.member_id order by 1, 2`,
    sql`drop table drawn, played, picked`,
    sql`insert into ignored_artists (member_id, artist_id, ignored_at) select id, 5 + id % 100, now() from members where id % 5 = 0`,
  ])
    await statement.execute(db)
  await sql.raw('vacuum analyze').execute(db)
}
