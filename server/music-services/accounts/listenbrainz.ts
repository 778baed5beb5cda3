import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import type { Period } from '#contract/wire.ts'
import { getFirstDay } from '#server/listening/days.ts'
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts'
import { countArtists, countDays, countTracks, type Play } from './count-plays.ts'
import type { ServiceResponse } from './get-json.ts'
import { toApiRoot } from './normalize-url.ts'
import type { ServiceGet } from './rate-limited-get.ts'
import { isSameAccount, parseServiceBody, readEntries, ServiceNumber, ServiceTime } from './read.ts'
import { CHART_DEPTH, type Chart, type Source } from './source.ts'

export interface ListenbrainzOptions {
  readonly get: ServiceGet
  /** Called when a response body reports too many requests; resolves to the error to throw. */
  readonly onRateLimited: () => Promise<ServiceFailure>
  readonly baseUrl: URL
  /** A token of the account, for servers that list listens only with one. */
  readonly token?: string | undefined
  readonly now: () => Date
}

/** The maximum number of listen pages to count from: 20,000 listens, a year with 55 a day. */
const LISTEN_PAGES_MAX = 20
const LISTENS_PER_PAGE = 1000
/** Some hosts return at most a hundred entries per page, regardless of the requested count. */
const CHART_PAGES_MAX = 25
const YEAR_DAYS = 366

/**
 * Statistics ranges are calendar ranges: the last whole quarter, the last whole year. They are the
 * fallback if there are too many listens to count.
 */
const RANGES: Record<Period, string> = {
  overall: 'all_time',
  '7day': 'week',
  '1month': 'month',
  '3month': 'quarter',
  '6month': 'half_yearly',
  '12month': 'year',
}

const ErrorBody = v.object({ code: v.pipe(v.number(), v.minValue(400)) })
const Artist = v.object({ artist_name: v.string(), listen_count: ServiceNumber })
const Recording = v.object({ artist_name: v.string(), track_name: v.string(), listen_count: ServiceNumber })
const Listen = v.object({
  listened_at: ServiceTime,
  track_metadata: v.object({ artist_name: v.string(), track_name: v.string() }),
})
const Listens = v.object({ payload: v.object({ user_id: v.string(), listens: v.array(v.unknown()) }) })
/**
 * Keys for the total counts. Not every version sends them: then reading ends after the last page.
 */
const TOTALS: Record<Kind, string> = { artists: 'total_artist_count', recordings: 'total_recording_count' }
const Statistics = (kind: Kind) =>
  v.object({
    payload: v.looseObject({
      user_id: v.string(),
      last_updated: v.optional(ServiceTime),
      [kind]: v.array(v.unknown()),
    }),
  })

type Kind = 'artists' | 'recordings'
type Call = (path: string, params?: Readonly<Record<string, string | number>>) => Promise<unknown>

/** Fetched listens, and the time since when they are complete; `isWhole`: for all time. */
interface Walk {
  readonly plays: readonly Play[]
  readonly since: Date
  readonly isWhole: boolean
}

/** Returns a client for ListenBrainz's public listening data. */
export function createListenbrainz(options: ListenbrainzOptions): Source {
  const { now } = options
  const call: Call = (path, params = {}) => callPath(options, path, params)
  const walks = new Map<string, Promise<Walk>>()
  const walk = (account: string) => {
    const walked = walks.get(account) ?? walkListens(call, account, now())
    walks.set(account, walked)
    return walked
  }
  /**
   * Counts from listens where they reach far enough, since the statistics' periods do not slide.
   * All time comes only from statistics.
   */
  async function fetchChart<T>(account: string, period: Period, count: Counting<T>): Promise<Chart<T>> {
    const found = await walk(account)
    const since = getFirstDay(period, now())
    const isCovered = found.isWhole || (since !== null && new Date(since) >= found.since)
    const plays = found.plays.filter((play) => since === null || play.at * 1000 >= Date.parse(since))
    const counted = { asOf: now(), entries: count.plays(plays) }
    if (isCovered && period !== 'overall') return counted
    try {
      return await readStatistics(call, account, period, count)
    } catch (error) {
      const isMissing = error instanceof ServiceFailure && error.code === 'no_statistics_yet'
      if (!isMissing || !isCovered) throw error
      return { ...counted, remark: 'no_statistics_yet' }
    }
  }
  return {
    title: 'ListenBrainz',
    async findAccount(name) {
      const { payload } = parseServiceBody(
        Listens,
        await call(`user/${encodeURIComponent(name)}/listens`, { count: 1 }),
      )
      if (!isSameAccount(payload.user_id, name)) throw new ServiceFailure('unreadable_answer')
      return payload.user_id
    },
    fetchArtists: (account, period) => fetchChart(account, period, artists),
    fetchTracks: (account, period) => fetchChart(account, period, tracks),
    async fetchDays(account, since) {
      const { plays, isWhole, since: walkedSince } = await walk(account)
      const isCovered = isWhole || walkedSince <= new Date(since)
      const times = plays.map((it) => it.at)
      return countDays(times, since, isCovered)
    },
  }
}

interface Counting<T> {
  readonly kind: Kind
  readonly plays: (plays: readonly Play[]) => readonly T[]
  readonly read: (entries: readonly unknown[]) => readonly T[]
}

const artists: Counting<{ name: string; plays: number }> = {
  kind: 'artists',
  plays: countArtists,
  read: (entries) =>
    readEntries(Artist, entries).map((entry) => ({ name: entry.artist_name, plays: entry.listen_count })),
}
const tracks: Counting<{ title: string; artist: string; plays: number }> = {
  kind: 'recordings',
  plays: countTracks,
  read: (entries) =>
    readEntries(Recording, entries).map((entry) => ({
      title: entry.track_name,
      artist: entry.artist_name,
      plays: entry.listen_count,
    })),
}

async function readStatistics<T>(call: Call, account: string, period: Period, count: Counting<T>): Promise<Chart<T>> {
  const path = `stats/user/${encodeURIComponent(account)}/${count.kind}`
  const found = new Map<string, unknown>()
  let asOf = Number.POSITIVE_INFINITY
  for (let page = 0; page < CHART_PAGES_MAX && found.size < CHART_DEPTH; page++) {
    const body = await call(path, { range: RANGES[period], count: CHART_DEPTH, offset: found.size })
    if (body === undefined && page > 0) break
    if (body === undefined) throw new ServiceFailure('no_statistics_yet')
    const { payload } = parseServiceBody(Statistics(count.kind), body)
    if (!isSameAccount(String(payload['user_id']), account)) throw new ServiceFailure('unreadable_answer')
    if (typeof payload['last_updated'] === 'number') asOf = Math.min(asOf, payload['last_updated'])
    const before = found.size
    for (const it of toList(payload[count.kind])) found.set(JSON.stringify(it), it)
    if (found.size === before || found.size >= Number(payload[TOTALS[count.kind]])) break
  }
  const entries = count.read([...found.values()].slice(0, CHART_DEPTH))
  return { entries, asOf: Number.isFinite(asOf) ? new Date(asOf * 1000) : new Date() }
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Fetches listens backwards, up to a year; a page without new or older listens is the last. */
async function walkListens(call: Call, account: string, now: Date): Promise<Walk> {
  const found = new Map<string, Play>()
  const end = now.getTime() - YEAR_DAYS * DAY_MS
  let oldest = Math.floor(now.getTime() / 1000) + DAY_MS / 1000
  for (let page = 0; page < LISTEN_PAGES_MAX; page++) {
    const plays = await readListens(call, account, oldest + 1)
    const before = found.size
    for (const it of plays) found.set(`${it.at}\n${it.artist}\n${it.title}`, it)
    const isEnd = found.size === before
    oldest = plays.reduce((least, play) => Math.min(least, play.at), oldest)
    if (isEnd || oldest * 1000 < end) return { plays: [...found.values()], since: new Date(end), isWhole: isEnd }
  }
  // The oldest day may be incomplete.
  return { plays: [...found.values()], since: new Date(oldest * 1000 + DAY_MS), isWhole: false }
}

async function readListens(call: Call, account: string, maxTs: number): Promise<readonly Play[]> {
  const path = `user/${encodeURIComponent(account)}/listens`
  const { payload } = parseServiceBody(Listens, await call(path, { count: LISTENS_PER_PAGE, max_ts: maxTs }))
  if (!isSameAccount(payload.user_id, account)) throw new ServiceFailure('unreadable_answer')
  return readEntries(Listen, payload.listens).map(({ listened_at, track_metadata: it }) => ({
    at: listened_at,
    artist: it.artist_name,
    title: it.track_name,
  }))
}

/**
 * Returns the listens that follow a time, in seconds since 1970, as the server sends them: the
 * oldest, at most a page.
 */
export async function fetchListensAfter(
  options: ListenbrainzOptions,
  account: string,
  minTs: number,
): Promise<readonly unknown[]> {
  const path = `user/${encodeURIComponent(account)}/listens`
  const body = await callPath(options, path, { count: LISTENS_PER_PAGE, min_ts: minTs })
  const { payload } = parseServiceBody(Listens, body)
  if (!isSameAccount(payload.user_id, account)) throw new ServiceFailure('unreadable_answer')
  return payload.listens
}

/** Returns an address of the API. The base URL may include the `/1` that some clients need. */
export const toApiUrl = (baseUrl: URL, path: string): URL => new URL(`${toApiRoot(baseUrl.href)}/1/${path}`)

async function callPath({ get, onRateLimited, baseUrl, token }: ListenbrainzOptions, path: string, params: object) {
  const url = toApiUrl(baseUrl, path)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value))
  const response = await get(url, token === undefined ? {} : { authorization: `Token ${token}` })
  const failure = findFailure(response, token)
  if (failure === 'rate_limited') throw await onRateLimited()
  if (failure !== undefined) throw new ServiceFailure(failure)
  return response.json
}

/** Returns the status of a response: an error may arrive with status 200, then the code in the body counts. */
export function readStatus({ status, json }: ServiceResponse): { readonly status: number; readonly isError: boolean } {
  const { success, output } = v.safeParse(ErrorBody, json)
  return success ? { status: output.code, isError: true } : { status, isError: false }
}

function findFailure(response: ServiceResponse, token: string | undefined): ServiceFailureCode | undefined {
  const { status } = readStatus(response)
  if (status === 204 || (status === 200 && response.json !== undefined)) return undefined
  if (status === 404) return 'unknown_name'
  if (status === 401 || status === 403) return token === undefined ? 'token_needed' : 'token_refused'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'service_away' : 'unreadable_answer'
}
