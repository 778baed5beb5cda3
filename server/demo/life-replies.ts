import { sql } from 'kysely'
import { canSee, insertFollow } from '#server/accounts/index.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertMessage, updateMessagesRead } from '#server/messages/index.ts'
import { replies } from './catalogue/captions.ts'
import { createRandom } from './random.ts'
import type { Life } from './round.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from './times.ts'

/** The delay for reading and typing, in ms. */
const FASTEST_ANSWER_MS = 2 * SECOND_MS
const SLOWEST_ANSWER_MS = 7 * SECOND_MS
const FOLLOWS_BACK = 0.8

interface Unanswered {
  id: number
  memberId: number
  fromId: number
  sentAt: Date
}

/**
 * Replies as demo members to each newcomer's last message. Unanswered messages are found in the
 * database, so that a restart loses none.
 */
export async function answerMessages(life: Life): Promise<void> {
  const { db, now } = life
  const { rows } = await sql<Unanswered>`
    select distinct on (recipient_id, sender_id)
      id, recipient_id as "memberId", sender_id as "fromId", created_at as "sentAt"
    from messages
    where created_at > ${new Date(now.getTime() - HOUR_MS)}
      and recipient_id in (select member_id from demo_members)
      and sender_id not in (select member_id from demo_members)
      and not exists (select from messages as answer where answer.sender_id = messages.recipient_id
        and answer.recipient_id = messages.sender_id and answer.id > messages.id)
    order by recipient_id, sender_id, id desc`.execute(db)
  for (const message of rows) await answerMessage(life, message)
}

async function answerMessage({ db, now, seed }: Life, { id, memberId, fromId, sentAt }: Unanswered): Promise<void> {
  const random = createRandom(seed, `answer ${id}`)
  const delayMs = FASTEST_ANSWER_MS + random.next() * (SLOWEST_ANSWER_MS - FASTEST_ANSWER_MS)
  if (sentAt.getTime() + delayMs > now.getTime()) return
  await inTransaction(db, async (tx) => {
    if (!(await canSee(tx, memberId, fromId))) return
    await updateMessagesRead(tx, memberId, fromId, id, now)
    await insertMessage(tx, { senderId: memberId, recipientId: fromId, body: random.pick(replies), sentAt: now })
  })
}

/** Follows back as demo members, in most cases. */
export async function followBack({ db, now, seed }: Life): Promise<void> {
  const { rows } = await sql<{ id: number; followerId: number; memberId: number; at: Date }>`
    select id, follower_id as "followerId", followee_id as "memberId", created_at as at from follows
    where created_at > ${new Date(now.getTime() - DAY_MS)}
      and followee_id in (select member_id from demo_members)
      and follower_id not in (select member_id from demo_members)
      and not exists (select from follows as back where back.follower_id = follows.followee_id
        and back.followee_id = follows.follower_id)`.execute(db)
  for (const { id, followerId, memberId, at } of rows) {
    const random = createRandom(seed, `follow ${id}`)
    if (!random.isLucky(FOLLOWS_BACK)) continue
    const dueAt = at.getTime() + (4 + random.int(20)) * SECOND_MS
    if (dueAt > now.getTime() || !(await canSee(db, memberId, followerId))) continue
    await inTransaction(db, (tx) => insertFollow(tx, memberId, followerId, now))
  }
}
