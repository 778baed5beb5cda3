import { sql } from 'kysely'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { Mention } from '#contract/broadcasts/mentions.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { trackUrl } from '#server/listening/index.ts'

/** A broadcast as all viewers see it, and what only some of them see. */
export interface SharedBroadcast {
  /** Without a like and without the fields below. */
  readonly broadcast: Broadcast
  readonly authorId: number
  /** Only for the author. */
  readonly clientId: string | undefined
  /** The members that a post by System is about; only they see the swap. */
  readonly aboutIds: readonly (number | null)[]
  readonly aboutSwap: number | undefined
  /** Of the caption: a viewer sees those that are not hidden from it. */
  readonly mentions: readonly SharedMention[]
}

interface SharedMention extends Mention {
  readonly memberId: number
}

/** At most about 2 MB. */
const STORED_MAX = 2_000

/** The broadcasts that this process has read at the latest revision of the feed. */
export class SharedBroadcasts {
  #revision = ''
  #stored = new Map<number, SharedBroadcast>()

  /**
   * Returns broadcasts as they are at `revision`, or newer, in the order of `ids`. Reads those that
   * are not stored. Omits broadcasts deleted meanwhile.
   */
  async find(db: Db, ids: readonly number[], revision: string): Promise<SharedBroadcast[]> {
    const stored = this.#storedAt(revision)
    const missing = ids.filter((id) => !stored.has(id))
    if (missing.length > 0) for (const read of await readBroadcasts(db, missing)) stored.set(read.broadcast.id, read)
    return ids.flatMap((id) => stored.get(id) ?? [])
  }

  /**
   * Each revision has its own map: a slow read for an earlier one cannot fill the map of a later.
   */
  #storedAt(revision: string): Map<number, SharedBroadcast> {
    if (this.#revision !== revision || this.#stored.size > STORED_MAX) this.#stored = new Map()
    this.#revision = revision
    return this.#stored
  }
}

interface Row {
  id: number
  author_id: number
  author: string
  title: string
  body: string
  type: string
  track_id: number | null
  created_at: Date
  likes: number
  replies: number
  is_edited: boolean
  track: string | null
  artist: string | null
  picture_url: string | null
  client_id: string | null
  about_user: string | null
  about_other: string | null
  about_member_id: number | null
  about_other_id: number | null
  about_swap_id: number | null
  mentions: SharedMention[] | null
}

async function readBroadcasts(db: Db, ids: readonly number[]): Promise<SharedBroadcast[]> {
  const { rows } = await markPrepared(sql<Row>`
    select broadcasts.id, author_id, author.name as author, broadcasts.title, body, type, track_id,
      broadcasts.created_at, likes, replies, edited_at is not null as is_edited, tracks.title as track, artists.name as artist, author.picture_url, client_id,
      about.name as about_user, about_other.name as about_other, about_member_id, about_other_id, about_swap_id, (
        select json_agg(json_build_object('memberId', member_id, 'written', written, 'username', mentioned.name))
        from broadcast_mentions join members as mentioned on mentioned.id = member_id
        where broadcast_id = broadcasts.id) as mentions
    from broadcasts join members as author on author.id = author_id
    left join tracks on tracks.id = track_id left join artists on artists.id = tracks.artist_id
    left join members as about on about.id = about_member_id
    left join members as about_other on about_other.id = about_other_id
    where broadcasts.id = any(${ids}::bigint[])`).execute(db)
  return rows.map(fromRow)
}

const fromRow = (row: Row): SharedBroadcast => ({
  broadcast: toBroadcast(row),
  authorId: row.author_id,
  clientId: row.client_id ?? undefined,
  aboutIds: [row.about_member_id, row.about_other_id],
  aboutSwap: row.about_swap_id ?? undefined,
  mentions: row.mentions ?? [],
})

function toBroadcast(row: Row): Broadcast {
  const { track, artist } = row
  const pictures = toPictures(row.picture_url)
  return {
    id: row.id,
    user: row.author,
    title: row.title,
    body: row.body,
    type: row.type,
    relatedid: row.track_id,
    timestamp: row.created_at.toISOString(),
    likes: row.likes,
    isLiked: false,
    replies: row.replies,
    edited: row.is_edited,
    mentions: undefined,
    track_url: track === null || artist === null ? '' : trackUrl(artist, track),
    user_pfp_sm: pictures.pfpsm,
    user_pfp_med: pictures.pfpmed,
    user_pfp_lg: pictures.pfplg,
    user_pfp_xl: pictures.pfpxl,
    track: track ?? undefined,
    artist: artist ?? undefined,
    client_id: undefined,
    about_user: row.about_user ?? undefined,
    about_other: row.about_other ?? undefined,
    about_swap: undefined,
  }
}
