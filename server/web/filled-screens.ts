import * as v from 'valibot'
import { getFollowers, getFollowing } from '#contract/accounts/people.ts'
import { getProfile } from '#contract/accounts/user-profile.ts'
import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { headPath } from '#contract/broadcasts/feed-head.ts'
import { getMemberBroadcasts } from '#contract/broadcasts/member-broadcasts.ts'
import { getReplies, REPLIES_LIMIT } from '#contract/broadcasts/replies.ts'
import { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { getArtist, getTopArtists, getTopListeners } from '#contract/listening/charts.ts'
import { getLovedTracks } from '#contract/listening/loved-tracks.ts'
import { getAlbumDetails, getArtistMusic, getTrackDetails } from '#contract/listening/music.ts'
import { getNowPlaying } from '#contract/listening/now-playing.ts'
import { getStatus } from '#contract/status/status.ts'
import { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { decodePart } from '#server/http/query.ts'

/**
 * A screen with a filled frame, as a visitor sees it. Reads are path and query, exactly as the
 * screen requests them: without a match the app requests them again, and rendering fails.
 */
export interface FilledScreen {
  /** The address that is rendered: path and query, without parameters that the screen ignores. */
  readonly address: string
  /** The read with the content; the page is served as built if it fails. */
  readonly read: string
  /**
   * Returns the further reads for a response; undefined if there is no such content. The app loads
   * those that fail.
   */
  readonly findOthers?: (response: unknown) => readonly string[] | undefined
  /** Returns whether the response is that of a private profile, excluded from search engines. */
  readonly isPrivate?: (response: unknown) => boolean
}

/** {@link MISSING}: nothing has such an address. Undefined: the screen decides. */
type FindScreen = (value: string, search: URLSearchParams) => FilledScreen | typeof MISSING | undefined

/** What the address names does not exist, or visitors may not know that it does. */
export const MISSING = 'missing'

/** The screens by path; `$` is the value. */
const screens: Readonly<Record<string, FindScreen>> = {
  '/': () => ({ address: '/', read: headPath(null, null) }),
  '/broadcast/$': (text) => {
    const id = parseId(text)
    if (id === undefined) return MISSING
    return {
      address: `/broadcast/${id}`,
      read: toRead(getBroadcasts, { limit: 1, before: id + 1 }),
      // The page below the next id: it has another broadcast if there is none by this id.
      findOthers: (response) =>
        v.is(v.object({ broadcasts: v.tuple([v.object({ id: v.literal(id) })]) }), response)
          ? [toRead(getReplies, { id, limit: REPLIES_LIMIT })]
          : undefined,
    }
  },
  '/profile/$': (text) => {
    const user = decodePart(text)?.trim().replace(/^@/, '')
    if (user === undefined || user === '') return undefined
    const read = toRead(getProfile, { user })
    return { address: `/profile/${text}`, read, findOthers: findProfileReads, isPrivate: isPrivateProfile }
  },
  '/track-swap-results': (_, search) => {
    const id = parseId(search.get('id') ?? '')
    if (id === undefined) return undefined
    return {
      address: `/track-swap-results?id=${id}`,
      read: toRead(getSharedSwap, { songswapid: id }),
      findOthers: () => [toRead(getStatus, {})],
    }
  },
  '/track/$': (text) => {
    const id = parseId(text)
    if (id === undefined) return MISSING
    return {
      address: `/track/${text}`,
      read: toRead(getTrackDetails, { id }),
      findOthers: ifFound('track', [toRead(getTrackBroadcasts, { id })]),
    }
  },
  '/album/$': (text) => {
    const id = parseId(text)
    if (id === undefined) return MISSING
    return { address: `/album/${text}`, read: toRead(getAlbumDetails, { id }), findOthers: ifFound('album', []) }
  },
  '/artist/$': (text) => {
    const id = parseId(text)
    if (id === undefined) return MISSING
    return { address: `/artist/${text}`, read: toRead(getArtist, { id }), findOthers: findArtistReads(id) }
  },
}

/** The reads of a music page. Its own read has null for what is not played here. */
const ifFound = (field: 'track' | 'album', reads: readonly string[]) => (response: unknown) =>
  v.is(v.object({ [field]: v.object({}) }), response) ? reads : undefined

const ArtistResponse = v.object({ artist: v.object({ name: v.string() }) })

const findArtistReads = (id: number) => (response: unknown) => {
  const parsed = v.safeParse(ArtistResponse, response)
  if (!parsed.success) return undefined
  return [
    toRead(getStatus, {}),
    toRead(getTopListeners, { artist: parsed.output.artist.name, period: 'overall', limit: 50 }),
    toRead(getArtistMusic, { id }),
  ]
}

const ProfileResponse = v.object({
  userProfile: v.tuple([v.object({ profile: v.string() })]),
})

const isPrivateProfile = (response: unknown) =>
  v.is(v.object({ userProfile: v.tuple([v.object({ is_private: v.literal(1) })]) }), response)

function findProfileReads(response: unknown): readonly string[] | undefined {
  const parsed = v.safeParse(ProfileResponse, response)
  if (!parsed.success) return undefined
  if (isPrivateProfile(response)) return []
  const [{ profile: user }] = parsed.output.userProfile
  return [
    toRead(getFollowers, { user, limit: 100 }),
    toRead(getFollowing, { user, limit: 100 }),
    toRead(getNowPlaying, { user }),
    toRead(getTopBroadcastedTracks, { user }),
    toRead(getTopArtists, { user, period: 'overall', limit: 10 }),
    toRead(getLovedTracks, { user, limit: 20 }),
    toRead(getMemberBroadcasts, { user, limit: 20 }),
  ]
}

/** Returns the screen at an address that has a filled frame; undefined for other screens. */
export function findFilledScreen(path: string, search: URLSearchParams): ReturnType<FindScreen> {
  const [, folder = path, value = ''] = /^(\/[^/]+\/)([^/]+)$/.exec(path) ?? []
  return screens[value === '' ? folder : `${folder}$`]?.(value, search)
}

const parseId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Returns a request's path and query, with the parameters in the app's order. */
function toRead<E extends Endpoint>({ path }: E, query: Query<E>): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}
