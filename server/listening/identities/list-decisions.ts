import { type RawBuilder, sql } from 'kysely'
import type { MusicDecision, MusicSuggestion } from '#contract/moderation/music.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { listPossibleArtists, splitByKnown } from '../catalogue/split-credit.ts'
import { areAlike } from './are-alike.ts'

/** Returns a page of decisions, newest first: by admins, or also those on which members agreed. */
export async function listDecisions(
  db: Db,
  { by, ...page }: Page & { readonly by: 'admins' | 'all' },
): Promise<MusicDecision[]> {
  const { rows } = await sql<Omit<MusicDecision, 'timestamp'> & { timestamp: Date }>`
    select id, action, kind, ${selectDecidedName('music_id')} as name, ${selectDecidedName('into_id')} as into, array_to_string(names, E'\\n') as names, state,
      is_automatic, decided_at as timestamp
    from music_decisions where ${by === 'all' ? sql`true` : sql`not is_automatic`} and ${isBelow(page, 'music_decisions.id')}
    ${findNewest(page, 'music_decisions.id')}`.execute(db)
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}

/** Selects the name in a decision row, with the artist of a track or album. */
export const selectDecidedName = (column: 'music_id' | 'into_id'): RawBuilder<string> => {
  const id = sql.ref(column)
  const ofArtist = (table: 'tracks' | 'albums') =>
    sql`(select title || ' - ' || name from ${sql.table(table)} as own join artists on artists.id = artist_id where own.id = ${id})`
  return sql<string>`coalesce(case music_decisions.kind when 'artist' then (select name from artists where id = ${id})
    when 'track' then ${ofArtist('tracks')} else ${ofArtist('albums')} end, '')`
}

/** The most suggestions per reason, and the names that are compared by their letters. */
const SUGGESTED = 30
const COMPARED = 20_000
/** The names that are examined as credits. */
const CREDITS = 2000
const CREDITS_AT_ONCE = 100

/**
 * Returns what may be one, and credits with known artists; for each reason those with most
 * listeners.
 */
export async function listSuggestions(db: Db): Promise<MusicSuggestion[]> {
  const [artists, tracks, releases, letters, credits] = [
    await listSharedMbids(db, 'artist'),
    await listSharedMbids(db, 'track'),
    await listSharedReleases(db),
    await listAlikeArtists(db),
    await listCreditsOfKnown(db),
  ]
  const seen = new Set<string>()
  return [...artists, ...tracks, ...releases, ...letters, ...credits].filter((each) => {
    const key = JSON.stringify([each.kind, each.artist, each.title, each.into_artist, each.into_title])
    return !seen.has(key) && seen.add(key)
  })
}

/** Whether no decision is about two rows: they are not apart, and no merge waits. */
const isUndecided = (kind: string, a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql`not exists (
  select from music_decisions where music_decisions.kind = ${kind} and action in ('merge', 'apart')
    and (music_id, into_id) in ((${a}, ${b}), (${b}, ${a})))`

/**
 * Of names that share an MBID or a release only the first ones are compared: one file can send
 * thousands with one.
 */
const SHARING = 10

/** Selects all pairs of the first ids of each group. */
const pairUp = (groups: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with first as materialized (select * from (${groups}) as grouped where place <= ${sql.lit(SHARING)})
  select distinct a.id as one, b.id as other from first as a join first as b on b.shared = a.shared and b.id > a.id`

/** Names that members sent with one MBID, without the agreement that joins them. */
function listSharedMbids(db: Db, kind: 'artist' | 'track'): Promise<MusicSuggestion[]> {
  const shared = kind === 'artist' ? sql`sent::text` : sql`sent || ' ' || artist_id`
  return listPairs(
    db,
    'mbid',
    kind,
    pairUp(sql`select id, ${shared} as shared, row_number() over (partition by ${shared} order by id) as place
      from (select distinct mbid as sent, id from identity_claims where kind = ${kind}) as claim
      join ${sql.table(`${kind}s`)} as named using (id) where named.merged_into is null`),
  )
}

/** Albums with one title and release by several artists. */
const listSharedReleases = (db: Db): Promise<MusicSuggestion[]> =>
  listPairs(
    db,
    'release',
    'album',
    pairUp(sql`select id, release_mbid || ' ' || title_key as shared,
        row_number() over (partition by release_mbid, title_key order by id) as place
      from albums where release_mbid is not null and merged_into is null`),
  )

/** Returns pairs of rows by their ids, each with the less known one first. */
async function listPairs(
  db: Db,
  reason: string,
  kind: 'artist' | 'track' | 'album',
  ids: RawBuilder<unknown>,
): Promise<MusicSuggestion[]> {
  const table = sql.table(`${kind}s`)
  const [plays, column] = [sql.table(`${kind}_plays`), sql.ref(`${kind}_id`)]
  const title = kind === 'artist' ? sql`''` : sql`row.title`
  const artist = kind === 'artist' ? sql`row.name` : sql`(select name from artists where artists.id = row.artist_id)`
  const ofSame = kind === 'track' ? sql`and a.artist_id = b.artist_id` : sql``
  const { rows } = await sql<MusicSuggestion>`
    with pairs as (
      select one, other from (${ids}) as pair join ${table} as a on a.id = one join ${table} as b on b.id = other
      where a.merged_into is null and b.merged_into is null ${ofSame}
        and ${isUndecided(kind, sql`one`, sql`other`)} limit 1000),
    named as (
      select row.id, ${artist} as artist, ${title} as title,
        (select count(*) from ${plays} as played where played.${column} = row.id) as listeners
      from ${table} as row where row.id in (select one from pairs union select other from pairs))
    select ${reason} as reason, ${kind} as kind, less.artist, less.title, less.listeners, more.artist as into_artist,
      more.title as into_title, more.listeners as into_listeners, '' as names
    from pairs join named as less on less.id in (one, other) join named as more on more.id in (one, other)
      and more.id <> less.id and (less.listeners, more.id) < (more.listeners, less.id)
    where less.listeners > 0 order by less.listeners desc, less.id limit ${sql.lit(SUGGESTED)}`.execute(db)
  return rows
}

/** Artists with the same letters in their names. Compares the best known ones. */
async function listAlikeArtists(db: Db): Promise<MusicSuggestion[]> {
  const { rows } = await sql<{ ids: number[]; names: string[] }>`
    select array_agg(id order by listeners, id) as ids, array_agg(name order by listeners, id) as names
    from (select id, name, listeners from artists where merged_into is null and listeners > 0
      order by listeners desc, id limit ${sql.lit(COMPARED)}) as known
    group by regexp_replace(lower(normalize(name, NFKD)), '[^[:alnum:]]', '', 'g')
    having count(*) between 2 and 10 order by max(listeners) desc limit 200`.execute(db)
  const pairs = rows.flatMap(({ ids, names }) =>
    ids.flatMap((id, place) => {
      const [into, name] = [ids.at(-1) ?? 0, names.at(-1) ?? '']
      return id !== into && areAlike(names[place] ?? '', name) ? [{ one: id, other: into }] : []
    }),
  )
  if (pairs.length === 0) return []
  const ids = sql`select * from unnest(${pairs.map(({ one }) => one)}::bigint[], ${pairs.map(({ other }) => other)}::bigint[])
    as pair (one, other)`
  return listPairs(db, 'letters', 'artist', ids)
}

interface CreditOfKnown {
  readonly name: string
  readonly listeners: number
  /** The artists, one per line. */
  readonly names: string
}

/** Names that could be credits for artists that are known on their own, but lack the evidence. */
async function listCreditsOfKnown(db: Db): Promise<MusicSuggestion[]> {
  const { rows } = await sql<Omit<CreditOfKnown, 'names'>>`
    select name, listeners from possible_credits join artists on id = artist_id
    where merged_into is null and mbid is null and listeners > 0 and not exists (
      select from music_decisions where kind = 'artist' and music_id = artist_id and action in ('split', 'whole'))
    order by listeners desc, id limit ${sql.lit(CREDITS)}`.execute(db)
  const found: CreditOfKnown[] = []
  // In parts: a long name may be split in hundreds of ways.
  for (let from = 0; from < rows.length && found.length < SUGGESTED; from += CREDITS_AT_ONCE)
    found.push(...(await splitByKnownArtists(db, rows.slice(from, from + CREDITS_AT_ONCE))))
  return found.slice(0, SUGGESTED).map(({ name, listeners, names }) => ({
    reason: 'credit',
    kind: 'artist',
    artist: name,
    title: '',
    listeners,
    into_artist: '',
    into_title: '',
    into_listeners: 0,
    names,
  }))
}

async function splitByKnownArtists(
  db: Db,
  credits: readonly Omit<CreditOfKnown, 'names'>[],
): Promise<readonly CreditOfKnown[]> {
  const keysOf = credits.flatMap(({ name }) => listPossibleArtists(name).map(nameKey))
  const { rows: known } = await sql<{ key: string }>`select name_key as key from artists
    where name_key = any(${[...new Set(keysOf)]}::text[])
      and coalesce((select main.listeners from artists as main
        where main.id = artists.merged_into), listeners) > 0`.execute(db)
  const keys = new Set(known.map(({ key }) => key))
  return credits.flatMap(({ name, listeners }) => {
    const parts = splitByKnown(name, (part) => keys.has(nameKey(part)))
    return parts === undefined ? [] : [{ name, listeners, names: parts.map((part) => part.name).join('\n') }]
  })
}
