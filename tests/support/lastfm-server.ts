import { createHash } from 'node:crypto'
import { createScrobbleStore, type ScrobbleStore } from './scrobble-store.ts'
import { type Reply, type ServiceRequest, type ServiceServer, startServiceServer } from './service-server.ts'

/**
 * An account at Last.fm; plays are `artist, title, count`, the same in every period unless a period
 * is named.
 */
export interface LastfmAccount {
  readonly name: string
  readonly tracks: readonly (readonly [artist: string, title: string, plays: number])[]
  /** The times of single plays in seconds since 1970, newest first. */
  readonly recent?: readonly number[]
  /** "Hide recent listening information": charts stay public. */
  readonly hidesRecent?: boolean
  /** The token with which the account returns from the web authentication. */
  readonly token?: string
  /** The session key that `token` starts. */
  readonly sessionKey?: string
}

export interface LastfmServer extends ServiceServer {
  readonly accounts: LastfmAccount[]
  /** What was scrobbled, for all accounts. */
  readonly store: ScrobbleStore
}

export const LASTFM_KEY = 'a-key'
export const LASTFM_SECRET = 'a-secret'

/**
 * Starts the used part of Web Services 2.0: numbers as strings, one child without its list, errors
 * with odd statuses.
 */
export async function startLastfmServer(...accounts: LastfmAccount[]): Promise<LastfmServer> {
  const store = createScrobbleStore()
  const service = await startServiceServer((requested) => response(accounts, store, requested))
  return Object.assign(service, { accounts, store })
}

const refuse = (status: number, error: number, message: string): Reply => ({ status, body: { error, message } })

function response(
  accounts: readonly LastfmAccount[],
  store: ScrobbleStore,
  { method: verb, url, body }: ServiceRequest,
): Reply {
  const query = verb === 'POST' ? new URLSearchParams(body) : url.searchParams
  if (query.get('format') !== 'json') return { body: '<?xml version="1.0"?><lfm status="ok"/>' }
  if (query.get('api_key') !== LASTFM_KEY) return refuse(403, 10, 'Invalid API key')
  const method = query.get('method') ?? ''
  if (method === 'auth.getSession') return session(accounts, query)
  if (['track.scrobble', 'track.updateNowPlaying', 'track.love', 'track.unlove'].includes(method)) {
    return verb === 'POST' ? write(accounts, store, method, query) : refuse(400, 6, 'This method requires a POST')
  }
  const account = accounts.find((candidate) => candidate.name.toLowerCase() === query.get('user')?.toLowerCase())
  if (account === undefined) return refuse(404, 6, 'User not found')
  const response = methods[method]?.(account, query)
  return response ?? refuse(400, 3, 'Invalid Method')
}

const methods: Readonly<Record<string, (account: LastfmAccount, query: URLSearchParams) => Reply>> = {
  'user.getInfo': ({ name, tracks }) => ({
    body: { user: { name, realname: '', playcount: String(tracks.length), registered: { unixtime: '1', '#text': 1 } } },
  }),
  'user.getTopArtists': (account, query) => {
    const plays = new Map<string, number>()
    for (const [artist, , count] of account.tracks) plays.set(artist, (plays.get(artist) ?? 0) + count)
    const rows = [...plays].toSorted(([, a], [, b]) => b - a)
    return page(account, query, 'topartists', 'artist', rows, ([name, count], rank) => ({
      '@attr': { rank: String(rank) },
      name,
      mbid: '',
      playcount: String(count),
      image: [{ size: 'small', '#text': 'https://img.example/2a96cbd8b46e442fc41c2b86b821562f.png' }],
    }))
  },
  'user.getTopTracks': (account, query) =>
    page(account, query, 'toptracks', 'track', account.tracks, ([artist, name, count], rank) => ({
      '@attr': { rank: String(rank) },
      name,
      playcount: String(count),
      artist: { name: artist, mbid: '' },
      streamable: { fulltrack: '0', '#text': '0' },
    })),
  'user.getRecentTracks': (account, query) => {
    if (account.hidesRecent === true) return refuse(403, 17, 'Login: User required to be logged in')
    const from = Number(query.get('from') ?? 0)
    const to = Number(query.get('to') ?? Number.POSITIVE_INFINITY)
    const rows = (account.recent ?? []).filter((at) => at >= from && at <= to)
    const played = (at: number) => ({ artist: { '#text': 'A' }, name: 'a', date: { uts: String(at), '#text': 'once' } })
    const now = { artist: { '#text': 'N' }, name: 'now', '@attr': { nowplaying: 'true' } }
    return page(account, query, 'recenttracks', 'track', rows, played, [now])
  },
}

/** Returns a page with at most 200, as documented; a single child has no list. */
function page<T>(
  { name }: LastfmAccount,
  query: URLSearchParams,
  root: string,
  entry: string,
  rows: readonly T[],
  write: (row: T, rank: number) => unknown,
  onTop: readonly unknown[] = [],
): Reply {
  const perPage = Math.min(200, Number(query.get('limit') ?? 50))
  const number = Number(query.get('page') ?? 1)
  const from = (number - 1) * perPage
  const shown = [...onTop, ...rows.slice(from, from + perPage).map((row, at) => write(row, from + at + 1))]
  const totalPages = String(Math.ceil(rows.length / perPage))
  const about = { user: name, page: String(number), perPage: String(perPage), totalPages, total: String(rows.length) }
  const children = shown.length === 0 ? {} : { [entry]: shown.length === 1 ? shown[0] : shown }
  return { body: { [root]: { ...children, '@attr': about } } }
}

function isSigned(query: URLSearchParams): boolean {
  const named = [...query]
    .filter(([name]) => name !== 'format' && name !== 'api_sig')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = named.map(([name, value]) => `${name}${value}`).join('')
  const signature = createHash('md5').update(`${text}${LASTFM_SECRET}`).digest('hex')
  return query.get('api_sig') === signature
}

const SESSION_KEY = 'for-ever'
const SCROBBLES_MAX = 50

/** Stores scrobbles, or the current track. Each scrobble is accepted or ignored with a code. */
function write(
  accounts: readonly LastfmAccount[],
  store: ScrobbleStore,
  method: string,
  query: URLSearchParams,
): Reply {
  if (!isSigned(query)) return refuse(403, 13, 'Invalid method signature supplied')
  const account = accounts.find(({ sessionKey = SESSION_KEY }) => sessionKey === query.get('sk'))
  if (account === undefined) return refuse(403, 9, 'Invalid session key - Please re-authenticate')
  if (method === 'track.updateNowPlaying') {
    const [artist, title] = [query.get('artist') ?? '', query.get('track') ?? '']
    store.playing.push({ account: account.name, artist, title })
    return { body: { nowplaying: { artist: { '#text': artist }, ignoredMessage: { code: '0', '#text': '' } } } }
  }
  if (method !== 'track.scrobble') {
    store.loves.push([`${query.get('artist')} - ${query.get('track')}`, method === 'track.love' ? 1 : 0])
    return { body: {} }
  }
  const places = [...query.keys()].flatMap((name) => /^timestamp\[(\d+)\]$/.exec(name)?.[1] ?? [])
  if (places.length === 0 || places.length > SCROBBLES_MAX) return refuse(400, 6, 'Invalid parameters')
  const entries = places.map((place) => scrobble(account, store, query, place))
  const ignored = entries.filter((entry) => entry.ignoredMessage.code !== '0').length
  const counts = { accepted: entries.length - ignored, ignored }
  return { body: { scrobbles: { scrobble: entries.length === 1 ? entries[0] : entries, '@attr': counts } } }
}

/** An artist named `ignored 3` is ignored with the code 3. */
function scrobble(account: LastfmAccount, store: ScrobbleStore, query: URLSearchParams, place: string) {
  const read = (name: string) => query.get(`${name}[${place}]`) ?? ''
  const [artist, title, at] = [read('artist'), read('track'), Number(read('timestamp'))]
  const code = /^ignored (\d)$/.exec(artist)?.[1] ?? '0'
  const sent = {
    album: read('album'),
    mbid: read('mbid'),
    duration: read('duration'),
    albumArtist: read('albumArtist'),
  }
  if (code === '0') store.add({ account: account.name, at, artist, title, sent })
  return {
    artist: { corrected: '0', '#text': artist },
    track: { corrected: '0', '#text': title },
    timestamp: String(at),
    ignoredMessage: { code, '#text': '' },
  }
}

function session(accounts: readonly LastfmAccount[], query: URLSearchParams): Reply {
  if (!isSigned(query)) return refuse(403, 13, 'Invalid method signature supplied')
  const account = accounts.find((candidate) => candidate.token !== undefined && candidate.token === query.get('token'))
  if (account === undefined) return refuse(403, 14, 'Unauthorized Token - This token has not been authorized')
  return { body: { session: { subscriber: 0, name: account.name, key: account.sessionKey ?? SESSION_KEY } } }
}
