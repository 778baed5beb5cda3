import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'

/** Selects the revision of all feeds. */
export const feedRevision = sql<string>`select sum(revision)::text as revision from feed_revisions`

/**
 * Returns a revision of all feeds: every commit that changes a row that the feed reads increases it
 * (server/db/functions/bump-feed-revision.sql).
 */
export async function readFeedRevision(db: Db): Promise<string> {
  const { rows } = await markPrepared(sql<{ revision: string }>`${feedRevision}`).execute(db)
  return rows[0]?.revision ?? ''
}
