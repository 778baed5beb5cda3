import {
  createBroadcast,
  createBroadcastByNames,
  createLike,
  deleteBroadcast as deleteBroadcastEndpoint,
  getLikes,
  getTopBroadcastedTracks,
  undoLike,
} from '#contract/broadcasts/broadcasts.ts'
import { type Broadcast, getBroadcasts, getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { getMemberBroadcasts } from '#contract/broadcasts/member-broadcasts.ts'
import { searchBroadcasts } from '#contract/broadcasts/search.ts'
import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import { getMember } from '#server/accounts/index.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { checkVisibleText } from '#server/http/visible-text.ts'
import { mayNotify } from '#server/instance/index.ts'
import {
  addTrackByNames,
  addTrackLinks,
  findMainTrack,
  findTrack,
  type LinkReader,
  type Track,
} from '#server/listening/index.ts'
import {
  listBroadcasts,
  listBroadcastsOfMember,
  listBroadcastWithId,
  listFollowedBroadcasts,
  listTopBroadcastedTracks,
} from './feed.ts'
import { listBroadcastsOfTrack } from './of-track.ts'
import { replyRoutes } from './replies/routes.ts'
import { checkMayDelete, createNoBroadcastRefusal, mayDelete, toBroadcastBody } from './rules.ts'
import { findBroadcastsByWords } from './search.ts'
import {
  deleteBroadcast,
  deleteLike,
  findBroadcastForUpdate,
  findBroadcastToLike,
  findDeletedBroadcast,
  findLikes,
  insertBroadcast,
  insertLike,
} from './store.ts'

export function broadcastsRoutes(api: Api): void {
  feedRoutes(api)
  writeRoutes(api)
  likeRoutes(api)
  replyRoutes(api)
}

function feedRoutes(api: Api): void {
  const withLinks = (reader: LinkReader, rows: Broadcast[]) => addTrackLinks(reader, rows, (row) => row.relatedid)
  route(api, getBroadcasts, async (input) => {
    const { query, viewer, sessionMember, db } = input
    const viewerId = viewer?.id ?? null
    const rows =
      query.id === undefined
        ? await listBroadcasts(db, viewerId, query)
        : await listBroadcastWithId(db, viewerId, query.id)
    return { broadcasts: await withLinks(input, rows), viewer: sessionMember?.name }
  })

  route(api, getFollowingBroadcasts, async (input) => {
    const { query, member, db } = input
    return { broadcasts: await withLinks(input, await listFollowedBroadcasts(db, member.id, query)) }
  })

  route(api, getMemberBroadcasts, async (input) => {
    const { query, viewer, db } = input
    const author = await getMember(db, query.user, viewer?.id ?? null)
    const page = { ...query, authorId: author.id }
    return { broadcasts: await withLinks(input, await listBroadcastsOfMember(db, viewer?.id ?? null, page)) }
  })

  route(api, getTrackBroadcasts, async ({ query, viewer, db }) => {
    return { broadcasts: await listBroadcastsOfTrack(db, await findMainTrack(db, query.id), viewer?.id ?? null) }
  })

  route(api, searchBroadcasts, async (input) => {
    const { query, viewer, db } = input
    const rows = await findBroadcastsByWords(db, query.search_term, viewer?.id ?? null)
    return { broadcasts: await withLinks(input, rows) }
  })

  route(api, getTopBroadcastedTracks, async ({ query, viewer, sessionMember, db }) => {
    const author = await getMember(db, query.user, viewer?.id ?? null)
    const tracks = await listTopBroadcastedTracks(db, viewer?.id ?? null, [author.id], query.limit)
    return { topTracks: tracks.get(author.id) ?? [], viewer: sessionMember?.name }
  })
}

function writeRoutes(api: Api): void {
  route(api, createBroadcast, {
    retainResponse: 'for good',
    handle: async (input) => {
      const track = await findTrack(input.tx, input.query.relatedid)
      if (track === undefined) throw new Refusal(404, "This server doesn't know this track.")
      return share(input, track)
    },
  })

  route(api, createBroadcastByNames, {
    retainResponse: 'for good',
    handle: async (input) => {
      const { artist, track: title, link } = input.query
      return share(input, await addTrackByNames(input.tx, { artist, title }, link))
    },
  })

  route(api, deleteBroadcastEndpoint, async ({ query, member, tx, now, logSecurity }) => {
    const broadcast = await findBroadcastForUpdate(tx, member, query.id)
    if (broadcast !== undefined) {
      checkMayDelete(broadcast, member)
      await deleteBroadcast(tx, query.id, broadcast.authorId, now)
      if (broadcast.authorId !== member.id) {
        const entry = { action: 'broadcast_deleted', subjectId: broadcast.authorId, detail: `#${query.id}` } as const
        await insertAuditEntry(tx, { adminId: member.id, now }, entry)
        logSecurity('admin_act', { member: member.id, act: 'delete-broadcast' })
      }
      return
    }
    // A repeated request by a client without client_ids. For other members the broadcast is
    // unknown.
    const deleted = await findDeletedBroadcast(tx, query.id)
    if (deleted === undefined || !mayDelete(deleted, member)) throw createNoBroadcastRefusal()
  })
}

type Sharing = Input<typeof createBroadcast> | Input<typeof createBroadcastByNames>

async function share(input: Sharing, track: Track) {
  const { query, member, tx, now } = input
  checkVisibleText('title', query.title)
  const id = await insertBroadcast(tx, {
    authorId: member.id,
    title: query.title,
    body: toBroadcastBody(track),
    trackId: track.id,
    clientId: query.client_id,
    mayNotify: (memberId) => mayNotify(input, memberId),
    createdAt: now,
  })
  return { success: true, id }
}

function likeRoutes(api: Api): void {
  route(api, getLikes, async ({ query, member, db }) => {
    const likes = await findLikes(db, member.id, query.relatedid)
    if (likes === undefined) throw createNoBroadcastRefusal()
    return likes
  })

  route(api, createLike, async ({ query, member, tx, now }) => {
    if ((await findBroadcastToLike(tx, member.id, query.relatedid)) === undefined) throw createNoBroadcastRefusal()
    const isNew = await insertLike(tx, query.relatedid, member.id, now)
    if (!isNew) throw new Refusal(409, 'You already like this broadcast.', 'already_liked')
  })

  route(api, undoLike, async ({ query, member, tx }) => {
    const isDeleted = await deleteLike(tx, query.relatedid, member.id)
    if (!isDeleted) throw new Refusal(404, 'You do not like this broadcast.', 'not_liked')
  })
}
