import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { Db } from '#server/db/open.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { takeLimits } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { selectIgnoredTracks } from '#server/listening/catalogue/ignored.ts'
import { listDailyPlays } from '#server/listening/charts/daily-plays.ts'
import type { DayRange } from '#server/listening/charts/days.ts'
import { toDay } from '#server/listening/days.ts'
import { countsStoredListens } from '#server/listening/listens/served-by.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { numberIn } from './listenbrainz-request.ts'
import { type ChartRowWithMbids, readChartPage } from './read-chart-page.ts'
import {
  describeStep,
  getActivityStep,
  getPreviousBegin,
  isStatsRange,
  listSteps,
  nextStep,
  type StatsRange,
  toStatsRange,
  WEEKDAYS,
} from './stats-range.ts'
import type { Bearer } from './tokens.ts'

const ENTRIES_SHOWN = 25
const ENTRIES_MAX = 1000

type Handler = (owner: Bearer, api: Api, c: RequestContext) => Promise<object | undefined>

const listMbid = (mbid: string | null): readonly string[] => (mbid === null ? [] : [mbid])

/** A chart in ListenBrainz's statistics: its list is `entity`, its size `total`. */
interface Chart {
  readonly kind: ChartKind
  readonly entity: string
  readonly total: string
  readonly toEntry: (row: ChartRowWithMbids) => object
}

const CHARTS: Readonly<Record<string, Chart>> = {
  artists: {
    kind: 'artists',
    entity: 'artists',
    total: 'total_artist_count',
    toEntry: ({ name, mbid, plays }) => ({ artist_name: name, artist_mbid: mbid, listen_count: plays }),
  },
  recordings: {
    kind: 'tracks',
    entity: 'recordings',
    total: 'total_recording_count',
    toEntry: ({ name, mbid, artist, artistMbid, album, plays }) => ({
      track_name: name,
      recording_mbid: mbid,
      artist_name: artist,
      artist_mbids: listMbid(artistMbid),
      release_name: album ?? '',
      release_mbid: null,
      listen_count: plays,
    }),
  },
  // Albums are stored by name, so that all releases of an album are one.
  releases: createAlbumChart('release'),
  'release-groups': createAlbumChart('release_group'),
}

function createAlbumChart(name: 'release' | 'release_group'): Chart {
  return {
    kind: 'albums',
    entity: `${name}s`,
    total: `total_${name}_count`,
    toEntry: ({ name: album, artist, artistMbid, plays }) => ({
      [`${name}_name`]: album,
      [`${name}_mbid`]: null,
      artist_name: artist,
      artist_mbids: listMbid(artistMbid),
      listen_count: plays,
    }),
  }
}

const createChartHandler =
  ({ kind, entity, total, toEntry }: Chart): Handler =>
  async ({ memberId, memberName }, api, c) => {
    const range = readRange(api, c)
    const limit = Math.min(numberIn(c, 'count') ?? ENTRIES_SHOWN, ENTRIES_MAX)
    const offset = numberIn(c, 'offset') ?? 0
    const days = range.from === null ? undefined : toDays(range.from, range.until)
    const chart = await readChartPage(api, { memberId, kind, range: days, limit, offset })
    // Responds with 204 without a body, as ListenBrainz does before it has computed any.
    if (chart.total === 0) return undefined
    const rows = chart.rows.map(toEntry)
    const span = await toSpan(api.db, memberId, range)
    return {
      payload: {
        [entity]: rows,
        count: rows.length,
        [total]: chart.total,
        offset,
        range: range.name,
        ...span,
        ...toUpdated(api, memberName),
      },
    }
  }

/** Returns a calendar range as chart days, inclusive. */
const toDays = (from: Date, until: Date): DayRange => ({
  from: toDay(from),
  until: toDay(new Date(until.getTime() - DAY_MS)),
})

function readRange({ now }: Api, c: RequestContext): StatsRange {
  const name = c.req.query('range') ?? ''
  if (name === '') return toStatsRange('all_time', now())
  if (!isStatsRange(name)) throw new Refusal(400, 'Invalid range.')
  return toStatsRange(name, now())
}

const toSeconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Returns the bounds of a range; all time begins on the day of the first play. */
async function toSpan(db: Db, memberId: number, { from, until }: StatsRange) {
  return { from_ts: toSeconds(from ?? (await findFirstDay(db, memberId)) ?? until), to_ts: toSeconds(until) }
}

async function findFirstDay(db: Db, memberId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from (
    select min(day) as day from plays_daily where member_id = ${memberId} and ${countsStoredListens('plays_daily.member_id')}
    union all select min(day) from chart_days where member_id = ${memberId}) as days`.execute(db)
  const day = rows[0]?.day ?? undefined
  return day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
}

const toUpdated = ({ now }: Api, memberName: string) => ({ last_updated: toSeconds(now()), user_id: memberName })

/**
 * Returns the plays for each day, month or year in a range; as at ListenBrainz, the plays in the
 * range before precede them.
 */
const getListeningActivity: Handler = async ({ memberId, memberName }, api, c) => {
  const range = readRange(api, c)
  await takeLimits(api, ['memberCharts'], { member: memberId }, api.now())
  await aggregateBeforeRead(api, memberId)
  const step = getActivityStep(range)
  const from = getPreviousBegin(range) ?? (await findFirstDay(api.db, memberId))
  if (from === undefined) return undefined
  const last = toDay(new Date(range.until.getTime() - DAY_MS))
  const days = await listDailyPlays(api.db, memberId, { first: toDay(from), until: last })
  if (days.length === 0) return undefined
  const activity = listSteps(from, range.until, step).map((at) => {
    const [first, end] = [toDay(at), toDay(nextStep(at, step))]
    const plays = days.reduce((sum, { day, plays }) => (day >= first && day < end ? sum + plays : sum), 0)
    return {
      from_ts: toSeconds(at),
      to_ts: toSeconds(nextStep(at, step)) - 1,
      listen_count: plays,
      time_range: describeStep(at, step, range),
    }
  })
  return {
    payload: {
      listening_activity: activity,
      range: range.name,
      from_ts: toSeconds(from),
      to_ts: toSeconds(range.until),
      ...toUpdated(api, memberName),
    },
  }
}

/** Returns the listens in each hour of each weekday, over a range, in UTC. */
const getDailyActivity: Handler = async ({ memberId, memberName }, api, c) => {
  const range = readRange(api, c)
  await takeLimits(api, ['memberCharts'], { member: memberId }, api.now())
  await aggregateBeforeRead(api, memberId)
  const { rows } = await sql<{ weekday: number; hour: number; listens: number }>`
    select extract(isodow from at)::integer as weekday, extract(hour from at)::integer as hour, count(*) as listens
    from (select listened_at at time zone 'UTC' as at from listens
      where member_id = ${memberId} and ${countsStoredListens('listens.member_id')}
        and track_id not in ${selectIgnoredTracks(memberId)}
        and ${range.from === null ? sql`true` : sql`listened_at >= ${range.from}`} and listened_at < ${range.until}) as listen
    group by 1, 2`.execute(api.db)
  if (rows.length === 0) return undefined
  const counts = new Map(rows.map(({ weekday, hour, listens }) => [`${weekday} ${hour}`, listens]))
  const daily = WEEKDAYS.map((name, place) => [
    name,
    Array.from({ length: 24 }, (_, hour) => ({ hour, listen_count: counts.get(`${place + 1} ${hour}`) ?? 0 })),
  ])
  return {
    payload: {
      daily_activity: Object.fromEntries(daily),
      stats_range: range.name,
      ...(await toSpan(api.db, memberId, range)),
      ...toUpdated(api, memberName),
    },
  }
}

/** By the last part of the path. */
export const statsHandlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(CHARTS).map(([path, chart]) => [path, createChartHandler(chart)])),
  'listening-activity': getListeningActivity,
  'daily-activity': getDailyActivity,
}
