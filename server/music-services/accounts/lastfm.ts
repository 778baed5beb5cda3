import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts'
import { countDays } from './count-plays.ts'
import type { ServiceResponse } from './get-json.ts'
import type { ServiceGet } from './rate-limited-get.ts'
import { isSameAccount, parseServiceBody, readEntries, ServiceNumber, ServiceTime } from './read.ts'
import { CHART_DEPTH, type DaysCounted, type Source } from './source.ts'

interface LastfmOptions {
  readonly get: ServiceGet
  /** Called when a response body reports too many requests; resolves to the error to throw. */
  readonly onRateLimited: () => Promise<ServiceFailure>
  readonly baseUrl: URL
  readonly apiKey: string
  readonly sharedSecret: string | null
  readonly now: () => Date
}

export interface Lastfm extends Source {
  /** Returns the account that a web authentication token belongs to, and its session key. */
  findProven(token: string): Promise<{ readonly account: string; readonly sessionKey: string }>
}

/**
 * Pages with 1,000 entries are requested; a service that sends smaller pages gets at most this many
 * requests.
 */
const PAGES_MAX = 25
const PLAYS_PER_PAGE = 1000

/** Codes that mean the same for every request. */
export const SERVER_ERRORS: Readonly<Record<number, ServiceFailureCode>> = {
  2: 'service_away',
  8: 'service_away',
  10: 'key_refused',
  11: 'service_away',
  13: 'key_refused',
  16: 'service_away',
  26: 'key_refused',
}
/** Codes in the `error` of a body, for any status: some arrive with 200, some with 400. */
const ERRORS: Readonly<Record<number, ServiceFailureCode>> = {
  ...SERVER_ERRORS,
  4: 'key_refused',
  6: 'unknown_name',
  7: 'unknown_name',
  17: 'private_profile',
  29: 'rate_limited',
}

const ErrorBody = v.object({ error: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)) })
/** Numbers arrive as strings. */
const About = v.object({ user: v.string(), totalPages: v.optional(ServiceNumber, 1) })
/** A single child arrives without its list, an empty list as undefined. */
const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]

const User = v.object({ user: v.object({ name: v.string(), playcount: v.optional(ServiceNumber) }) })
const Artist = v.object({ name: v.string(), playcount: ServiceNumber })
const Track = v.object({ name: v.string(), playcount: ServiceNumber, artist: v.object({ name: v.string() }) })
const Play = v.object({
  name: v.string(),
  artist: v.object({ '#text': v.optional(v.string(), '') }),
  date: v.object({ uts: ServiceTime }),
})
const Session = v.object({ session: v.object({ name: v.string(), key: v.string() }) })

/** A page has entries under its own key, and attributes. */
const Page = v.looseObject({ '@attr': About })

type Params = Readonly<Record<string, string | number>>

/** Returns a client for the public listening data in Last.fm's Web Services 2.0. */
export function createLastfm(options: LastfmOptions): Lastfm {
  const { now } = options
  const call = (params: Params) => callMethod(options, params)
  /** Whether the account has no plays at all: only then may Last.fm have no chart. */
  let isEmpty = false
  let hasPlays = false
  const pages = async (method: string, root: string, entry: string, account: string, params: Params) =>
    (await readPages({ call, method, root, entry, account, params, isEmpty, depth: CHART_DEPTH })).entries
  return {
    title: 'Last.fm',
    async findAccount(name) {
      const found = parseServiceBody(User, await call({ method: 'user.getInfo', user: name }))
      if (!isSameAccount(found.user.name, name)) throw new ServiceFailure('unreadable_answer')
      isEmpty = found.user.playcount === 0
      hasPlays = (found.user.playcount ?? 0) > 0
      return found.user.name
    },
    async fetchArtists(account, period) {
      const asOf = now()
      const found = await pages('user.getTopArtists', 'topartists', 'artist', account, { period })
      // The last good chart stays: an account with plays has all-time artists.
      if (period === 'overall' && hasPlays && found.length === 0) throw new ServiceFailure('unreadable_answer')
      return { asOf, entries: readEntries(Artist, found).map(({ name, playcount: plays }) => ({ name, plays })) }
    },
    async fetchTracks(account, period) {
      const asOf = now()
      const found = await pages('user.getTopTracks', 'toptracks', 'track', account, { period })
      const entries = readEntries(Track, found).map((entry) => ({
        title: entry.name,
        artist: entry.artist.name,
        plays: entry.playcount,
      }))
      return { asOf, entries }
    },
    fetchDays: (account, since) => fetchDays(options, { call, account, isEmpty }, since),
    async findProven(token) {
      const { session } = parseServiceBody(
        Session,
        await call(signParams(options, { method: 'auth.getSession', token })),
      )
      return { account: session.name, sessionKey: session.key }
    },
  }
}

async function callMethod({ get, onRateLimited, baseUrl, apiKey }: LastfmOptions, params: Params): Promise<unknown> {
  const url = new URL(baseUrl)
  const all: Params = { ...params, api_key: apiKey, format: 'json' }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, String(value))
  const response = await get(url)
  const failure = findFailure(response)
  if (failure === 'rate_limited') throw await onRateLimited()
  if (failure !== undefined) throw new ServiceFailure(failure)
  return response.json
}

/** Returns the error number in a response, which may have any status. */
export function readErrorNumber(json: unknown): number | undefined {
  const refused = v.safeParse(ErrorBody, json)
  return refused.success ? refused.output.error : undefined
}

function findFailure({ status, json }: ServiceResponse): ServiceFailureCode | undefined {
  const error = readErrorNumber(json)
  if (error !== undefined) return ERRORS[error] ?? 'unreadable_answer'
  if (status >= 500) return 'service_away'
  return status === 200 && json !== undefined ? undefined : 'unreadable_answer'
}

interface Reading {
  readonly call: (params: Params) => Promise<unknown>
  readonly method: string
  readonly root: string
  readonly entry: string
  readonly account: string
  readonly params: Params
  readonly isEmpty: boolean
  /** The maximum number of entries needed. */
  readonly depth: number
}

/**
 * Returns the entries on all pages, and whether they are complete. A page without new entries is
 * the last, regardless of its page count.
 */
async function readPages(
  reading: Reading,
): Promise<{ readonly entries: readonly unknown[]; readonly isWhole: boolean }> {
  const found = new Map<string, unknown>()
  for (let page = 1; page <= PAGES_MAX && found.size < reading.depth; page++) {
    const { entries, totalPages } = await readPage(reading, page)
    const before = found.size
    for (const it of entries) found.set(JSON.stringify(it), it)
    if (page >= totalPages || found.size === before) return { entries: [...found.values()], isWhole: true }
  }
  return { entries: [...found.values()].slice(0, reading.depth), isWhole: false }
}

async function readPage(reading: Reading, page: number, isSecondTry = false) {
  const { call, method, root, entry, account, params, isEmpty } = reading
  const request = call({ method, user: account, limit: PLAYS_PER_PAGE, page, ...params })
  const body = await request.catch((error: unknown) => noResults(error, page > 1 || isEmpty))
  if (body === undefined) return { entries: [], totalPages: 0 }
  const it = parseServiceBody(Page, parseServiceBody(v.record(v.string(), v.unknown()), body)[root])
  // Last.fm occasionally returns another user's data, once.
  if (!isSameAccount(it['@attr'].user, account)) {
    if (isSecondTry) throw new ServiceFailure('unreadable_answer')
    return readPage(reading, page, true)
  }
  return { entries: toList(it[entry]), totalPages: it['@attr'].totalPages }
}

/**
 * "Not found" for an existing account means the page after the last, or an empty list. For an
 * account with plays it is an error: valid charts must not be replaced by nothing.
 */
function noResults(error: unknown, mayBeEmpty: boolean): undefined {
  const isNotFound = error instanceof ServiceFailure && error.code === 'unknown_name'
  if (isNotFound && mayBeEmpty) return undefined
  throw isNotFound ? new ServiceFailure('unreadable_answer', { cause: error }) : error
}

async function fetchDays(
  { now }: LastfmOptions,
  of: Pick<Reading, 'call' | 'account' | 'isEmpty'>,
  since: string,
): Promise<DaysCounted> {
  const depth = PAGES_MAX * PLAYS_PER_PAGE
  // Up to now: plays added meanwhile would move entries to later pages.
  const params = { from: Date.parse(since) / 1000, to: Math.floor(now().getTime() / 1000) }
  const reading = { ...of, method: 'user.getRecentTracks', root: 'recenttracks', entry: 'track', params, depth }
  const { entries, isWhole } = await readPages(reading)
  // The current track has no date and comes first on every page.
  const times = entries.flatMap((entry) => {
    const play = v.safeParse(Play, entry)
    return play.success ? [play.output.date.uts] : []
  })
  return countDays(times, since, isWhole)
}

/**
 * Returns the parameters with their signature: all in name order, then the secret. `format` is not
 * signed.
 */
export function signParams(
  { apiKey, sharedSecret }: Pick<LastfmOptions, 'apiKey' | 'sharedSecret'>,
  params: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const all: Record<string, string> = { ...params, api_key: apiKey }
  const text = Object.keys(all)
    .toSorted()
    .map((name) => `${name}${all[name]}`)
    .join('')
  const signature = createHash('md5').update(`${text}${sharedSecret ?? ''}`, 'utf8')
  return { ...params, api_sig: signature.digest('hex') }
}
