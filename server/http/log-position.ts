import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Api } from './api.ts'

/** The sessions with reads that wait for a write: the session itself, and all of these members. */
interface Readers {
  readonly tokenHash: Buffer
  readonly memberIds?: Iterable<number>
}

/**
 * Stores the position of the log after a write, for the sessions with reads that must not miss it.
 * Does nothing without a standby. Never throws: the write is committed. Without the position these
 * sessions may read the state before the write for about a second.
 */
export async function storeLogPosition(
  { db, standby, log }: Pick<Api, 'db' | 'standby' | 'log'>,
  readers: Readers,
): Promise<void> {
  if (standby === undefined) return
  await updateSessions(db, readers).catch((error: unknown) =>
    log.warn('The log position of a session was not stored', { reason: String(error) }),
  )
}

/**
 * Its commit does not wait for the disk: a crash may lose the position alone, and ends the
 * connections that could read too early. Sorted, so that two of these never wait for each other.
 */
async function updateSessions(db: Db, { tokenHash, memberIds = [] }: Readers): Promise<void> {
  await sql`update sessions set log_position = (pg_current_wal_insert_lsn() - '0/0')::bigint
    where token_hash in (
      select token_hash from sessions where token_hash = ${tokenHash} or member_id = any(${[...memberIds]}::int[])
      order by token_hash for no key update)
    and (select set_config('synchronous_commit', 'off', true)) is not null`.execute(db)
}
