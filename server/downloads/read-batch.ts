import {
  COPY_CHARTS,
  COPY_CONVERSATIONS,
  COPY_MESSAGES,
  COPY_PROFILES,
  COPY_REPLIES,
  COPY_TALKS,
  type getOfflineCopy,
} from '#contract/downloads/offline-copy.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { listMembersById, toProfiles } from '#server/accounts/index.ts'
import { listFeedMembers, listRecentReplies, listTopBroadcastedTracks } from '#server/broadcasts/index.ts'
import type { Db } from '#server/db/open.ts'
import { listTopArtistsOfMany } from '#server/listening/index.ts'
import { listLatestConversations } from '#server/messages/index.ts'
import { listSwapPartners } from '#server/swaps/index.ts'

/** How many broadcasts a copy has with authors and mentioned members. */
const FEED_LENGTH = 200
/** The same numbers as the endpoints that the parts replace. */
const TOP_ARTISTS = 10
const TOP_BROADCASTED = 3
/**
 * The maximum number of message characters in a response. The latest conversations come first;
 * those beyond it are omitted.
 */
const MESSAGES_MAX_LENGTH = 400_000

type Copy = ResponseOf<typeof getOfflineCopy>
interface Viewer {
  readonly id: number
  readonly name: string
}

/**
 * Returns the offline copy for `viewer`, by the same visibility rules as the endpoints that it
 * replaces.
 */
export async function getCopy(db: Db, viewer: Viewer, now: Date): Promise<Copy> {
  const limits = { conversations: COPY_CONVERSATIONS, messages: COPY_MESSAGES, maxLength: MESSAGES_MAX_LENGTH }
  const conversations = await listLatestConversations(db, viewer.id, limits, now)
  const ids = new Set([
    viewer.id,
    ...(await listFeedMembers(db, viewer.id, FEED_LENGTH)),
    ...conversations.map(({ otherId }) => otherId),
    ...(await listSwapPartners(db, viewer.id, COPY_CONVERSATIONS)),
  ])
  const talks = await listRecentReplies(db, viewer.id, { broadcasts: COPY_TALKS, replies: COPY_REPLIES })
  return {
    talks: [...talks].map(([broadcast, replies]) => ({ broadcast, replies: { replies } })),
    members: await getMembers(db, [...ids].slice(0, COPY_PROFILES), viewer, now),
    conversations: conversations.map(({ conversant, directMessages, changed }) => ({
      conversant,
      messages: { directMessages, changed },
    })),
  }
}

async function getMembers(db: Db, ids: readonly number[], viewer: Viewer, now: Date): Promise<Copy['members']> {
  const members = await listMembersById(db, ids, viewer.id)
  const profiles = await toProfiles(db, members, viewer.id, now)
  const charted = members.slice(0, COPY_CHARTS).map(({ id }) => id)
  const artists = await listTopArtistsOfMany(db, viewer.id, charted, TOP_ARTISTS)
  const broadcasted = await listTopBroadcastedTracks(db, viewer.id, charted, TOP_BROADCASTED)
  return members.flatMap(({ id }, place) => {
    const profile = profiles[place]
    const top_artists = artists.get(id)
    const charts = top_artists && {
      top_artists,
      top_broadcasted: { topTracks: broadcasted.get(id) ?? [], viewer: viewer.name },
    }
    return profile === undefined ? [] : [{ profile, charts: charts ?? null }]
  })
}
