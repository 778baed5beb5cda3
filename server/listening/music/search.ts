import { type RawBuilder, sql } from 'kysely'
import { SEARCH_RESULTS_MAX } from '#contract/listening/music.ts'
import type { Db } from '#server/db/open.ts'
import { isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { nameKey } from '../catalogue/name-key.ts'
import type { MusicName } from '../catalogue/names.ts'

/*
 * Search for artists, albums and tracks by the words in their names, in any order, the last one by
 * its beginning. The indexes have the words without case, width, accents and punctuation.
 */

/** The number of words in a search; further ones are ignored. */
const WORDS_MAX = 8
/** Words are indexed up to this length of a name. */
const INDEXED_MAX = 400
/** The beginning of a word matches from this length on: a shorter one matches too many words. */
const PREFIX_LENGTH_MIN = 2
/** How many candidates are ranked: matches for a frequent word are cut in id order. */
const CANDIDATES_MAX = 1_000
const ARTISTS_OF_SPLIT_MAX = 20

interface FoundMusic {
  readonly artists: { readonly id: number; readonly name: string }[]
  readonly albums: MusicName[]
  readonly tracks: MusicName[]
}

/** Returns what members on leaderboards, visible to the viewer, have played. */
export async function findMusicByWords(db: Db, term: string, viewerId: number | null): Promise<FoundMusic> {
  const words = toWords(term).slice(0, WORDS_MAX)
  if (words.length === 0) return { artists: [], albums: [], tracks: [] }
  const query = toTextQuery(words)
  const artists = await listArtists(db, words, query, viewerId)
  const albums = await listTitles(db, 'albums', words, query, viewerId)
  const tracks = await listTitles(db, 'tracks', words, query, viewerId)
  const isOfBoth = artists.length + albums.length + tracks.length === 0
  return {
    artists,
    albums: isOfBoth ? await listTitlesByArtist(db, 'albums', words, viewerId) : albums,
    tracks: isOfBoth ? await listTitlesByArtist(db, 'tracks', words, viewerId) : tracks,
  }
}

/** Returns the words of a name, folded as the indexes are (`functions/search-words.sql`). */
export function toWords(name: string): string[] {
  const spaced = nameKey(name)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2019]/g, '')
    // oxlint-disable-next-line no-control-regex -- the indexes replace control characters too
    .replace(/[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u3020]+/g, ' ')
    .trim()
  // Code points, as PostgreSQL counts them.
  const indexed = spaced.length <= INDEXED_MAX ? spaced : Array.from(spaced).slice(0, INDEXED_MAX).join('')
  return indexed.split(' ').filter((word) => word !== '')
}

const toTextQuery = (words: readonly string[]): RawBuilder<unknown> => sql`${formatTextQuery(words, true)}::tsquery`

/** Returns the tsquery for a term over `search_words`; undefined if the term has no words. */
export function parseTextQuery(term: string): RawBuilder<unknown> | undefined {
  const words = toWords(term).slice(0, WORDS_MAX)
  return words.length === 0 ? undefined : toTextQuery(words)
}

/**
 * Formats a tsquery, in which the last word may match by its beginning. Words are quoted; they
 * contain neither quotes nor backslashes.
 */
function formatTextQuery(words: readonly string[], hasPrefix: boolean): string {
  const isPrefix = hasPrefix && (words.at(-1) ?? '').length >= PREFIX_LENGTH_MIN
  return words.map((word, place) => `'${word}'${isPrefix && place === words.length - 1 ? ':*' : ''}`).join(' & ')
}

interface Split {
  readonly artist: string
  readonly title: string
}

/**
 * Returns the tsqueries for each split of the words into artist and title, in both orders, such as
 * `Salt Flats by The Quiet Meridian`. At most 14 for 8 words.
 */
function splitIntoArtistAndTitle(words: readonly string[]): Split[] {
  return words.slice(1).flatMap((_, place) => {
    const before = words.slice(0, place + 1)
    const after = words.slice(place + 1)
    const artist = after[0] === 'by' && after.length > 1 ? after.slice(1) : after
    return [
      { artist: formatTextQuery(artist, true), title: formatTextQuery(before, false) },
      { artist: formatTextQuery(before, false), title: formatTextQuery(after, true) },
    ]
  })
}

/** Whether a folded name has the words of the search and no others. */
const isSame = (column: string, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`search_words(${sql.ref(column)}) = array_to_tsvector(${words}::text[])`

const PLAYS = {
  artists: sql`artist_plays as listener where listener.artist_id`,
  albums: sql`album_plays as listener where listener.album_id`,
  tracks: sql`track_plays as listener where listener.track_id`,
}

/** Whether a member that the viewer sees has played a row. */
const isPlayed = (kind: keyof typeof PLAYS, id: string, viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${PLAYS[kind]} = ${sql.ref(id)} and ${visibleTo(viewerId, 'listener.member_id')}
    and ${isOnBoards('listener.member_id')})`

/** Artists with the same name as the term first, then by listeners. */
async function listArtists(db: Db, words: readonly string[], query: RawBuilder<unknown>, viewerId: number | null) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from (
      select id, name, listeners, ${isSame('name_key', words)} as is_same from artists
      where search_words(name_key) @@ ${query} and merged_into is null
      limit ${sql.lit(CANDIDATES_MAX)}) as found
    where ${isPlayed('artists', 'found.id', viewerId)}
    order by is_same desc, listeners desc, id limit ${sql.lit(SEARCH_RESULTS_MAX)}`.execute(db)
  return rows
}

/** Titles that equal the term first, then by artist listeners. */
async function listTitles(
  db: Db,
  kind: 'albums' | 'tracks',
  words: readonly string[],
  query: RawBuilder<unknown>,
  viewerId: number | null,
): Promise<MusicName[]> {
  const { rows } = await sql<MusicName>`
    select id, name, artist_id, artist from (
      select found.id, found.title as name, artists.id as artist_id, artists.name as artist, artists.listeners,
        ${isSame('found.title_key', words)} as is_same
      from (
        select id, title, title_key, artist_id from ${sql.table(kind)}
        where search_words(title_key) @@ ${query} and merged_into is null
        limit ${sql.lit(CANDIDATES_MAX)}) as found
      join artists on artists.id = found.artist_id) as ranked
    where ${isPlayed(kind, 'ranked.id', viewerId)}
    order by is_same desc, listeners desc, id limit ${sql.lit(SEARCH_RESULTS_MAX)}`.execute(db)
  return rows
}

/** Titles that have some words while their artist has the others, by listeners. */
async function listTitlesByArtist(
  db: Db,
  kind: 'albums' | 'tracks',
  words: readonly string[],
  viewerId: number | null,
): Promise<MusicName[]> {
  const splits = splitIntoArtistAndTitle(words)
  if (splits.length === 0) return []
  const { rows } = await sql<MusicName>`
    select id, name, artist_id, artist from (
      select distinct on (titles.id) titles.id, titles.title as name, artists.id as artist_id, artists.name as artist,
        artists.listeners
      from unnest(${splits.map((split) => split.artist)}::text[], ${splits.map((split) => split.title)}::text[])
        as split (artist, title)
      cross join lateral (
        select id, name, listeners from (
          select id, name, listeners from artists
          where search_words(name_key) @@ split.artist::tsquery and merged_into is null
          limit ${sql.lit(CANDIDATES_MAX)}) as candidates
        order by listeners desc limit ${sql.lit(ARTISTS_OF_SPLIT_MAX)}) as artists
      cross join lateral (
        select id, title from ${sql.table(kind)} as titled
        where titled.artist_id = artists.id and titled.merged_into is null
          and search_words(titled.title_key) @@ split.title::tsquery
        limit ${sql.lit(SEARCH_RESULTS_MAX)}) as titles) as found
    where ${isPlayed(kind, 'found.id', viewerId)}
    order by listeners desc, id limit ${sql.lit(SEARCH_RESULTS_MAX)}`.execute(db)
  return rows
}
