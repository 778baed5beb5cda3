import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { memberIdAt, nameAt } from './community.ts'

const TRACKS = 60_000
const ALBUMS = 6_000
const ARTISTS = 4_000
/** A member's listens on a listening day. */
const PER_DAY = 20

interface ListeningDays {
  readonly members: number
  readonly days: number
}

/**
 * Fills a migrated, empty database with members that listen day by day, so that tables and indexes
 * grow in the order that real ones do: each day changes all members' pages. Few of a member's
 * tracks have most plays, and many are played again on the same day.
 */
export async function seedListeningDays(db: Db, { members, days }: ListeningDays, now: Date): Promise<void> {
  const names = Array.from({ length: members }, (_, place) => nameAt(place))
  await sql`insert into members (name, name_key, joined_at, active_at, listens_since)
    select name, name, ${now}, ${now}, ${now} from unnest(${names}::text[]) as name`.execute(db)
  await sql`insert into artists (name, name_key)
    select 'Artist ' || n, 'artist ' || n from generate_series(1, ${sql.lit(ARTISTS)}) as n`.execute(db)
  await sql`insert into tracks (artist_id, title, title_key)
    select 1 + n % ${sql.lit(ARTISTS)}, 'Track ' || n, 'track ' || n
    from generate_series(1, ${sql.lit(TRACKS)}) as n`.execute(db)
  await sql`insert into albums (artist_id, title, title_key)
    select 1 + n % ${sql.lit(ARTISTS)}, 'Album ' || n, 'album ' || n
    from generate_series(1, ${sql.lit(ALBUMS)}) as n`.execute(db)
  for (let day = days; day > 0; day--) await addDay(db, members, new Date(now.getTime() - day * 86_400_000))
  await sql.raw('vacuum analyze').execute(db)
}

async function addDay(db: Db, members: number, at: Date): Promise<void> {
  const [first, last] = [memberIdAt(0), memberIdAt(members - 1)]
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table drawn on commit drop as
      select member_id, n, ${at}::timestamptz + n * interval '4 minutes' as listened_at,
        ${at}::timestamptz::date as day, tracks.id as track_id, artist_id, 1 + tracks.id % ${sql.lit(ALBUMS)} as album_id
      from (
        select member_id, n, 1 + (member_id * 997 + floor(1500 * power(random(), 2))::bigint) % ${sql.lit(TRACKS)} as drawn_id
        from generate_series(${first}::bigint, ${last}::bigint) as member_id, generate_series(1, ${sql.lit(PER_DAY)}) as n) as drawn
      join tracks on tracks.id = drawn_id`.execute(tx)
    for (const statement of [
      sql`insert into listen_details (member_id, hash, album_id)
        select distinct member_id, md5(album_id::text)::uuid, album_id from drawn on conflict do nothing`,
      sql`insert into listens (member_id, listened_at, track_id, source, details_id)
        select member_id, listened_at, track_id, 0, listen_details.id from drawn
        join listen_details using (member_id, album_id) order by 1, 2`,
      sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
        select member_id, track_id, day, artist_id, count(*) from drawn group by 1, 2, 3, 4`,
      sql`insert into track_plays as known (member_id, track_id, artist_id, plays, latest)
        select member_id, track_id, artist_id, count(*), max(day) from drawn group by 1, 2, 3
        on conflict (member_id, track_id) do update set plays = known.plays + excluded.plays, latest = excluded.latest`,
      sql`insert into album_plays_daily (member_id, album_id, day, plays)
        select member_id, album_id, day, count(*) from drawn group by 1, 2, 3`,
      sql`insert into album_plays as known (member_id, album_id, plays, latest)
        select member_id, album_id, count(*), max(day) from drawn group by 1, 2
        on conflict (member_id, album_id) do update set plays = known.plays + excluded.plays, latest = excluded.latest`,
    ])
      await statement.execute(tx)
  })
}
