import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { countChanges } from '#server/listening/index.ts'
import { createRandom, type Random } from '#tests/simulation/random.ts'
import { COUNT_PLAYS } from './count-plays.ts'
import { createArtistDraw } from './music.ts'

/** A synthetic community's size, and the seed that reproduces it. */
interface CommunitySize {
  readonly members: number
  /** Artists per member. */
  readonly artistsEach: number
  readonly seed: number
}

/** Played by every second member, and most by some: a leaderboard's worst case. */
export const FAMOUS_ARTIST = 1
/** Members per statement. */
const CHUNK = 2_000
/** The mean play count per member in LFM-1b: 9,043. */
const PLAYS_MEAN = 9_043
const PLAYS_DEVIATION = 1
const MOST_PLAYS = 200_000
/** Follows per member: 13.44 in HetRec-2011. */
const FOLLOWS_EACH = 13
const SYLLABLES = ['ba', 'ko', 'ri', 'ne', 'ta', 'mo', 'lu', 'shi', 'ver', 'an', 'dor', 'el', 'fi', 'gra', 'hu', 'jo']

/**
 * Fills a migrated, empty database: members without sessions yet, artists by Zipf and Mandelbrot in
 * scenes, plays by rank and size, spread over days and tracks, and follows. Without single listens,
 * which no chart reads. Indexes and triggers are removed meanwhile, and the counts computed
 * afterwards.
 */
export async function seedCommunity(db: Db, size: CommunitySize, now: Date): Promise<void> {
  const random = createRandom(size.seed)
  await insertMembers(db, size.members, random, now)
  await withoutIndexes(db, ['tracks', 'artist_plays', 'plays_daily', 'follows'], async () => {
    await insertPlays(db, size, random)
    await insertCatalogue(db)
    await insertDays(db, now)
    await insertFollows(db, size)
  })
  await sql.raw(COUNT_PLAYS).execute(db)
  await hideSome(db)
  await sql.raw('vacuum analyze').execute(db)
}

/**
 * Two in a hundred members hide their listening and two their profile: leaderboards and counts
 * exclude them.
 */
async function hideSome(db: Db): Promise<void> {
  await sql`update members set hides_listening = true where id % 50 = 10`.execute(db)
  await sql`update members set is_private = true where id % 50 = 20`.execute(db)
  await db.transaction().execute(countChanges)
}

/** Returns the member id at an index from 0: System is the first member in every database. */
export const memberIdAt = (place: number): number => place + 2

export const nameAt = (place: number): string => {
  const syllable = (digit: number) => SYLLABLES[Math.floor(place / 16 ** digit) % 16] ?? ''
  return `${syllable(0)}${syllable(1)}${syllable(2)}${place}`
}

async function insertMembers(db: Db, members: number, random: Random, now: Date): Promise<void> {
  for (let from = 0; from < members; from += CHUNK) {
    const places = Array.from({ length: Math.min(CHUNK, members - from) }, (_, at) => from + at)
    await sql`insert into members (name, name_key, joined_at, active_at, listens_since, swag)
      select name, name, ${now}, ${now}, ${now}, swag
      from unnest(${places.map(nameAt)}::text[], ${places.map(() => random.between(0, 300))}::integer[]) as it (name, swag)`.execute(
      db,
    )
  }
}

async function insertPlays(db: Db, { members, artistsEach }: CommunitySize, random: Random): Promise<void> {
  const draw = createArtistDraw(random)
  for (let from = 0; from < members; from += CHUNK) {
    const rows = { members: [] as number[], artists: [] as number[], plays: [] as number[] }
    for (let place = from; place < Math.min(members, from + CHUNK); place++) {
      const artists = draw(artistsEach, random.percent(50) ? [FAMOUS_ARTIST] : [])
      const plays = playsByRank(artists.length, random)
      for (const [rank, artist] of shuffle(artists, random).entries()) {
        rows.members.push(memberIdAt(place))
        rows.artists.push(artist)
        rows.plays.push(plays[rank] ?? 1)
      }
    }
    await sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select member_id, artist_id, plays, 1 + (plays > 100)::integer + (plays > 1000)::integer
      from unnest(${rows.members}::bigint[], ${rows.artists}::bigint[], ${rows.plays}::integer[])
        as it (member_id, artist_id, plays)`.execute(db)
  }
}

/** Returns `(rank + 2) ^ -0.9`, scaled to a log-normal total. */
function playsByRank(artists: number, random: Random): readonly number[] {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  const total = Math.min(MOST_PLAYS, PLAYS_MEAN * Math.exp(PLAYS_DEVIATION * normal - PLAYS_DEVIATION ** 2 / 2))
  const shares = Array.from({ length: artists }, (_, rank) => (rank + 2) ** -0.9)
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => Math.max(1, Math.round((total * share) / whole)))
}

function shuffle<T>(items: readonly T[], random: Random): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Inserts the artists with at least one play, with three tracks each. */
async function insertCatalogue(db: Db): Promise<void> {
  await sql`insert into artists (id, name, name_key) overriding system value
    select artist_id, 'Artist ' || artist_id, 'artist ' || artist_id
    from (select distinct artist_id from artist_plays) as played order by artist_id`.execute(db)
  await sql`insert into tracks (id, artist_id, title, title_key) overriding system value
    select id * 3 + place, id, 'Track ' || place, 'track ' || place from artists, generate_series(0, 2) as place order by id, place`.execute(
    db,
  )
}

/**
 * Inserts a track's plays on a day: one for each track played, on a day in the last year, recent
 * days more often.
 */
async function insertDays(db: Db, now: Date): Promise<void> {
  await sql`insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, artist_id * 3 + heard, (${now}::timestamptz at time zone 'UTC')::date
        - (365 * (abs(hashint8(member_id * 7 + artist_id * 13 + heard)) / 2147483648.0) ^ 2)::integer,
      artist_id, greatest(1, plays / tracks_heard)
    from artist_plays, generate_series(0, tracks_heard - 1) as heard`.execute(db)
  await sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
    select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily group by 1, 2, 3`.execute(db)
}

async function insertFollows(db: Db, { members }: CommunitySize): Promise<void> {
  await sql`insert into follows (follower_id, followee_id)
    select distinct follower, followee from (
      select ${memberIdAt(0)} + at as follower,
        ${memberIdAt(0)} + abs(hashint8(at * 31 + turn)) % ${members}::bigint as followee
      from generate_series(0, ${members}::bigint - 1) as at, generate_series(1, ${FOLLOWS_EACH}::bigint) as turn) as drawn
    where follower <> followee`.execute(db)
}

/**
 * Runs `work` without indexes and foreign keys: building an index at once is several times as fast
 * as updating it for every row, and references need no check per row, since only the database's
 * owner writes.
 */
async function withoutIndexes(db: Db, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = any(${tables}::text[]) and indexdef not like 'CREATE UNIQUE%'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger all`.execute(db)
  await work()
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger all`.execute(db)
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}
