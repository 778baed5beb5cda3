import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { applyDecisionById } from './apply-decisions.ts'

/*
 * Merges two artists, or two tracks by one artist, because members agreed. The merge is a decision
 * like those of admins, so that an admin can undo it, and the job completes it if this process stops.
 */

export const joinArtists = (db: Db, from: number, into: number): Promise<void> => join(db, 'artist', { from, into })

export const joinTracks = (db: Db, from: number, into: number): Promise<void> => join(db, 'track', { from, into })

/** Does nothing while another decision about either of the two is being applied or undone. */
async function join(db: Db, kind: 'artist' | 'track', { from, into }: Pair): Promise<void> {
  const { rows } = await sql<{ id: number }>`insert into music_decisions (action, kind, music_id, into_id, is_automatic)
    select 'merge', ${kind}, ${from}, ${into}, true where not exists (
      select from music_decisions where state in ('waiting', 'undoing') and kind = ${kind}
        and (music_id in (${from}, ${into}) or into_id in (${from}, ${into}))) returning id`.execute(db)
  const [decision] = rows
  if (decision === undefined) return
  while (await inTransaction(db, (tx) => applyDecisionById(tx, decision.id))) continue
}
