import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { nameAt } from './community.ts'

/** The years of the history, and the listens of today. */
const YEARS = 18
const TODAY = 80
/** The member count: the listener and the readers. */
const MEMBERS = 40

/**
 * Fills a migrated, empty database with one member that has this many listens, spread over eighteen
 * years, and others without listens. One listen in 16 is its track's first; few tracks have most
 * listens.
 */
export async function seedHeavyListener(db: Db, listens: number, now: Date): Promise<void> {
  const names = Array.from({ length: MEMBERS }, (_, place) => nameAt(place))
  await sql`insert into members (name, name_key, joined_at, active_at, listens_since)
    select name, name, ${now}, ${now}, ${now} from unnest(${names}::text[]) as name`.execute(db)
  const [tracks, artists, albums] = [16, 160, 120].map((each) => Math.ceil(listens / each))
  await sql`insert into artists (id, name, name_key) overriding system value
    select n, 'Artist ' || n, 'artist ' || n from generate_series(1, ${artists}::integer) as n`.execute(db)
  await sql`insert into albums (id, artist_id, title, title_key) overriding system value
    select n, 1 + n % ${artists}::integer, 'Album ' || n, 'album ' || n from generate_series(1, ${albums}::integer) as n`.execute(
    db,
  )
  await sql`insert into tracks (id, artist_id, title, title_key) overriding system value
    select n, 1 + n % ${artists}::integer, 'Track ' || n, 'track ' || n from generate_series(1, ${tracks}::integer) as n`.execute(
    db,
  )
  const today = sql`(${now}::timestamptz at time zone 'UTC')::date`
  await sql`create table drawn as
    select id as member_id, case when n <= ${TODAY} then ${today} else ${today} - 1 - floor(random() * ${YEARS * 365})::integer end as day,
      1 + floor(power(random(), 2) * ${tracks}::integer)::bigint as track_id
    from generate_series(1, ${listens}::integer) as n, (select min(id) as id from members where not is_system) as heavy`.execute(
    db,
  )
  const album = sql`1 + track_id % ${albums}::integer`
  for (const statement of [
    sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select member_id, track_id, day, artist_id, count(*) from drawn join tracks on id = track_id group by 1, 2, 3, 4
      order by 1, 3, 2`,
    sql`insert into album_plays_daily (member_id, album_id, day, plays)
      select member_id, ${album}, day, count(*) from drawn group by 1, 2, 3 order by 1, 3, 2`,
    sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
      select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily group by 1, 2, 3`,
    sql`insert into album_plays (member_id, album_id, plays, latest)
      select member_id, album_id, sum(plays), max(day) from album_plays_daily group by 1, 2`,
    sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select member_id, artist_id, sum(plays), count(*) from track_plays group by 1, 2`,
    // Albums per day are counted from listens.
    sql`insert into listen_details (member_id, hash, album_id)
      select member_id, md5(album_id::text)::uuid, album_id from album_plays`,
    sql`insert into listens (member_id, listened_at, track_id, source, details_id)
      select drawn.member_id, (day::timestamp at time zone 'UTC') + n * interval '1 second', track_id, 0, listen_details.id
      from (select *, row_number() over (partition by day) as n from drawn) as drawn
      join listen_details on album_id = ${album} and listen_details.member_id = drawn.member_id
      order by 1, 2`,
    sql`drop table drawn`,
  ])
    await statement.execute(db)
  await sql.raw('vacuum analyze').execute(db)
}
