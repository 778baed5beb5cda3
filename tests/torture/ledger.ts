import type { Server } from '../e2e/support/server.ts'

/** The database content for one member and one plan's broadcasts. */
export interface Ledger {
  /** Likes on the liked broadcast, and its counter. */
  readonly liked: number
  readonly likedCounter: number
  /** Likes on a broadcast that was liked and unliked again. */
  readonly unliked: number
  readonly unlikedCounter: number
  /** The number of broadcasts with the text of the share, by any member. */
  readonly shared: number
  /** Whether the deleted broadcast still exists. */
  readonly isDeleted: boolean
  /** Messages in the order in which the server accepted them. */
  readonly messages: readonly string[]
  /** The number of members that the member follows. */
  readonly follows: number
  /** Swaps that the member started with the other: with their first track, and without it. */
  readonly swaps: number
  readonly swapsWithoutTrack: number
  /** The member's rating for the other's track, and the one that the other received. */
  readonly rating: number | null
  readonly swag: number
  /** Writes that involve any other account. */
  readonly byOthers: number
}

export interface Subject {
  readonly member: string
  readonly other: string
  readonly like: string
  readonly unlike: string
  readonly share: string
  readonly remove: string
}

const LEDGER = `
select
  (select count(*)::int from likes join broadcasts b on b.id = broadcast_id where b.title = $2 and member_id = m.id) as liked,
  (select likes from broadcasts where title = $2) as "likedCounter",
  (select count(*)::int from likes join broadcasts b on b.id = broadcast_id where b.title = $3 and member_id = m.id) as unliked,
  (select likes from broadcasts where title = $3) as "unlikedCounter",
  (select count(*)::int from broadcasts where title = $4) as shared,
  not exists (select from broadcasts where title = $5) as "isDeleted",
  (select coalesce(array_agg(body order by id), '{}') from messages where sender_id = m.id) as messages,
  (select count(*)::int from follows where follower_id = m.id) as follows,
  (select count(initiator_track_id)::int from song_swaps where initiator_id = m.id) as swaps,
  (select count(*)::int from song_swaps where initiator_id = m.id and initiator_track_id is null) as "swapsWithoutTrack",
  (select matched_rating::int from song_swaps where matched_id = m.id) as rating,
  (select swag::int from members where name = $6) as swag,
  (select count(*)::int from client_ids c join members o on o.id = c.member_id where o.name = $6) as "byOthers"
from members m where m.name = $1`

/** Reads the server's database directly. */
export async function readLedger(server: Server, it: Subject): Promise<Ledger> {
  const rows = await server.query<Ledger & object>(LEDGER, it.member, it.like, it.unlike, it.share, it.remove, it.other)
  const [row] = rows
  if (!row) throw new Error(`There is no member ${it.member}.`)
  return row
}

/** Returns the number of broadcasts with this text. */
export async function countOf(server: Server, words: string): Promise<number> {
  const [row] = await server.query<{ n: number }>('select count(*)::int as n from broadcasts where title = $1', words)
  return row?.n ?? 0
}
