import * as v from 'valibot'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
import { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { setBlock, setMute } from '#src/accounts/blocks/actions.ts'
import { weeklyReportQuery } from '#src/recaps/queries.ts'
import { sharedSwapQuery } from '#src/swaps/share/queries.ts'
import { memberLists } from '../live-queries.ts'
import { type AnyLaw, effect, hide, queryLaw } from './law.ts'

const [ME, OTHER] = ['ada', 'bo']
const hiding: readonly string[] = [setBlock.name, setMute.name]

/** Returns a response without the rows that name a member. */
function withoutRows(response: unknown, name: string): unknown {
  if (typeof response !== 'object' || response === null) return response
  if (Array.isArray(response)) return response.filter((row) => !new RegExp(`\\b${name}\\b`).test(JSON.stringify(row)))
  return Object.fromEntries(Object.entries(response).map(([field, value]) => [field, withoutRows(value, name)]))
}

const blockRow = effect(
  setBlock,
  () => ({ user: ME, other: 'Bo', isBlocked: true }),
  (response: unknown) => withoutRows(response, OTHER),
)
const muteRow = effect(
  setMute,
  () => ({ user: ME, other: 'Bo', isMuted: true }),
  (response: unknown) => withoutRows(response, OTHER),
)

/** What else changes in these has its own law: links, reactions. */
const withOtherLaws: readonly string[] = ['trackQuery', 'followedPlayingQuery']

/** The lists that only hide rows about blocked and muted members. */
const hidingLists = Object.entries(memberLists)
  .filter(
    ([name, { reads }]) =>
      withOtherLaws.includes(name) ||
      (name !== 'weeklyReportQuery' && reads.every((action) => hiding.includes(action))),
  )
  .map(([name, { response, reads, overlay }]) =>
    hide({
      name,
      host: response,
      show: overlay,
      effects: reads.includes(setMute.name) ? [blockRow, muteRow] : [blockRow],
      see: (shown) => JSON.stringify(shown),
    }),
  )

const report = v.parse(getWeeklyReport.response, {
  period: '2026-W47',
  from: '2026-11-16',
  until: '2026-11-22',
  days: [],
  hours: [],
  top_artists: [],
  top_tracks: [],
  top_albums: [],
  top_new_artists: [],
  movers: [],
  rediscovered_tracks: [],
  friends_broadcasts: 3,
  friends: 2,
  top_broadcasts: [1, 2, 3].map((id) => ({
    id,
    username: id === 3 ? 'cy' : OTHER,
    track: 'T',
    artist: 'A',
    timestamp: '2026-11-20T08:12:00.000Z',
  })),
})
const withoutFriend = (before: typeof report): typeof report =>
  before.friends === 2
    ? { ...before, friends: 1, friends_broadcasts: 1, top_broadcasts: before.top_broadcasts.slice(2) }
    : before

const shared = v.parse(getSharedSwap.response, {
  initiator: { username: 'cy', track: 'T', artist: 'A', rating: 4 },
  matched: { username: OTHER, track: 'T', artist: 'A', rating: 4 },
  completed_timestamp: '2026-11-20T08:12:00.000Z',
})
interface Shared {
  readonly shared: typeof shared | null
}

export const listLaws: readonly AnyLaw[] = [
  ...hidingLists,
  queryLaw('weeklyReportQuery', weeklyReportQuery(ME, '2026-W47', 'UTC'), (host: typeof report) => host, {
    host: report,
    effects: [
      effect(setBlock, () => ({ user: ME, other: 'Bo', isBlocked: true }), withoutFriend),
      effect(setMute, () => ({ user: ME, other: 'Bo', isMuted: true }), withoutFriend),
    ],
    see: (shown) => shown,
    toHost: (shown, host) => shown ?? host,
  }),
  queryLaw('sharedSwapQuery', sharedSwapQuery(7), (host: Shared) => host, {
    host: { shared },
    effects: [
      effect(
        setBlock,
        () => ({ user: ME, other: 'Bo', isBlocked: true }),
        (): Shared => ({ shared: null }),
      ),
    ],
    see: (shown) => shown,
    toHost: (shown) => shown,
  }),
]
