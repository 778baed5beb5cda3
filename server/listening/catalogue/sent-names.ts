import { type RawBuilder, sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Tx } from '#server/db/open.ts'
import type { TrackName } from './catalogue.ts'
import { nameKey } from './name-key.ts'
import { listFrom, listInto, type Pair, selectPairs } from './pairs.ts'

/*
 * The names under which members sent artists and tracks. The catalogue has the name that most
 * members sent; `sent_names` has a row for a member who sent another one. docs/identity.md
 */

type Kind = 'artist' | 'track'

/** Values for `sent_names.kind`, with the table and column for the common name. */
const KINDS = {
  artist: { number: sql.lit(0), table: 'artists', column: 'name' },
  track: { number: sql.lit(1), table: 'tracks', column: 'title' },
} as const

/**
 * Selects the name of an artist or track: a member's own, for the member, or the common one. The
 * query joins `artists` or `tracks` under these names.
 */
export function selectOwnName(kind: Kind, viewer: RawBuilder<unknown> | number | undefined): RawBuilder<string> {
  const { number, table, column } = KINDS[kind]
  const common = sql.ref<string>(`${table}.${column}`)
  if (viewer === undefined) return sql`${common}`
  return sql`coalesce((select sent.name from sent_names as sent where sent.member_id = ${viewer}::bigint
    and sent.kind = ${number} and sent.music_id = ${sql.ref(`${table}.id`)}), ${common})`
}

/** A track under the names that a member sent. */
interface SentTrack extends TrackName {
  readonly memberId: number
  /** The main track or another spelling. */
  readonly trackId: number
}

/** Returns a query for the sent names, each with its place and the common name. */
const selectSent = (sent: readonly SentTrack[]) => sql`(
  select sent_name.member_id, kind, music_id, given_name as name, common, place
  from unnest(${sent.map((track) => track.memberId)}::bigint[], ${sent.map((track) => track.trackId)}::bigint[],
    ${sent.map((track) => normalizeName(track.artist))}::text[], ${sent.map((track) => normalizeName(track.title))}::text[])
    with ordinality as sent_name (member_id, named_id, artist, title, place)
  join tracks as named on named.id = named_id
  join tracks on tracks.id = coalesce(named.merged_into, named.id)
  join artists on artists.id = tracks.artist_id
  cross join lateral (values (0, artists.id, sent_name.artist, artists.name), (1, tracks.id, sent_name.title, tracks.title))
    as each (kind, music_id, given_name, common))`

/**
 * Stores the artist and track names that their members send for the first time, if they differ from
 * the common ones. Call it before the listens are locked and counted, and {@link renameToMostSent}
 * with the result after they are counted.
 */
export async function storeSentNames(tx: Tx, sent: readonly SentTrack[]): Promise<readonly Music[]> {
  if (sent.length === 0) return []
  const { rows } = await sql<Music>`
    insert into sent_names (member_id, kind, music_id, name)
    select member_id, kind, music_id, name
    from (select distinct on (member_id, kind, music_id) * from ${selectSent(sent)} as sent
      order by member_id, kind, music_id, place) as first
    where name <> common and not case kind
      when 0 then exists (select from plays_daily as played
        where played.member_id = first.member_id and played.artist_id = music_id)
      else exists (select from track_plays as played
        where played.member_id = first.member_id and played.track_id = music_id) end
    order by member_id, kind, music_id
    on conflict do nothing returning kind, music_id as id`.execute(tx)
  return rows
}

/**
 * Stores the names to which a member corrects a track. Returns whether the member sees another name
 * than before.
 */
export async function correctSentNames(tx: Tx, sent: SentTrack): Promise<boolean> {
  const { rows } = await sql<Music>`
    with wanted as materialized (select * from ${selectSent([sent])} as sent),
    outdated as (
      select member_id, kind, music_id from sent_names where member_id = ${sent.memberId}
        and (kind, music_id) in (
          select 0, artist_id from tracks where id = ${sent.trackId}
          union all select 1, id from tracks where id = ${sent.trackId})
        and not exists (select from wanted where wanted.kind = sent_names.kind
          and wanted.music_id = sent_names.music_id and name <> common)),
    deleted as (
      delete from sent_names using outdated where sent_names.member_id = outdated.member_id
        and sent_names.kind = outdated.kind and sent_names.music_id = outdated.music_id
      returning sent_names.kind, sent_names.music_id),
    stored as (
      insert into sent_names (member_id, kind, music_id, name)
      select member_id, kind, music_id, name from wanted where name <> common order by kind
      on conflict (member_id, kind, music_id) do update set name = excluded.name
        where sent_names.name <> excluded.name
      returning kind, music_id)
    select kind, music_id as id from deleted union all select kind, music_id from stored`.execute(tx)
  await renameToMostSent(tx, rows)
  return rows.length > 0
}

interface Music {
  /** 0: an artist, 1: a track. */
  readonly kind: number
  readonly id: number
}

/** Gives artists and tracks the names that most of their listeners sent. */
export async function renameToMostSent(tx: Tx, music: readonly Music[]): Promise<void> {
  for (const [number, kind] of (['artist', 'track'] as const).entries()) {
    const ids = [...new Set(music.flatMap((each) => (each.kind === number ? [each.id] : [])))]
    if (ids.length > 0) await renameMostSent(tx, kind, ids)
  }
}

/**
 * Selects the members that listen to `music_id`, as a column in an outer query: to an artist alone
 * or in credits, also if they ignore it, to a credit's tracks, or to a track.
 */
const selectListeners = (kind: Kind): RawBuilder<unknown> =>
  kind === 'artist'
    ? sql`select member_id from artist_plays where artist_id = music_id
        union select played.member_id from tracks join track_plays as played on played.track_id = tracks.id
          where tracks.artist_id = music_id and exists (select from artist_credits where credit_id = music_id)
        union select member_id from ignored_artists as ignored where artist_id = music_id and exists (
          select from plays_daily as played where played.member_id = ignored.member_id and played.artist_id = music_id)`
    : sql`select member_id from track_plays where track_id = music_id`

/** Whether an admin has decided the name for `music_id`. */
const isDecided = (kind: Kind): RawBuilder<boolean> => sql<boolean>`exists (
  select from music_decisions as decision where decision.kind = ${kind} and state = 'applied' and not is_automatic
    and (action = 'rename' and decision.music_id = sent_names.music_id
      or action = 'merge' and decision.into_id = sent_names.music_id))`

/**
 * Gives artists or tracks the name that most members sent, if that is another one. The listeners
 * that have no row sent the former name, and retain it.
 */
async function renameMostSent(tx: Tx, kind: Kind, ids: readonly number[]): Promise<void> {
  const { number, table, column } = KINDS[kind]
  const hasRow = sql`exists (select from sent_names as sent where sent.member_id = listener.member_id
    and sent.kind = ${number} and sent.music_id = most_sent.music_id)`
  await sql`with most_sent as materialized (
      select distinct on (music_id) music_id, name, count(*) as members from sent_names
      where kind = ${number} and music_id = any(${ids}::bigint[]) and not ${isDecided(kind)} group by music_id, name
      order by music_id, members desc, name),
    renamed as materialized (
      select music_id, most_sent.name, ${sql.ref(`main.${column}`)} as former from most_sent
      join ${sql.table(table)} as main on main.id = music_id
      where members > (select count(*) from (
        select from (${selectListeners(kind)}) as listener where not ${hasRow} limit members) as others)),
    updated as (
      update ${sql.table(table)} set ${sql.ref(column)} = renamed.name from renamed where ${sql.ref(`${table}.id`)} = music_id),
    deleted as (
      delete from sent_names using renamed where sent_names.kind = ${number}
        and sent_names.music_id = renamed.music_id and sent_names.name = renamed.name)
    insert into sent_names (member_id, kind, music_id, name)
    select listener.member_id, ${number}, music_id, former from renamed as most_sent
    cross join lateral (${selectListeners(kind)}) as listener
    where not ${hasRow} order by music_id, listener.member_id
    on conflict do nothing`.execute(tx)
}

/**
 * Gives an artist or track a common name. Listeners that sent the former one retain it.
 */
export async function setCommonName(tx: Tx, kind: Kind, id: number, name: string): Promise<void> {
  const { number, table, column } = KINDS[kind]
  await sql`insert into sent_names (member_id, kind, music_id, name)
    select member_id, ${number}, music_id, ${sql.ref(`main.${column}`)}
    from (values (${id}::bigint)) as music (music_id) join ${sql.table(table)} as main on main.id = music_id
    cross join lateral (${selectListeners(kind)}) as listener
    where ${sql.ref(`main.${column}`)} <> ${name} order by member_id on conflict do nothing`.execute(tx)
  await sql`delete from sent_names where kind = ${number} and music_id = ${id} and name = ${name}`.execute(tx)
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${name} where id = ${id}`.execute(tx)
}

/**
 * Moves the names of artists or tracks to those that they are joined with. Members that listened to
 * only the former retain its name. Call it before their plays are moved.
 */
export async function moveSentNames(tx: Tx, kind: Kind, pairs: readonly Pair[]): Promise<void> {
  const { number, table, column } = KINDS[kind]
  const listenersOf = (id: string) =>
    sql`(select ${sql.ref(id)} as music_id) as music cross join lateral (${selectListeners(kind)}) as listening`
  const name = sql`coalesce(moved.name, ${sql.ref(`own.${column}`)})`
  await sql`with moved as (
      delete from sent_names where kind = ${number} and music_id = any(${listFrom(pairs)})
      returning member_id, music_id, name)
    insert into sent_names (member_id, kind, music_id, name)
    select listener.member_id, ${number}, into_id, ${name}
    from ${selectPairs(pairs)} cross join lateral (
      select listening.member_id from ${listenersOf('from_id')}) as listener
    left join moved on moved.member_id = listener.member_id and moved.music_id = from_id
    join ${sql.table(table)} as own on own.id = from_id join ${sql.table(table)} as main on main.id = into_id
    where ${name} <> ${sql.ref(`main.${column}`)}
      and not exists (
        select from ${listenersOf('into_id')} where listening.member_id = listener.member_id)
    order by listener.member_id, into_id on conflict do nothing`.execute(tx)
  const ids = pairs.map(({ into }) => into)
  await renameMostSent(tx, kind, ids)
}

/**
 * Deletes the names of rows that return from those that they were merged into: no member sees what
 * stays there under the name of another artist or track. The rows are main ones again.
 */
export async function deleteSentNames(tx: Tx, kind: Kind, pairs: readonly Pair[]): Promise<void> {
  const { number, table } = KINDS[kind]
  const key = sql.ref(kind === 'artist' ? 'name_key' : 'title_key')
  const { rows: keys } = await sql<{ id: number; key: string }>`
    select into_id as id, ${key} as key from ${selectPairs(pairs)} join ${sql.table(table)} as own on own.id = from_id
    union all
    select into_id, ${key} from ${selectPairs(pairs)}
      join ${sql.table(table)} as own on own.merged_into = from_id`.execute(tx)
  const returned = new Set(keys.map((row) => `${row.id} ${row.key}`))
  const { rows: sent } = await sql<{ id: number; name: string }>`select distinct music_id as id, name from sent_names
    where kind = ${number} and music_id = any(${listInto(pairs)})`.execute(tx)
  const outdated = sent.filter(({ id, name }) => returned.has(`${id} ${nameKey(name)}`))
  await sql`delete from sent_names using unnest(${outdated.map(({ id }) => id)}::bigint[],
      ${outdated.map(({ name }) => name)}::text[]) as outdated (id, name)
    where kind = ${number} and music_id = outdated.id and sent_names.name = outdated.name`.execute(tx)
}
