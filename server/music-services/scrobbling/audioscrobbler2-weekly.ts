import { DAY_MS } from '#contract/durations.ts'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'
import { albumUrl, artistUrl, trackUrl } from '#server/listening/catalogue/track-url.ts'
import { toDay } from '#server/listening/days.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { getWholeNumber } from './audioscrobbler2-params.ts'
import { NO_IMAGES } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { openListens } from './read-back.ts'
import { type ChartRowWithMbids, readChartPage } from './read-chart-page.ts'

const WEEK_S = 7 * 86_400
const SECONDS_MAX = 10 ** 11

/** Weeks begin on Monday, 0:00 UTC; those in the weekly report begin in the member's zone. */
const toMonday = (seconds: number): number => {
  // 1 January 1970 was a Thursday.
  const sinceMonday = (seconds + 3 * 86_400) % WEEK_S
  return seconds - sinceMonday
}

type Entry = { readonly [name: string]: LastfmValue }

const ENTRIES: Readonly<Record<ChartKind, (row: ChartRowWithMbids) => Entry>> = {
  artists: ({ name, mbid }) => ({ name, mbid: mbid ?? '', url: artistUrl(name) }),
  albums: ({ name, artist, artistMbid }) => ({
    artist: { mbid: artistMbid ?? '', '#text': artist },
    name,
    mbid: '',
    url: albumUrl(artist, name),
  }),
  tracks: ({ name, mbid, artist, artistMbid }) => ({
    artist: { mbid: artistMbid ?? '', '#text': artist },
    name,
    mbid: mbid ?? '',
    url: trackUrl(artist, name),
    image: NO_IMAGES,
  }),
}

/** Returns a weekly chart method: its list is in `root`, with elements `element`. */
const createWeeklyMethod =
  (kind: ChartKind, root: string, element: string): Method =>
  async (call) => {
    const { memberId, memberName } = await findReader(call)
    const { from, to } = readWeek(call)
    const limit = getWholeNumber(call.params, 'limit', { fallback: CHART_PLACES_MAX, max: CHART_PLACES_MAX })
    const days = [from, to - 1].map((seconds) => toDay(new Date(seconds * 1000)))
    const range = { from: days[0] ?? '', until: days[1] ?? '' }
    const chart = await readChartPage(call.api, { memberId, kind, range, limit: Math.max(1, limit), offset: 0 })
    const rows = chart.rows.map((row) => ({
      ...ENTRIES[kind](row),
      playcount: String(row.plays),
      '@attr': { rank: String(row.place) },
    }))
    return { [root]: { [element]: rows, '@attr': { user: memberName, from: String(from), to: String(to) } } }
  }

/**
 * Returns the range of a chart in seconds; its days count as a whole. Without a range: the last
 * week that has ended. Throws a Failure 6.
 */
function readWeek({ api, params }: MethodCall): { readonly from: number; readonly to: number } {
  const nowS = Math.floor(api.now().getTime() / 1000)
  const [sentFrom = 0, sentTo = 0] = ['from', 'to'].map((name) =>
    getWholeNumber(params, name, { fallback: 0, max: SECONDS_MAX }),
  )
  const to = sentTo === 0 ? (sentFrom === 0 ? toMonday(nowS) : sentFrom + WEEK_S) : sentTo
  const from = sentFrom === 0 ? Math.max(0, to - WEEK_S) : sentFrom
  const isPast = from * 1000 < api.now().getTime() + DAY_MS
  if (from >= to || !isPast) throw new Failure(6, 'Invalid parameters - from must be before to, and in the past.')
  return { from: Math.min(from, nowS), to }
}

/** Returns the weeks that have ended since the first listen, oldest first. */
const getChartList: Method = async (call) => {
  const { memberId, memberName } = await findReader(call)
  const { oldest } = await (await openListens(call.api, memberId)).span()
  const end = toMonday(Math.floor(call.api.now().getTime() / 1000))
  const first = toMonday(oldest)
  const weeks = oldest === 0 ? 0 : Math.max(0, (end - first) / WEEK_S)
  const chart = Array.from({ length: weeks }, (_, place) => ({
    '#text': '',
    from: String(first + place * WEEK_S),
    to: String(first + (place + 1) * WEEK_S),
  }))
  return { weeklychartlist: { chart, '@attr': { user: memberName } } }
}

/** The methods `user.getWeekly*`, by lower-case name. */
export const weeklyMethods: Readonly<Record<string, Method>> = {
  'user.getweeklychartlist': getChartList,
  'user.getweeklyartistchart': createWeeklyMethod('artists', 'weeklyartistchart', 'artist'),
  'user.getweeklyalbumchart': createWeeklyMethod('albums', 'weeklyalbumchart', 'album'),
  'user.getweeklytrackchart': createWeeklyMethod('tracks', 'weeklytrackchart', 'track'),
}
