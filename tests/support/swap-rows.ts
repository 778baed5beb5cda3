import type { TestMember, TestServer } from './test-server.ts'

/** Inserts a swap in which both members sent and rated the same track. Returns its id. */
export async function insertCompletedSwap(
  { db, clock }: Pick<TestServer, 'db' | 'clock'>,
  initiator: Pick<TestMember, 'id'>,
  matched: Pick<TestMember, 'id'>,
  trackId: number,
): Promise<number> {
  const at = clock.now()
  const track = { initiator_track_id: trackId, matched_track_id: trackId, initiator_rating: 3, matched_rating: 4 }
  const times = { created_at: at, sent_at: at, completed_at: at }
  const { id } = await db
    .insertInto('song_swaps')
    .values({ initiator_id: initiator.id, matched_id: matched.id, ...track, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
