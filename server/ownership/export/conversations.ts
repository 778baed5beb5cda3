import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { type Section, section, selectName, selectTime, selectTrack } from './section.ts'

/** The messages, one conversation after another: there is an index by pair, but none by member. */
export const conversationsSection = (id: number): Section => ({
  path: 'messages.jsonl',
  about: 'Your messages, sent and received, a conversation after the other.',
  async *lines(db) {
    for (const other of await listPartners(db, id)) yield* messagesSection(id, other).lines(db)
  },
})

async function listPartners(db: Db, id: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('conversations')
    .select('other_id')
    .where('member_id', '=', id)
    .orderBy('other_id')
    .execute()
  return rows.map((row) => row.other_id)
}

const messagesSection = (id: number, other: number): Section =>
  section(
    'messages.jsonl',
    '',
    sql`select id as key, json_build_object('id', id, 'from', ${selectName('messages.sender_id')},
      'to', ${selectName('messages.recipient_id')}, 'text', body, 'sent_at', ${selectTime('messages.created_at')},
      'read_at', ${selectTime('messages.read_at')}, 'track', ${selectTrack('messages.track_id')},
      'edited_at', ${selectTime('messages.edited_at')}, 'deleted_at', ${selectTime('messages.deleted_at')},
      'reaction_of_sender', sender_reaction, 'reaction_of_recipient', recipient_reaction) as line from messages
      where least(sender_id, recipient_id) = ${Math.min(id, other)}
        and greatest(sender_id, recipient_id) = ${Math.max(id, other)}`,
  )
