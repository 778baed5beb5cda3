import { sql } from 'kysely'
import { inOneFlight } from '#server/db/flight.ts'
import { arrayOf, arrayOfTexts, keptStatement } from '#server/db/kept-statement.ts'
import type { Db } from '#server/db/open.ts'
import type { Scrobble } from '../imports/scrobble.ts'
import { nameKey } from '../rules.ts'
import type { Bearer } from './tokens.ts'

/*
 * Scrobbles that were accepted wait in `scrobble_inbox` until they are counted (decision 24): one narrow table instead of all those
 * that tell what was listened to.
 */

/** What a player sent in one request. */
export interface Submission {
  readonly bearer: Bearer
  readonly scrobbles: readonly Scrobble[]
}

/**
 * Keeps submissions in one transaction, on disk when this resolves; each as a whole, unless its token has been revoked: answers of each
 * whether it is kept. Locks nothing, so it waits for nobody.
 */
export async function keepAll(db: Db, group: readonly Submission[]): Promise<readonly boolean[]> {
  if (group.length <= ONE_BY_ONE_MAX && group.every((it) => it.scrobbles.length === 1)) return keepOneByOne(db, group)
  const all = group.flatMap(({ bearer, scrobbles }) => scrobbles.map((it) => ({ ...it, ...bearer })))
  const statement = keeping({
    known: arrayOf([...new Set(group.map((it) => it.bearer.tokenId))]),
    tokens: arrayOf(all.map((it) => it.tokenId)),
    members: arrayOf(all.map((it) => it.memberId)),
    times: arrayOf(all.map((it) => it.listenedAt)),
    artists: arrayOfTexts(all.map((it) => it.artist)),
    artistKeys: arrayOfTexts(all.map((it) => nameKey(it.artist))),
    titles: arrayOfTexts(all.map((it) => it.title)),
    titleKeys: arrayOfTexts(all.map((it) => nameKey(it.title))),
  })
  const [rows = []] = await inOneFlight(db, [statement])
  const known = new Set(rows.map(([tokenId]) => Number(tokenId)))
  return group.map((it) => known.has(it.bearer.tokenId))
}

const keeping = keptStatement<
  'known' | 'tokens' | 'members' | 'times' | 'artists' | 'artistKeys' | 'titles' | 'titleKeys'
>(
  (gap) => sql`
    with known as materialized (select id from scrobble_tokens where id = any(${gap('known')}::bigint[])),
    kept as (
      insert into scrobble_inbox (member_id, listened_at, artist, artist_key, title, title_key)
      select member_id, to_timestamp(at), artist, artist_key, title, title_key
      from unnest(${gap('tokens')}::bigint[], ${gap('members')}::bigint[], ${gap('times')}::float8[],
        ${gap('artists')}::text[], ${gap('artistKeys')}::text[], ${gap('titles')}::text[], ${gap('titleKeys')}::text[])
        as given (token_id, member_id, at, artist, artist_key, title, title_key)
      where token_id in (select id from known))
    select id from known`,
)

/** So many are kept by a statement each: it takes two thirds of the time of the one that takes lists, which four together cost, too. */
const ONE_BY_ONE_MAX = 2

async function keepOneByOne(db: Db, group: readonly Submission[]): Promise<readonly boolean[]> {
  const statements = group.flatMap(({ bearer, scrobbles }) =>
    scrobbles.map(({ artist, title, listenedAt }) =>
      keepingOne({
        token: String(bearer.tokenId),
        time: String(listenedAt),
        artist,
        artistKey: nameKey(artist),
        title,
        titleKey: nameKey(title),
      }),
    ),
  )
  const answers = await inOneFlight(db, statements)
  return answers.map((rows) => rows.length > 0)
}

const keepingOne = keptStatement<'token' | 'time' | 'artist' | 'artistKey' | 'title' | 'titleKey'>(
  (gap) => sql`
    insert into scrobble_inbox (member_id, listened_at, artist, artist_key, title, title_key)
    select member_id, to_timestamp(${gap('time')}::float8), ${gap('artist')}::text, ${gap('artistKey')}::text,
      ${gap('title')}::text, ${gap('titleKey')}::text
    from scrobble_tokens where id = ${gap('token')}::bigint
    returning true`,
)

/** What waits of others than some members: the ids of the first `max`, in the order in which they came, and since when the first does. */
export async function findWaiting(db: Db, except: Iterable<number>, max: number): Promise<Waiting> {
  const given = { except: arrayOf([...except]), max: String(max) }
  const [, [row] = []] = await inOneFlight(db, [byKeysAlone({}), finding(given)])
  const [ids = '', oldestMs] = row ?? []
  return { ids: ids ? ids.split(',').map(Number) : [], oldestMs: Number(oldestMs) }
}

/**
 * For the transaction: tables are read by their keys, with plans that connections keep. A planner that saw the inbox when it was nearly
 * empty would read and sort the whole of it for every thousand, until it looks again.
 */
export const byKeysAlone = keptStatement(
  () =>
    sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
)

const finding = keptStatement<'except' | 'max'>(
  (gap) => sql`
    with found as (select array(select id from scrobble_inbox
      where member_id <> all(${gap('except')}::bigint[]) and error is null order by id limit ${gap('max')}::bigint) as ids)
    select array_to_string(ids, ','), (select 1000 * extract(epoch from clock_timestamp() - received_at)
      from scrobble_inbox where id = ids[1]) from found`,
)

interface Waiting {
  readonly ids: readonly number[]
  /** 0 when nothing waits. */
  readonly oldestMs: number
}

/** How much there is of others than some members, with what was set aside: an inbox that is full of that is full, too. */
export async function countWaiting(db: Db, except: Iterable<number>): Promise<number> {
  const { rows } = await sql<{ all: number }>`
    select count(*) as all from scrobble_inbox where member_id <> all(${[...except]}::bigint[])`.execute(db)
  return rows[0]?.all ?? 0
}

/** What waits of one member. */
export async function listWaitingOf(db: Db, memberId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('scrobble_inbox')
    .select('id')
    .where('member_id', '=', memberId)
    .where('error', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How much waits of each of some members. */
export async function countWaitingOf(db: Db, memberIds: Iterable<number>): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ member_id: number; waiting: number }>`
    select member_id, count(*) as waiting from scrobble_inbox
    where member_id = any(${[...memberIds]}::bigint[]) and error is null group by member_id`.execute(db)
  return new Map(rows.map((it) => [it.member_id, it.waiting]))
}

/** Sets one aside that cannot be counted, with the reason: nobody tries it again before a server starts. */
export async function setAside(db: Db, id: number, reason: string): Promise<void> {
  await db.updateTable('scrobble_inbox').set({ error: reason }).where('id', '=', id).execute()
}

/** Has what was set aside tried once more: what could not be counted may be by a newer server. */
export async function retryAllSetAside(db: Db): Promise<void> {
  await db.updateTable('scrobble_inbox').set({ error: null }).where('error', 'is not', null).execute()
}
