import { sql } from 'kysely'
import { canSee } from '#server/accounts/index.ts'
import { insertLikes } from '#server/broadcasts/index.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createRandom } from './random.ts'
import type { Life } from './round.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from './times.ts'

const ATTENTION_MS = 40 * MINUTE_MS
const FIRST_LIKE_MS = 3 * SECOND_MS
/** The minimum like count for any broadcast. */
const SURE_LIKERS = 2
const WINDOW_MS = 14 * DAY_MS

interface Fresh {
  id: number
  authorId: number
  createdAt: Date
  likers: number[]
}

/**
 * Likes track broadcasts since the seeding as demo members: the first within seconds, all within 40
 * minutes. `isThorough` includes broadcasts that became due while the server was stopped.
 */
export async function likeBroadcasts(life: Life, isThorough: boolean): Promise<void> {
  const { db, now, seededAt } = life
  const back = new Date(now.getTime() - (isThorough ? WINDOW_MS : ATTENTION_MS + MINUTE_MS))
  const { rows } = await sql<Fresh>`
    select id, author_id as "authorId", created_at as "createdAt",
      array(select member_id::integer from likes where broadcast_id = broadcasts.id) as likers
    from broadcasts where type = 'Track' and created_at >= ${back > seededAt ? back : seededAt}
    order by id`.execute(db)
  for (const broadcast of rows) await likeBroadcast(life, broadcast)
}

async function likeBroadcast(life: Life, { id, authorId, createdAt, likers }: Fresh): Promise<void> {
  const due = planLikes(life.seed, id, life.members)
    .filter((like) => createdAt.getTime() + like.afterMs <= life.now.getTime())
    .filter(({ memberId }) => memberId !== authorId && !likers.includes(memberId))
  if (due.length === 0) return
  await inTransaction(life.db, async (tx) => {
    // The broadcast may have been deleted since.
    const { rows } = await sql`select from broadcasts where id = ${id} for key share`.execute(tx)
    if (rows.length === 0) return
    const likes = []
    for (const { memberId, afterMs } of due) {
      if (!(await canSee(tx, memberId, authorId))) continue
      likes.push({ broadcastId: id, memberId, likedAt: new Date(createdAt.getTime() + afterMs) })
    }
    await insertLikes(tx, likes)
  })
}

/**
 * Returns the members that will like a broadcast, and their delays. Always the same for the same
 * broadcast.
 */
function planLikes(seed: number, broadcastId: number, members: Life['members']) {
  const random = createRandom(seed, `likes ${broadcastId}`)
  const appeal = 0.04 + 0.2 * random.next() ** 2
  return random
    .shuffle(members)
    .filter((_, place) => place < SURE_LIKERS || random.isLucky(appeal))
    .map(({ id }, place) => {
      const delayMs = place < SURE_LIKERS ? 20 * SECOND_MS : ATTENTION_MS
      return { memberId: id, afterMs: Math.floor(FIRST_LIKE_MS + random.next() ** 2 * (delayMs - FIRST_LIKE_MS)) }
    })
}
