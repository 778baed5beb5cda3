import { sql } from 'kysely'
import { inTransaction } from '#server/http/attempt.ts'
import { listTopTracks } from '#server/listening/index.ts'
import { addTrack, rateTrack } from '#server/swaps/index.ts'
import { createRandom } from './random.ts'
import type { Life } from './round.ts'
import { SECOND_MS } from './times.ts'

const TRACKS_TO_CHOOSE_FROM = 30
const RATINGS = [2, 3, 3, 4, 4, 4, 5, 5]

interface Waiting {
  id: number
  memberId: number
  isInitiator: boolean
  hasTrack: boolean
  sentAt: Date
}

/** Demo members answer swaps of newcomers within seconds: they send a track and rate, or give the last rating. */
export async function answerSwaps(life: Life): Promise<void> {
  const { rows } = await sql<Waiting>`
    select song_swaps.id, member_id as "memberId", member_id = initiator_id as "isInitiator",
      matched_track_id is not null as "hasTrack", sent_at as "sentAt"
    from song_swaps join demo_members on member_id in (initiator_id, matched_id)
    where completed_at is null and initiator_track_id is not null
      and case when member_id = matched_id then initiator_id else matched_id end
        not in (select member_id from demo_members)
      and case when member_id = matched_id then matched_rating is null
        else matched_track_id is not null and matched_rating is not null end`.execute(life.db)
  for (const swap of rows) await answerSwap(life, swap)
}

async function answerSwap(life: Life, swap: Waiting): Promise<void> {
  const { db, now, seed } = life
  const { id, memberId } = swap
  const random = createRandom(seed, `swap ${id} ${swap.isInitiator}`)
  if (swap.sentAt.getTime() + (5 + random.int(10)) * SECOND_MS > now.getTime()) return
  await inTransaction(db, async (tx) => {
    if (!swap.isInitiator && !swap.hasTrack) {
      const tracks = await listTopTracks(tx, memberId, { period: '12month', now }, TRACKS_TO_CHOOSE_FROM)
      await addTrack(tx, id, memberId, random.pick(tracks).id, now)
    }
    await rateTrack(tx, id, memberId, random.pick(RATINGS), now)
  })
}
