import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import type { Input } from '#server/http/input.ts'
import { takeEffectToken } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findInstanceSettings } from './store.ts'

const DAY_S = 86_400

/**
 * Returns the SQL condition that the member of a `members` row is a stranger to `senderId`: neither
 * follows them nor has sent them a message, a reply or a swap, or replied to theirs.
 */
const isStranger = (senderId: number): RawBuilder<boolean> => {
  const recipient = sql.ref('members.id')
  return sql<boolean>`not (
    exists (select from follows where follower_id = ${recipient} and followee_id = ${senderId})
    or exists (select from messages where least(sender_id, recipient_id) = least(${recipient}, ${senderId}::bigint)
      and greatest(sender_id, recipient_id) = greatest(${recipient}, ${senderId}::bigint) and sender_id = ${recipient})
    or exists (select from song_swaps
      where initiator_id = ${recipient} and matched_id = ${senderId} and sent_at is not null)
    or exists (select from song_swaps
      where initiator_id = ${senderId} and matched_id = ${recipient} and matched_track_id is not null)
    or exists (select from replies join broadcasts on broadcasts.id = replies.broadcast_id
      where replies.author_id = ${recipient} and broadcasts.author_id = ${senderId}))`
}

/** A request that sends a member's text to others, in its transaction. */
type Sending = Pick<Input<never>, 'tx' | 'member' | 'now' | 'config'>

/**
 * Counts a message or a swap for a member that may be a stranger to its sender. Call it in the
 * effect's transaction: only what reaches a stranger counts. Throws a Refusal 429 beyond the daily
 * number, and 403 if the server allows none. `contact` completes "On this server you can ...".
 */
export async function checkReach(
  { tx, member, now, config }: Sending,
  recipientId: number,
  contact: 'write to' | 'swap tracks with',
): Promise<void> {
  if (!(await isStrangerTo(tx, member.id, recipientId))) return
  const { strangersPerDay } = await findInstanceSettings(tx)
  if (strangersPerDay === 0) throw new Refusal(403, `On this server you can ${contact} members who follow you.`)
  const limit = strangersPerDay === null ? undefined : { burst: strangersPerDay, perSecond: strangersPerDay / DAY_S }
  await takeEffectToken(tx, config, 'memberStrangers', member.id, now, limit)
}

/** Returns whether a mention may notify a member, counted like {@link checkReach}. */
export async function mayNotify(sending: Sending, recipientId: number): Promise<boolean> {
  try {
    await checkReach(sending, recipientId, 'write to')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function isStrangerTo(tx: Tx, senderId: number, recipientId: number): Promise<boolean> {
  const { rows } = await sql`select from members where id = ${recipientId} and ${isStranger(senderId)}`.execute(tx)
  return rows.length > 0
}
