import { createScrobbleStore, type ScrobbleStore } from './scrobble-store.ts'
import { type Reply, type ServiceRequest, type ServiceServer, startServiceServer } from './service-server.ts'

/** An account at ListenBrainz. */
export interface ListenbrainzAccount {
  readonly name: string
  /** Newest first; `at` in seconds since 1970. */
  readonly listens: readonly { readonly at: number; readonly artist: string; readonly title: string }[]
  /** `artist, title, count`, for all ranges; without it they are not computed yet. */
  readonly statistics?: readonly (readonly [artist: string, title: string, plays: number])[]
  /** The user token, which submits listens. */
  readonly token?: string
  /** Whether listens are listed only with the token, as by a Flipside. */
  readonly isPrivate?: boolean
}

interface ListenbrainzPlaylist {
  readonly mbid: string
  readonly account: string
  readonly title: string
  readonly isPublic: boolean
  readonly recordings: string[]
}

interface ListenbrainzServer extends ServiceServer {
  readonly accounts: ListenbrainzAccount[]
  /** What was submitted, for all accounts. */
  readonly store: ScrobbleStore
  readonly playlists: ListenbrainzPlaylist[]
}

export const STATISTICS_AT = 1_795_000_000

/**
 * Starts the used part of API v1: statistics for at most a hundred, 204 if there are none, rate
 * headers in every response. Submitted listens are stored once, however often they are sent.
 */
export async function startListenbrainzServer(...accounts: ListenbrainzAccount[]): Promise<ListenbrainzServer> {
  const store = createScrobbleStore()
  const playlists: ListenbrainzPlaylist[] = []
  const service = await startServiceServer((request) =>
    request.url.pathname.startsWith('/1/playlist/')
      ? changePlaylist(accounts, playlists, request)
      : response(accounts, store, request),
  )
  return Object.assign(service, { accounts, store, playlists })
}

const RATE = { 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29', 'x-ratelimit-reset-in': '10' }
const refuse = (code: number, error: string): Reply => ({ status: code, headers: RATE, body: { code, error } })

function response(accounts: readonly ListenbrainzAccount[], store: ScrobbleStore, request: ServiceRequest): Reply {
  const { url } = request
  if (url.pathname === '/1/submit-listens') return submit(accounts, store, request)
  if (url.pathname === '/1/validate-token') return validate(accounts, request)
  if (url.pathname === '/1/feedback/recording-feedback') return feedback(accounts, store, request)
  if (url.pathname === '/1/metadata/lookup/') return lookUp(url.searchParams)
  const [, listener, kind] = /^\/1\/user\/([^/]+)\/(listens)$/.exec(url.pathname) ?? []
  const [, counted, statistics] = /^\/1\/stats\/user\/([^/]+)\/(artists|recordings)$/.exec(url.pathname) ?? []
  const name = decodeURIComponent(listener ?? counted ?? '')
  const account = accounts.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
  if (account === undefined) return refuse(404, `Cannot find user: ${name}`)
  if (account.isPrivate === true && findByToken(accounts, request) === undefined) return refuse(401, 'Token needed.')
  if (kind !== undefined) return listens(account, url.searchParams)
  return statistics === 'artists' ? topArtists(account, url.searchParams) : topRecordings(account, url.searchParams)
}

const findByToken = (accounts: readonly ListenbrainzAccount[], { headers }: ServiceRequest) =>
  accounts.find(({ token }) => token !== undefined && headers.authorization === `Token ${token}`)

function validate(accounts: readonly ListenbrainzAccount[], request: ServiceRequest): Reply {
  const account = findByToken(accounts, request)
  if (account === undefined) return { headers: RATE, body: { code: 200, message: 'Token invalid.', valid: false } }
  return { headers: RATE, body: { code: 200, message: 'Token valid.', valid: true, user_name: account.name } }
}

/** Accepts all listens or none, as ListenBrainz does. */
function submit(accounts: readonly ListenbrainzAccount[], store: ScrobbleStore, request: ServiceRequest): Reply {
  const account = findByToken(accounts, request)
  if (account === undefined) return refuse(401, 'Invalid authorization token.')
  const { listen_type: type, payload } = JSON.parse(request.body)
  if (type === 'playing_now') {
    const { track_metadata: track } = payload[0]
    if ('listened_at' in payload[0]) return refuse(400, 'JSON document must not contain listened_at.')
    store.playing.push({ account: account.name, artist: track.artist_name, title: track.track_name })
    return { headers: RATE, body: { status: 'ok' } }
  }
  if (type === 'single' && payload.length !== 1) return refuse(400, 'JSON document contains more than listen.')
  for (const { listened_at: at, track_metadata: track } of payload) {
    if (!Number.isInteger(at) || typeof track.artist_name !== 'string' || typeof track.track_name !== 'string')
      return refuse(400, 'JSON document is invalid.')
    if (track.track_name.includes('invalid')) return refuse(400, 'JSON document is invalid.')
  }
  for (const { listened_at: at, track_metadata: track } of payload) {
    store.add({ account: account.name, at, artist: track.artist_name, title: track.track_name, sent: track })
  }
  return { headers: RATE, body: { status: 'ok' } }
}

/** The recording for every title but `Unknown`. */
export const MAPPED = '0b9c5b1e-3333-4000-8000-000000000003'

const lookUp = (query: URLSearchParams): Reply => ({
  headers: RATE,
  body: query.get('recording_name') === 'Unknown' ? {} : { recording_mbid: MAPPED },
})

function feedback(accounts: readonly ListenbrainzAccount[], store: ScrobbleStore, request: ServiceRequest): Reply {
  if (findByToken(accounts, request) === undefined) return refuse(401, 'Invalid authorization token.')
  const { recording_mbid: mbid, score } = JSON.parse(request.body)
  if (typeof mbid !== 'string') return refuse(400, 'JSON document is invalid.')
  store.loves.push([mbid, score])
  return { headers: RATE, body: { status: 'ok' } }
}

const RECORDING = 'https://musicbrainz.org/recording/'

/** Creates a playlist, or adds at most 100 recordings to one in the account. */
function changePlaylist(
  accounts: readonly ListenbrainzAccount[],
  playlists: ListenbrainzPlaylist[],
  request: ServiceRequest,
): Reply {
  const account = findByToken(accounts, request)
  if (account === undefined) return refuse(401, 'Invalid authorization token.')
  const { title, track = [], extension } = JSON.parse(request.body).playlist
  const ids = track.map(({ identifier }: { identifier: string }) => identifier)
  if (!ids.every((id: string) => id.startsWith(RECORDING))) return refuse(400, 'identifier must have the namespace')
  const recordings = ids.map((id: string) => id.slice(RECORDING.length))
  if (request.url.pathname === '/1/playlist/create') {
    const isPublic = extension?.['https://musicbrainz.org/doc/jspf#playlist']?.public
    if (typeof isPublic !== 'boolean') return refuse(400, 'public field must be given.')
    const mbid = crypto.randomUUID()
    playlists.push({ mbid, account: account.name, title, isPublic, recordings })
    return { headers: RATE, body: { status: 'ok', playlist_mbid: mbid } }
  }
  const mbid = /^\/1\/playlist\/([^/]+)\/item\/add$/.exec(request.url.pathname)?.[1]
  const found = playlists.find((each) => each.mbid === mbid && each.account === account.name)
  if (found === undefined) return refuse(404, `Cannot find playlist: ${mbid}`)
  if (recordings.length > 100) return refuse(400, 'You may only add max 100 recordings per call.')
  found.recordings.push(...recordings)
  return { headers: RATE, body: { status: 'ok' } }
}

function listens({ name, listens }: ListenbrainzAccount, query: URLSearchParams): Reply {
  const maxTs = Number(query.get('max_ts') ?? Number.POSITIVE_INFINITY)
  const minTs = Number(query.get('min_ts') ?? Number.NEGATIVE_INFINITY)
  const count = Math.min(1000, Number(query.get('count') ?? 25))
  const found = listens.filter((listen) => listen.at < maxTs && listen.at > minTs)
  // With min_ts the page is the oldest, newest first all the same.
  const shown = query.has('min_ts') ? found.slice(-count) : found.slice(0, count)
  const written = shown.map(({ at, artist, title }) => ({
    listened_at: at,
    user_name: name,
    track_metadata: { artist_name: artist, track_name: title, additional_info: {}, mbid_mapping: null },
  }))
  return { headers: RATE, body: { payload: { count: written.length, user_id: name, listens: written } } }
}

function topArtists(account: ListenbrainzAccount, query: URLSearchParams): Reply {
  const plays = new Map<string, number>()
  for (const [artist, , count] of account.statistics ?? []) plays.set(artist, (plays.get(artist) ?? 0) + count)
  const rows = [...plays].map(([artist_name, listen_count]) => ({ artist_name, listen_count, artist_mbid: null }))
  return statisticsPage(account, query, 'artists', 'total_artist_count', rows)
}

function topRecordings(account: ListenbrainzAccount, query: URLSearchParams): Reply {
  const rows = (account.statistics ?? []).map(([artist_name, track_name, listen_count]) => ({
    artist_name,
    track_name,
    listen_count,
    release_name: '',
  }))
  return statisticsPage(account, query, 'recordings', 'total_recording_count', rows)
}

function statisticsPage(
  { name, statistics }: ListenbrainzAccount,
  query: URLSearchParams,
  kind: string,
  total: string,
  rows: readonly unknown[],
): Reply {
  if (statistics === undefined) return { status: 204, headers: RATE }
  const offset = Number(query.get('offset') ?? 0)
  const shown = rows.slice(offset, offset + Math.min(100, Number(query.get('count') ?? 25)))
  const about = { user_id: name, range: query.get('range'), offset, count: shown.length, last_updated: STATISTICS_AT }
  return { headers: RATE, body: { payload: { ...about, [total]: rows.length, [kind]: shown } } }
}
