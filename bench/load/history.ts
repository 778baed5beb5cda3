import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { SOURCE_NUMBERS } from '#server/listening/listens/sources.ts'
import { memberIdAt, nameAt } from './community.ts'

/** A member's listens per day, for any history length. */
const PER_DAY = 110
const ARTISTS = 3_000
const TRACKS = 30_000
/** Every hundredth listen is to this artist, who has twenty tracks. */
export const REGULAR_ARTIST = 2
/** Played sixty times, spread evenly over the history. */
export const RARE_ARTIST = 3
const RARE_PLAYS = 60
/** Artists with smaller numbers are not drawn. */
const FIRST_DRAWN = 10

/**
 * Fills a migrated, empty database with one member per length, with listens from the last years:
 * newer ones from players, older ones from a file, and every fortieth from another file.
 */
export async function seedHistories(db: Db, lengths: readonly number[], now: Date): Promise<void> {
  const names = lengths.map((_, place) => nameAt(place))
  await sql`insert into members (name, name_key, joined_at, active_at, listens_since)
    select name, name, ${now}, ${now}, ${now} from unnest(${names}::text[]) as name`.execute(db)
  await sql`insert into artists (id, name, name_key) overriding system value
    select n, 'Artist ' || n, 'artist ' || n from generate_series(1, ${sql.lit(ARTISTS)}) as n`.execute(db)
  await sql`insert into tracks (id, artist_id, title, title_key) overriding system value
    select n, 1 + n % ${sql.lit(ARTISTS)}, 'Track ' || n, 'track ' || n
    from generate_series(1, ${sql.lit(TRACKS)}) as n`.execute(db)
  await sql`insert into albums (artist_id, title, title_key)
    select id, 'Album ' || id, 'album ' || id from artists`.execute(db)
  for (const [place, listens] of lengths.entries()) await insertHistory(db, memberIdAt(place), listens, now)
  await sql.raw('vacuum analyze').execute(db)
}

async function insertHistory(db: Db, memberId: number, listens: number, now: Date): Promise<void> {
  const { played, maloja } = SOURCE_NUMBERS
  await sql`insert into listen_details (member_id, hash, album_id, player, client)
    select ${memberId}::bigint, md5(id::text)::uuid, id, 'mpd', 'mpdscribble' from albums`.execute(db)
  const rareEvery = Math.floor(listens / RARE_PLAYS)
  const artistOf = sql`case when n % ${sql.lit(rareEvery)} = 5 then ${sql.lit(RARE_ARTIST)}
    when n % 100 = 7 then ${sql.lit(REGULAR_ARTIST)}
    else ${sql.lit(FIRST_DRAWN)} + floor(${sql.lit(ARTISTS - FIRST_DRAWN)} * (abs(hashint8(n * 31 + 7)::bigint) / 2147483648.0) ^ 3)::bigint end`
  await sql`insert into listens (member_id, listened_at, track_id, source, details_id)
    select ${memberId}::bigint, listened_at, tracks.id,
      case when n % 40 = 3 then ${sql.lit(maloja)} when n <= ${sql.lit(listens / 2)} then ${sql.lit(played)}
        else ${sql.lit(SOURCE_NUMBERS['lastfm-csv'])} end, details.id
    from (
      select n, ${now}::timestamptz - n * interval '1 day' / ${sql.lit(PER_DAY)} as listened_at, ${artistOf} as artist_id
      from generate_series(1, ${listens}::bigint) as n) as drawn
    join tracks on tracks.id = drawn.artist_id - 1 + ${sql.lit(ARTISTS)} * (abs(hashint8(n)::bigint) % 10)
    left join (select listen_details.id, albums.artist_id as owner from listen_details
      join albums on albums.id = album_id where member_id = ${memberId}) as details on owner = drawn.artist_id
    order by listened_at`.execute(db)
  await sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, track_id, (listened_at at time zone 'UTC')::date as day, artist_id, count(*)
    from listens join tracks on tracks.id = track_id where member_id = ${memberId} group by 1, 2, 3, 4`.execute(db)
}
