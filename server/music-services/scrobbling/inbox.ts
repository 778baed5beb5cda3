import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import type { Scrobble } from '#server/listening/listens/scrobble.ts'
import type { TokenOwner } from './tokens.ts'

/*
 * `scrobble_inbox`: accepted scrobbles that are not aggregated yet (decision 24). Rows are inserted
 * by requests and deleted by the transaction that aggregates them.
 */

export interface PendingScrobble {
  readonly id: number
  readonly memberId: number
  readonly artist: string
  readonly title: string
  readonly listenedAt: Date
  readonly details: ListenDetails | undefined
}

export interface Submission {
  readonly bearer: TokenOwner
  readonly scrobbles: readonly Scrobble[]
}

/**
 * Inserts the scrobbles in a batch of requests in one statement. They are on disk when this
 * resolves. Returns for each request whether its scrobbles were inserted: false if its token no
 * longer exists.
 */
export async function insertScrobbles(db: Db, submissions: readonly Submission[]): Promise<readonly boolean[]> {
  const rows = submissions.flatMap(({ bearer, scrobbles }) => scrobbles.map((scrobble) => ({ ...scrobble, ...bearer })))
  const { rows: valid } = await sql<{ id: number }>`
    with valid as materialized (
      select id from scrobble_tokens where id = any(${submissions.map(({ bearer }) => bearer.tokenId)}::bigint[])),
    inserted as (
      insert into scrobble_inbox (member_id, listened_at, artist, title, details)
      select member_id, to_timestamp(seconds), artist, title, details::jsonb
      from unnest(${rows.map((row) => row.tokenId)}::bigint[], ${rows.map((row) => row.memberId)}::bigint[],
        ${rows.map((row) => row.listenedAt)}::float8[], ${rows.map((row) => row.artist)}::text[],
        ${rows.map((row) => row.title)}::text[],
        ${rows.map((row) => (row.details === undefined ? null : JSON.stringify(row.details)))}::text[])
        as scrobble (token_id, member_id, seconds, artist, title, details)
      where token_id in (select id from valid))
    select id from valid`.execute(db)
  const validIds = new Set(valid.map((row) => row.id))
  return submissions.map(({ bearer }) => validIds.has(bearer.tokenId))
}

const selectPending = (db: Db) =>
  db
    .selectFrom('scrobble_inbox')
    .select(['id', 'member_id as memberId', 'artist', 'title', 'listened_at as listenedAt'])
    .select(sql<ListenDetails | null>`details`.as('details'))
    .where('error', 'is', null)
    .orderBy('id')

type InboxRow = Omit<PendingScrobble, 'details'> & { readonly details: ListenDetails | null }

const toPending = ({ details, ...row }: InboxRow): PendingScrobble => ({ ...row, details: details ?? undefined })

/**
 * Makes the plans in this transaction use indexes, regardless of the statistics: these are
 * outdated, since the inbox fills and empties within seconds, and a plan for an empty table would
 * sort a full one for every batch.
 */
export const useIndexes = (tx: Tx) => sql`select set_config('enable_seqscan', 'off', true)`.execute(tx)

/** Returns the oldest pending scrobbles, at most `limit`, except those from some members. */
export async function listPending(db: Db, except: Iterable<number>, limit: number): Promise<PendingScrobble[]> {
  return db.transaction().execute(async (tx) => {
    await useIndexes(tx)
    const rows = await selectPending(tx)
      .where(sql<boolean>`member_id <> all(${[...except]}::bigint[])`)
      .limit(limit)
      .execute()
    return rows.map(toPending)
  })
}

export async function listPendingScrobbles(db: Db, memberId: number): Promise<PendingScrobble[]> {
  const rows = await selectPending(db).where('member_id', '=', memberId).execute()
  return rows.map(toPending)
}

/**
 * Locks the scrobbles that are still in the inbox and returns their ids. Skips rows that another
 * transaction has locked, since it is deleting them.
 */
export async function lockScrobbles(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select id from scrobble_inbox where id = any(${ids}::bigint[])
    order by id for update skip locked`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

export async function deleteScrobbles(tx: Tx, ids: Iterable<number>): Promise<number> {
  const { numAffectedRows } = await sql`delete from scrobble_inbox where id = any(${[...ids]}::bigint[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Returns the members with at least `backlogMax` pending scrobbles, and the inbox row count,
 * set-aside ones included.
 */
export async function measureInbox(
  db: Db,
  backlogMax: number,
): Promise<{ rows: number; fullMembers: readonly number[] }> {
  const { rows } = await sql<{ memberId: number; rows: number; pending: number }>`
    select member_id as "memberId", count(*) as rows, count(*) filter (where error is null) as pending
    from scrobble_inbox group by member_id`.execute(db)
  return {
    rows: rows.reduce((sum, row) => sum + row.rows, 0),
    fullMembers: rows.filter((row) => row.pending >= backlogMax).map((row) => row.memberId),
  }
}

/**
 * Sets a scrobble aside that cannot be aggregated, with the reason. It is not retried until a
 * server starts.
 */
export async function setAside(db: Db, id: number, reason: string): Promise<void> {
  await db.updateTable('scrobble_inbox').set({ error: reason }).where('id', '=', id).execute()
}

/** Makes all set-aside scrobbles pending again: a newer server may be able to aggregate them. */
export async function retrySetAside(db: Db): Promise<void> {
  await db.updateTable('scrobble_inbox').set({ error: null }).where('error', 'is not', null).execute()
}
