import * as v from 'valibot'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'
import { Period } from '#contract/wire.ts'
import { albumUrl, artistUrl, trackUrl } from '#server/listening/catalogue/track-url.ts'
import { toDay } from '#server/listening/days.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { getWholeNumber, readPage } from './audioscrobbler2-params.ts'
import { NO_IMAGES, toPageAttributes } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { openListens } from './read-back.ts'
import { type ChartRowWithMbids, readChartPage } from './read-chart-page.ts'

const DAY_S = 86_400
const WEEK_S = 7 * DAY_S
const SECONDS_MAX = 10 ** 11

/** Returns a response row. Clients read the first `name` as the entry's. */
function toEntry(
  kind: ChartKind,
  { name, mbid, artist, artistMbid, plays, place }: ChartRowWithMbids,
  isWeekly: boolean,
): LastfmValue {
  const named = { name, mbid: mbid ?? '' }
  const counted = { playcount: String(plays), '@attr': { rank: String(place) } }
  const images = isWeekly && kind !== 'tracks' ? {} : { image: NO_IMAGES }
  if (kind === 'artists')
    return { ...named, url: artistUrl(name), ...counted, ...images, ...(!isWeekly && { streamable: '0' }) }
  return {
    ...named,
    url: kind === 'tracks' ? trackUrl(artist, name) : albumUrl(artist, name),
    artist: isWeekly
      ? { mbid: artistMbid ?? '', '#text': artist }
      : { name: artist, mbid: artistMbid ?? '', url: artistUrl(artist) },
    ...counted,
    ...images,
    ...(kind === 'tracks' && !isWeekly && { duration: '0', streamable: { fulltrack: '0', '#text': '0' } }),
  }
}

const createTopMethod =
  (kind: ChartKind, element: string): Method =>
  async (call) => {
    const { memberId, memberName } = await findReader(call)
    const { page, perPage } = readPage(call.params)
    const window = { period: readPeriod(call), now: call.api.now() }
    const offset = (page - 1) * perPage
    const chart = await readChartPage(call.api, { memberId, kind, window, range: undefined, limit: perPage, offset })
    const attributes = toPageAttributes({ user: memberName, page, perPage, total: chart.total })
    return { [`top${kind}`]: { [element]: chart.rows.map((row) => toEntry(kind, row, false)), '@attr': attributes } }
  }

function readPeriod({ params }: MethodCall): Period {
  const sent = params.get('period') ?? ''
  const period = v.safeParse(Period, sent === '' ? 'overall' : sent)
  if (!period.success) throw new Failure(6, `Invalid parameters - period ${period.issues[0].message}.`)
  return period.output
}

const createWeeklyMethod =
  (kind: ChartKind, element: string): Method =>
  async (call) => {
    const { memberId, memberName } = await findReader(call)
    const { from, to } = readWeek(call)
    const limit = getWholeNumber(call.params, 'limit', { fallback: CHART_PLACES_MAX, max: CHART_PLACES_MAX })
    const range = { from: toDay(new Date(from * 1000)), until: toDay(new Date((to - 1) * 1000)) }
    const chart = await readChartPage(call.api, { memberId, kind, range, limit: Math.max(1, limit), offset: 0 })
    const attributes = { user: memberName, from: String(from), to: String(to) }
    const entries = chart.rows.map((row) => toEntry(kind, row, true))
    return { [`weekly${element}chart`]: { [element]: entries, '@attr': attributes } }
  }

/** Weeks begin on Monday, 0:00 UTC; those in the weekly report begin in the member's zone. */
function toMonday(seconds: number): number {
  // 1 January 1970 was a Thursday.
  const sinceMonday = (seconds + 3 * DAY_S) % WEEK_S
  return seconds - sinceMonday
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
  if (from >= to || from >= nowS + DAY_S)
    throw new Failure(6, 'Invalid parameters - from must be before to, and in the past.')
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

export const chartMethods: Readonly<Record<string, Method>> = {
  'user.gettopartists': createTopMethod('artists', 'artist'),
  'user.gettoptracks': createTopMethod('tracks', 'track'),
  'user.gettopalbums': createTopMethod('albums', 'album'),
  'user.getweeklychartlist': getChartList,
  'user.getweeklyartistchart': createWeeklyMethod('artists', 'artist'),
  'user.getweeklytrackchart': createWeeklyMethod('tracks', 'track'),
  'user.getweeklyalbumchart': createWeeklyMethod('albums', 'album'),
}
