import * as v from 'valibot'
import { getStatus } from '#contract/status/status.ts'
import { getSongSwaps, type SongSwap } from '#contract/swaps/swaps.ts'
import { setBlock } from '#src/accounts/blocks/actions.ts'
import { markActivityRead } from '#src/activity/actions.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { markRead } from '#src/messages/actions.ts'
import { overlayStatus } from '#src/session/overlay-status.ts'
import type { Status } from '#src/status/useStatus.ts'
import { declineSwap, rateSwap, sendSwapTrack, startSwap, withdrawSwap } from '#src/swaps/actions.ts'
import { getSwapId } from '#src/swaps/overlay.ts'
import { olderSwapsQuery, songSwapQuery, songSwapsQuery } from '#src/swaps/queries.ts'
import { setSwapSharing } from '#src/swaps/share/actions.ts'
import { type AnyLaw, type Draw, effect, hide, queryLaw } from './law.ts'

const [ME, AT] = ['ada', '2026-11-25T08:12:00.000Z']
const TRACK = { trackId: 7, track: 'T', artist: 'A', url: 'https://a.example/t' }
type Swaps = readonly SongSwap[]

const parseSwaps = (...rows: object[]): Swaps =>
  v.parse(getSongSwaps.response, { songSwaps: rows.map((row) => ({ swap_initiated_timestamp: AT, ...row })) }).songSwaps

const sideOf = (side: 'initiated' | 'matched', track: typeof TRACK, text?: string) => ({
  [`${side}_track_id`]: track.trackId,
  [`${side}_track_name`]: track.track,
  [`${side}_artist_name`]: track.artist,
  [`${side}_track_url`]: track.url,
  ...(text === undefined ? {} : { [`${side}_track_text`]: text }),
})

/** An invitation, one to rate, a completed one, an unanswered one, and one with another member. */
const host: Swaps = parseSwaps(
  { id: 12, initiated_user: 'bo', matched_user: ME, ...sideOf('initiated', TRACK) },
  {
    id: 11,
    initiated_user: ME,
    matched_user: 'cy',
    ...sideOf('initiated', TRACK),
    ...sideOf('matched', TRACK),
    matched_reaction: 4,
  },
  {
    id: 10,
    initiated_user: ME,
    matched_user: 'dee',
    ...sideOf('initiated', TRACK),
    ...sideOf('matched', TRACK),
    initiated_reaction: 3,
    matched_reaction: 4,
    shares: { initiated: false, matched: true },
  },
  { id: 9, initiated_user: ME, matched_user: 'flo', ...sideOf('initiated', TRACK) },
  { id: 8, initiated_user: 'eve', matched_user: ME, ...sideOf('initiated', TRACK) },
)

const change = (swaps: Swaps, id: number, how: (swap: SongSwap) => SongSwap) =>
  swaps.map((swap) => (swap.id === id ? how(swap) : swap))

/** Returns the arguments unless an earlier action of these kinds has settled the swap. */
const once = <Args extends { swapId: number }>({ earlier }: Draw, args: Args): Args | undefined =>
  [sendSwapTrack, declineSwap, rateSwap, withdrawSwap].some((action) =>
    earlier(action).some((drawn) => drawn.args.swapId === args.swapId),
  )
    ? undefined
    : args

const startOnHost = effect(
  startSwap,
  ({ pick }) => ({ user: ME, matchedUser: pick('gil', 'hao'), ...TRACK }),
  (swaps: Swaps, { matchedUser, ...track }, { id, at }) => [
    ...parseSwaps({
      id,
      song_swap_id: id,
      initiated_user: ME,
      matched_user: matchedUser,
      ...sideOf('initiated', track),
      swap_initiated_timestamp: at,
    }),
    ...swaps,
  ],
)
/** Its first call creates the swap, which the host shows after the second. */
const start = { ...startOnHost, isIdKnown: true }
const oneSwapEffects = [
  effect(
    sendSwapTrack,
    (draw) => once(draw, { user: ME, swapId: 12, ...TRACK, text: draw.pick(undefined, 'Here.') }),
    (swaps: Swaps, { swapId, text, ...track }) =>
      change(swaps, swapId, (swap) => ({ ...swap, ...sideOf('matched', track, text) })),
  ),
  effect(
    rateSwap,
    (draw) => once(draw, { user: ME, swapId: 11, reaction: draw.pick(1, 5) }),
    (swaps: Swaps, { swapId, reaction }) =>
      change(swaps, swapId, (swap) => ({ ...swap, initiated_reaction: reaction })),
  ),
  effect(
    declineSwap,
    (draw) => once(draw, { user: ME, swapId: 12 }),
    (swaps: Swaps, { swapId }) => change(swaps, swapId, (swap) => ({ ...swap, ended: 'declined' })),
  ),
  effect(
    withdrawSwap,
    (draw) => once(draw, { user: ME, swapId: 9 }),
    (swaps: Swaps, { swapId }) => change(swaps, swapId, (swap) => ({ ...swap, ended: 'withdrawn' })),
  ),
  effect(
    setSwapSharing,
    ({ pick }) => ({ user: ME, swapId: 10, isShared: pick(true, false) }),
    (swaps: Swaps, { swapId, isShared }) =>
      change(swaps, swapId, (swap) => ({ ...swap, shares: swap.shares && { ...swap.shares, initiated: isShared } })),
  ),
]
const block = effect(
  setBlock,
  () => ({ user: ME, other: 'eve', isBlocked: true }),
  (swaps: Swaps, { other }) => swaps.filter(({ initiated_user }) => initiated_user !== other),
)

const UNSEEN = ['id', 'song_swap_id', 'swap_initiated_timestamp', 'ended_timestamp', 'waiting']
const see = (swaps: readonly SongSwap[]) =>
  swaps
    .map((swap) => {
      const seen = Object.entries(swap).filter(([field, value]) => !UNSEEN.includes(field) && value !== undefined)
      return JSON.stringify(seen.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    })
    .toSorted()
const listLaw = {
  host,
  see: (rows: readonly (SongSwap | { id: number; isHidden: true })[]) => see(shownRows(rows)),
  toHost: (rows: readonly (SongSwap | { id: number; isHidden: true })[]) => shownRows(rows),
}
const toResponse = (swaps: Swaps) => ({ songSwaps: [...swaps] })
/** A page with older swaps shows no new ones. */
const startElsewhere = effect(startSwap, start.draw as never, (swaps: Swaps) => swaps)

const status: Status = v.parse(getStatus.response, {
  viewer: ME,
  newest_broadcast: 7,
  unread_messages: 6,
  unread_from: [
    { username: 'Bo', unread: 2 },
    { username: 'cy', unread: 3 },
  ],
  swaps_waiting: 3,
  waiting_swaps: [{ id: 11 }, { id: 12 }],
  unread_activity: 3,
  is_suspended: false,
})
const withoutSwap = (before: Status, swapId: number): Status => {
  const waiting_swaps = before.waiting_swaps?.filter(({ id }) => id !== swapId)
  const done = (before.waiting_swaps?.length ?? 0) - (waiting_swaps?.length ?? 0)
  return { ...before, waiting_swaps, swaps_waiting: before.swaps_waiting - done }
}

export const swapLaws: readonly AnyLaw[] = [
  queryLaw('songSwapsQuery', songSwapsQuery(ME), toResponse, {
    ...listLaw,
    effects: [start, ...oneSwapEffects, block],
  }),
  queryLaw('olderSwapsQuery', olderSwapsQuery(ME, 13), toResponse, {
    ...listLaw,
    effects: [startElsewhere, ...oneSwapEffects, block],
  }),
  ...[9, 10, 11, 12].map((id) =>
    queryLaw(`songSwapQuery (${id})`, songSwapQuery(ME, id), toResponse, {
      host,
      effects: [startElsewhere, ...oneSwapEffects],
      see: ({ swap }) => see(swap ? [swap] : []),
      toHost: ({ swap }, swaps) => swaps.map((row) => (swap && getSwapId(swap) === row.id ? swap : row)),
    }),
  ),
  hide<Status, Status>({
    name: 'overlayStatus',
    host: status,
    show: overlayStatus,
    effects: [
      effect(
        markRead,
        ({ pick }) => ({ user: ME, sender: pick('bo', 'Cy'), upTo: 9 }),
        (before: Status, { sender }) => {
          const isRead = ({ username }: { username: string }) => username.toLowerCase() === sender.toLowerCase()
          const read = before.unread_from?.find(isRead)
          const unread_from = before.unread_from?.filter((row) => row !== read)
          return { ...before, unread_from, unread_messages: before.unread_messages - (read?.unread ?? 0) }
        },
      ),
      effect(
        markActivityRead,
        () => ({ user: ME, upTo: 9 }),
        (before: Status) => ({ ...before, unread_activity: 0 }),
      ),
      effect(
        rateSwap,
        (draw) => once(draw, { user: ME, swapId: draw.pick(11, 12), reaction: 5 }),
        (before: Status, { swapId }) => withoutSwap(before, swapId),
      ),
      effect(
        declineSwap,
        (draw) => once(draw, { user: ME, swapId: 12 }),
        (before: Status, { swapId }) => withoutSwap(before, swapId),
      ),
    ],
    see: (shown) => shown,
    toHost: (shown) => shown,
  }),
]
