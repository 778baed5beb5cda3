import { sql } from 'kysely'
import type { DirectMessage } from '#contract/messages/messages.ts'
import type { Db } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { isBetween, listChangedMessages, type MessageRow, messageColumns, toMessage } from './list.ts'

interface LatestConversation {
  readonly otherId: number
  readonly conversant: string
  /** Oldest first, as `listMessages` returns them. */
  readonly directMessages: DirectMessage[]
  /** Those above them that were changed lately; absent without any. */
  readonly changed?: DirectMessage[] | undefined
}

interface LatestLimits {
  readonly conversations: number
  readonly messages: number
  /**
   * The maximum total number of characters; the first conversation beyond it and all later ones are
   * omitted.
   */
  readonly maxLength: number
}

interface Row extends MessageRow {
  other_id: number
  conversant: string
}

/**
 * Returns the newest messages in a member's latest conversations, the latest conversation first,
 * and what has changed above them.
 */
export async function listLatestConversations(
  db: Db,
  memberId: number,
  limits: LatestLimits,
  now: Date,
): Promise<LatestConversation[]> {
  const { rows } = await sql<Row>`
    select other.id as other_id, other.name as conversant, latest.*
    from (
      select other_id, last_message_at from conversations
      where member_id = ${memberId} and ${visibleTo(memberId, 'conversations.other_id')}
      order by last_message_at desc, other_id limit ${limits.conversations}) as talks
    join members as other on other.id = talks.other_id
    cross join lateral (
      select ${messageColumns} from messages
      where ${isBetween(memberId, sql`talks.other_id`)}
      order by messages.id desc limit ${limits.messages}) as latest
    order by talks.last_message_at desc, talks.other_id, latest.id`.execute(db)
  const latest = groupByConversation(rows, memberId)
  const pages = latest.flatMap(({ otherId, directMessages: [first, ...others] }) =>
    first && others.length + 1 === limits.messages ? [{ otherId, first: first.id }] : [],
  )
  const changed = await listChangedMessages(db, memberId, pages, now)
  const conversations = latest.map((conversation) => ({
    ...conversation,
    changed: changed.get(conversation.otherId),
  }))
  return limitLength(conversations, limits.maxLength)
}

function groupByConversation(rows: readonly Row[], memberId: number): LatestConversation[] {
  const byOther = new Map<number, LatestConversation>()
  for (const row of rows) {
    const conversation = byOther.get(row.other_id) ?? {
      otherId: row.other_id,
      conversant: row.conversant,
      directMessages: [],
    }
    conversation.directMessages.push(toMessage(row, memberId))
    byOther.set(row.other_id, conversation)
  }
  return [...byOther.values()]
}

function limitLength(conversations: readonly LatestConversation[], maxLength: number): LatestConversation[] {
  let length = 0
  return conversations.filter(({ directMessages, changed = [] }) => {
    length += [...directMessages, ...changed].reduce((sum, { message }) => sum + message.length, 0)
    return length <= maxLength
  })
}
