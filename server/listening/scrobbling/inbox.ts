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

/** What waits to be counted. */
export interface Waiting {
  /** The first of them, in the order in which they came. */
  readonly ids: readonly number[]
  /** How many there are, with those that were set aside: an inbox that is full of these is full, too. */
  readonly all: number
}

/** What waits of others than some members, the first `max` of them. */
export async function findWaiting(db: Db, except: Iterable<number>, max: number): Promise<Waiting> {
  const { rows } = await sql<{ ids: number[]; all: number }>`
    with waiting as (select id, error from scrobble_inbox where member_id <> all(${[...except]}::bigint[]))
    select (select count(*) from waiting) as all, array(
      select id::float8 from waiting where error is null order by id limit ${max}) as ids`.execute(db)
  return rows[0] ?? { ids: [], all: 0 }
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
