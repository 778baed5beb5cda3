import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { FAMOUS_ARTIST, nameAt } from './community.ts'
import { COUNT_PLAYS } from './count-plays.ts'

/** The days in the last year on which a listener plays the artist. */
const DAYS_EACH = 12
/** The days on which a member plays other artists. */
const OTHER_DAYS = 8
const OTHER_ARTISTS = 1_000

/**
 * Fills a migrated, empty database with `listeners` listeners to one artist, who play other artists
 * more often, without single listens.
 */
export async function seedListeners(db: Db, listeners: number, now: Date): Promise<void> {
  const names = Array.from({ length: listeners }, (_, place) => nameAt(place))
  await sql`insert into members (name, name_key, joined_at, active_at, listens_since)
    select name, name, ${now}, ${now}, ${now} from unnest(${names}::text[]) as name`.execute(db)
  await sql`insert into artists (id, name, name_key) overriding system value
    select n, 'Artist ' || n, 'artist ' || n from generate_series(1, ${OTHER_ARTISTS}::integer) as n`.execute(db)
  await sql`insert into tracks (id, artist_id, title, title_key) overriding system value
    select id, id, 'Track ' || id, 'track ' || id from artists`.execute(db)
  await insertDays(db, now, sql`${FAMOUS_ARTIST}::bigint`, DAYS_EACH)
  await insertDays(
    db,
    now,
    sql`2 + abs(hashint8(members.id * 17 + n)::bigint) % (${OTHER_ARTISTS}::bigint - 1)`,
    OTHER_DAYS,
  )
  await sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
    select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily group by 1, 2, 3`.execute(db)
  // COUNT_PLAYS counts what the triggers would.
  await sql`alter table artist_plays disable trigger all`.execute(db)
  await sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, artist_id, plays, 1 from track_plays`.execute(db)
  await sql`alter table artist_plays enable trigger all`.execute(db)
  await sql.raw(COUNT_PLAYS).execute(db)
  await sql.raw('vacuum analyze').execute(db)
}

/** Inserts plays on random days in the last year, recent days more often. */
const insertDays = (db: Db, now: Date, artistId: ReturnType<typeof sql>, days: number) =>
  sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, artist_id, day, artist_id, 1 + abs(hashint8(member_id * 7 + artist_id)::bigint) % 20
    from (
      select members.id as member_id, ${artistId} as artist_id, (${now}::timestamptz at time zone 'UTC')::date
        - (365 * (abs(hashint8(members.id * 31 + n)::bigint) / 2147483648.0) ^ 2)::integer as day
      from members, generate_series(1, ${days}::bigint) as n where not is_system) as drawn
    on conflict do nothing`.execute(db)
