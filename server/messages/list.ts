import { type RawBuilder, type Selectable, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { CHANGED_MESSAGES_DAYS, CHANGED_MESSAGES_MAX, type DirectMessage } from '#contract/messages/messages.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { MessagesTables } from '#server/db/tables/messages.ts'

type LeftOut = 'recipient_id' | 'read_at' | 'track_id' | 'changed_at'

export interface MessageRow extends Omit<Selectable<MessagesTables['messages']>, LeftOut> {
  readonly track: { id: number; name: string; artist: string } | null
}

/** The columns for a {@link MessageRow}, from the table `messages`. */
export const messageColumns = sql`messages.id, sender_id, body, client_id, messages.created_at,
  edited_at, deleted_at, sender_reaction, recipient_reaction,
  (select json_build_object('id', tracks.id, 'name', tracks.title, 'artist', artists.name)
    from tracks as sent join tracks on tracks.id = coalesce(sent.merged_into, sent.id)
      join artists on artists.id = tracks.artist_id
    where sent.id = messages.track_id) as track`

/** Returns the SQL condition that a message is between two members; `otherId` may be a column. */
export const isBetween = (memberId: number, otherId: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`least(sender_id, recipient_id) = least(${memberId}::bigint, ${otherId}::bigint)
    and greatest(sender_id, recipient_id) = greatest(${memberId}::bigint, ${otherId}::bigint)`

/** Returns a page with the latest messages between two members, oldest first. */
export async function listMessages(db: Db, memberId: number, otherId: number, page: Page): Promise<DirectMessage[]> {
  const { rows } = await markPrepared(sql<MessageRow>`
    select ${messageColumns} from messages
    where ${isBetween(memberId, otherId)} and ${isBelow(page, 'id')}
    ${findNewest(page, 'id')}`).execute(db)
  return rows.toReversed().map((row) => toMessage(row, memberId))
}

/**
 * Returns each conversation's latest message, as its `memberId` sees it; undefined for one without
 * messages. In the conversations' order.
 */
export async function findLatestMessages(
  db: Db,
  conversations: readonly { readonly memberId: number; readonly otherId: number }[],
): Promise<readonly (DirectMessage | undefined)[]> {
  if (conversations.length === 0) return []
  const lower = conversations.map(({ memberId, otherId }) => Math.min(memberId, otherId))
  const higher = conversations.map(({ memberId, otherId }) => Math.max(memberId, otherId))
  const { rows } = await markPrepared(sql<MessageRow & { place: number }>`
    select place, latest.*
    from unnest(${lower}::bigint[], ${higher}::bigint[]) with ordinality as wanted (lower, higher, place)
    cross join lateral (select ${messageColumns} from messages
      where least(sender_id, recipient_id) = wanted.lower and greatest(sender_id, recipient_id) = wanted.higher
      order by messages.id desc limit 1) as latest`).execute(db)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return conversations.map(({ memberId }, index) => {
    const row = byPlace.get(index + 1)
    return row && toMessage(row, memberId)
  })
}

/**
 * Returns, by the other member, the messages above the first one in each page that were changed
 * lately, the latest change first. Older messages on a device follow them.
 */
export async function listChangedMessages(
  db: Db,
  memberId: number,
  pages: readonly { readonly otherId: number; readonly first: number }[],
  now: Date,
): Promise<ReadonlyMap<number, DirectMessage[]>> {
  if (pages.length === 0) return new Map()
  const since = new Date(now.getTime() - CHANGED_MESSAGES_DAYS * DAY_MS)
  const others = pages.map(({ otherId }) => otherId)
  const firsts = pages.map(({ first }) => first)
  const { rows } = await markPrepared(sql<MessageRow & { other_id: number }>`
    select other_id, changed.* from unnest(${others}::bigint[], ${firsts}::bigint[]) as page (other_id, first)
    cross join lateral (
      select ${messageColumns}, changed_at from messages
      where ${isBetween(memberId, sql`other_id`)}
        and changed_at is not null and changed_at > ${since} and id < page.first
      order by changed_at desc limit ${sql.lit(CHANGED_MESSAGES_MAX)}) as changed
    order by changed_at desc`).execute(db)
  const byOther = Map.groupBy(rows, (row) => row.other_id)
  return new Map([...byOther].map(([otherId, changed]) => [otherId, changed.map((row) => toMessage(row, memberId))]))
}

/**
 * Returns a message as its sender or recipient `memberId` sees it. `client_id` is only on the
 * member's own.
 */
export function toMessage(row: MessageRow, memberId: number): DirectMessage {
  const isOutgoing = row.sender_id === memberId
  const [own, other] = isOutgoing
    ? [row.sender_reaction, row.recipient_reaction]
    : [row.recipient_reaction, row.sender_reaction]
  return {
    id: row.id,
    message: row.body,
    timestamp: row.created_at.toISOString(),
    type: isOutgoing ? 'Outgoing' : 'Incoming',
    client_id: isOutgoing ? (row.client_id ?? undefined) : undefined,
    ...(row.track === null ? {} : { track: row.track }),
    ...(row.edited_at === null ? {} : { edited_at: row.edited_at.toISOString() }),
    ...(row.deleted_at === null ? {} : { deleted_at: row.deleted_at.toISOString() }),
    ...(own === null ? {} : { own_reaction: own }),
    ...(other === null ? {} : { other_reaction: other }),
  }
}
