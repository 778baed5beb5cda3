import * as v from 'valibot'
import { UserProfile } from '#contract/accounts/user-profile.ts'
import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { getReplies } from '#contract/broadcasts/replies.ts'
import { getTopArtists } from '#contract/listening/charts.ts'
import { getDirectMessages } from '#contract/messages/messages.ts'
import { Rows } from '#contract/rows.ts'
import { Added, Num, TextParam, Username } from '#contract/wire.ts'
import { defineMemberRead } from '../endpoint-kinds.ts'

/** The number of profiles in a copy, and of those with charts. */
export const COPY_PROFILES = 100
export const COPY_CHARTS = 40
/** Conversations in a copy, and messages in each: the page that a conversation fetches. */
export const COPY_CONVERSATIONS = 40
export const COPY_MESSAGES = 50
/** Broadcasts with replies in a copy, and replies to each: the page that a screen fetches. */
export const COPY_TALKS = 30
export const COPY_REPLIES = 50
export const COPY_PICTURES = 60

/** The responses that a member's profile screen needs, each in its own endpoint's form. */
const MemberCopy = v.object({
  profile: UserProfile,
  /** Null beyond the first 40 members. */
  charts: v.nullable(
    v.object({ top_artists: getTopArtists.response, top_broadcasted: getTopBroadcastedTracks.response }),
  ),
})

/** Several responses in one, for reading offline. A client stores each as its own endpoint's. */
export const getOfflineCopy = defineMemberRead({
  path: '/api/user/offline-copy',
  summary:
    'For offline use: profiles with charts of the newest authors and of swap and conversation partners, and the newest page of each conversation and of the replies to recent broadcasts.',
  visibility: 'profile',
  reads: 'own listens',
  query: v.object({ user: Username }),
  response: v.object({
    members: Rows(MemberCopy),
    conversations: Rows(v.object({ conversant: v.string(), messages: getDirectMessages.response })),
    /** The newest reply page for recent broadcasts; absent on servers without replies. */
    talks: Added(Rows(v.object({ broadcast: Num, replies: getReplies.response }))),
  }),
  failure: 'Failed to download for offline use',
})

const Hashes = v.pipe(
  TextParam,
  v.regex(
    /^[\w-]{1,64}(?:,[\w-]{1,64}){0,59}$/,
    `must be 1 to ${COPY_PICTURES} names of pictures, separated by commas`,
  ),
  v.transform((text) => text.split(',')),
)

/** Pictures are public and immutable at their URL; this endpoint only saves requests. */
export const getOfflinePictures = defineMemberRead({
  path: '/api/user/offline-pictures',
  summary:
    'For offline use: up to 60 uploaded pictures of size med, by the names in their addresses, at most 1 MB in all.',
  visibility: 'everyone',
  query: v.object({ user: Username, pictures: Hashes }),
  /** `data` is base64. */
  response: v.object({ pictures: Rows(v.object({ path: v.string(), type: v.string(), data: v.string() })) }),
  failure: 'Failed to download pictures',
})
