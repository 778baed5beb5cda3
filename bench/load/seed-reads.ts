import type pg from 'pg'
import { COUNT_PLAYS } from './count-plays.ts'

/** The other member: the reads include their profile and the conversation. */
export const OTHER = 'member1'
/** An artist that all members play. */
export const PLAYED_ARTIST = 'Artist 1'
const SHOWN = 50

/**
 * Adds what the reads besides the feed show to a `seedFeed` community: `messages` messages between
 * members, a conversation with the viewer, plays by all members for one artist, and swaps.
 */
export async function seedReads(client: pg.Client, name: string, messages: number): Promise<void> {
  await client.query("set session_replication_role = 'replica'")
  await client.query(
    `insert into messages (sender_id, recipient_id, body, created_at)
    select m.ids[1 + n % 1000], m.ids[1 + (n + 1 + n / 1000 % 998) % 1000], 'Message ' || n, now()
    from generate_series(1, $1::integer) n, (select array_agg(id) as ids from members where name_key like 'member%') m`,
    [messages],
  )
  await seedConversation(client, name)
  await client.query(
    `insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select members.id, artists.id, 1 + members.id * 7919 % 5000, 1 from members, artists
    where not is_system and artists.name = $1`,
    [PLAYED_ARTIST],
  )
  await client.query(COUNT_PLAYS)
  await client.query(
    `insert into song_swaps (initiator_id, matched_id, initiator_track_id, matched_track_id, initiator_rating,
      matched_rating, created_at, sent_at, completed_at)
    select viewer.id, other.id, tracks.id, tracks.id + 1, 4, 5, now(), now(), now()
    from (select id from members where name_key = $1) viewer,
      (select id, row_number() over (order by id) as n from members where name_key like 'member%' limit $2) other
    join tracks on tracks.id = other.n`,
    [name, SHOWN],
  )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
}

async function seedConversation(client: pg.Client, name: string): Promise<void> {
  const pair = `(select id from members where name_key = $1) viewer, (select id from members where name_key = $2) other`
  await client.query(
    `insert into messages (sender_id, recipient_id, body, created_at, read_at)
    select viewer.id, other.id, 'Message ' || n || ', about as long as messages are.', now(), now()
    from ${pair}, generate_series(1, $3::integer) n`,
    [name, OTHER, SHOWN],
  )
  await client.query(
    `insert into conversations (member_id, other_id, last_message_at)
    select viewer.id, other.id, now() from ${pair} union all select other.id, viewer.id, now() from ${pair}`,
    [name, OTHER],
  )
}
