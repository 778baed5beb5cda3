import { getProfile, type UserProfile } from '#contract/accounts/user-profile.ts'
import { findSongSwapMatch, getSongSwaps, type SongSwap } from '#contract/swaps/swaps.ts'
import { getTrackSwaps } from '#contract/swaps/track-swaps.ts'
import { blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import { call, type Exchanged, exchange } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { liveQuery } from '#src/cache/live.ts'
import { NEVER, type PendingOf, pendingOver } from '#src/offline/outbox/pending.ts'
import { swapsKey } from './keys.ts'
import { getSwapId, overlaySwapList, overlaySwaps, type ShownSwap, swapListReads, swapReads } from './overlay.ts'
import { toSwapView } from './status.ts'

type SwapsResponse = { songSwaps: SongSwap[] }
/** The most swaps that our host returns without a limit; others return all. */
export const PAGE = 1000

export const songSwapsQuery = (user: string) =>
  endpointQuery(getSongSwaps, { user }, swapsKey(user), { overlay: overlayAll, reads: swapListReads })

/** The swaps below an id, for members with more than a thousand. */
export const olderSwapsQuery = (user: string, before: number) =>
  endpointQuery(getSongSwaps, { user, limit: PAGE, before }, ['swaps', 'older', user, before], {
    overlay: overlayPage,
    reads: swapListReads,
    isFleeting: true,
  })

/** Stored with all swaps, not separately. */
export const songSwapQuery = (user: string, id: number) =>
  endpointQuery(getSongSwaps, { user, songswapid: id }, ['swaps', 'one', user, id], {
    reads: swapReads,
    overlay: ({ songSwaps }: SwapsResponse, pending) => ({
      swap: overlaySwaps(songSwaps, pending).find((overlay) => getSwapId(overlay) === id),
    }),
    isFleeting: true,
  })

/** Returns the queued swaps alone, to find one that only this device has. */
export const swapsOfOutbox = (outbox: Parameters<typeof pendingOver>[0]): ShownSwap[] =>
  overlaySwaps([], pendingOver(outbox, NEVER))

/** Returns the list of queued swaps alone, for use when no list was ever fetched. */
export const swapListOfOutbox = (outbox: Parameters<typeof pendingOver>[0]): ShownSwap[] =>
  shownRows(overlaySwapList([], pendingOver(outbox, NEVER)))

type ListActions = PendingOf<typeof swapListReads>
const overlayAll = ({ songSwaps }: SwapsResponse, pending: ListActions) => overlaySwapList(songSwaps, pending)
/** Pending swaps are above the first page. */
const overlayPage = ({ songSwaps }: SwapsResponse, pending: ListActions) => {
  const known = new Set(songSwaps.map(getSwapId))
  return overlaySwapList(songSwaps, pending).filter(({ id }) => known.has(id))
}

export interface FoundMatch {
  profile: UserProfile | null
  /** The host returns the same match until then; undefined: no pause, or unknown. */
  nextMatchAt: string | undefined
}

/** A random match with its profile. Refused with the spec's text for the request that failed. */
export const matchQuery = (user: string) =>
  liveQuery({
    queryKey: ['matching', 'random', user],
    fetch: ({ signal }) => findMatch(user, signal),
    overlay: (found: FoundMatch) => found,
  })

async function findMatch(user: string, signal: AbortSignal): Promise<Exchanged<FoundMatch>> {
  const found = await exchange(findSongSwapMatch, { user }, { signal }).catch(noMatchOrThrow)
  const { matched_user_profile: match, next_match_at: nextMatchAt } = found.response
  if (match === null) return { ...found, response: { profile: null, nextMatchAt } }
  const read = await exchange(getProfile, { user: match }, { signal }).catch(throwDetailsFailed)
  const [profile] = read.response.userProfile
  if (!profile) throw new Refused(200, '', { sentence: 'No user profile data found' })
  return { ...found, response: { profile, nextMatchAt } }
}

const NO_MATCH: Exchanged<{ matched_user_profile: null; next_match_at: undefined }> = {
  response: { matched_user_profile: null, next_match_at: undefined },
  etag: undefined,
}

function noMatchOrThrow(error: unknown) {
  if (error instanceof Refused && error.code === 'no_match') return NO_MATCH
  throw error
}

/** Returns the spec's text for a failed search: the refusal's, else the failed request's. */
export function matchFailureText(error: unknown): string {
  if (error instanceof Refused) return error.sentence
  const isOfProfile = error instanceof Unreachable && error.path === getProfile.path
  return isOfProfile ? DETAILS_FAILED : findSongSwapMatch.failure
}

const DETAILS_FAILED = 'Failed to fetch matched user details'

function throwDetailsFailed(error: unknown): never {
  if (!(error instanceof Refused)) throw error
  throw new Refused(error.status, '', { sentence: DETAILS_FAILED, code: error.code })
}

/** Reads the tracks that others sent to a member in swaps, the newest first. */
export async function readReceivedTracks(user: string) {
  const { songSwaps } = await call(getSongSwaps, { user })
  return songSwaps.flatMap((swap) => toSwapView(swap, user).other.track ?? [])
}

/** The user's completed swaps with a track; null from a host without them. */
export const trackSwapsQuery = (user: string, id: number) =>
  additionQuery(getTrackSwaps, { user, id }, ['swaps', 'of-track', user, id], {
    overlay: (response, pending) => response && withoutBlocked(response.swaps, ({ partner }) => partner, pending),
    reads: blockReads,
  })
