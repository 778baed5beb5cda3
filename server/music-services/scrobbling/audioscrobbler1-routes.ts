import { foldName } from '#server/db/fold-name.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { baseUrl } from '#server/http/base-url.ts'
import { setHeaders } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { fromSeconds, type RawListenDetails } from '#server/listening/listens/listen-details.ts'
import { toRow } from '#server/listening/listens/scrobble.ts'
import { readForm } from './form.ts'
import { playNow } from './now-playing.ts'
import type { Players } from './players.ts'
import { openTo, PROTOCOL_HEADERS, toLoggedRefusal } from './protocol.ts'
import { findByDigest, insertSession } from './sessions.ts'
import { type Bearer, md5, type TokenOwner } from './tokens.ts'

const ROOT = '/apis/audioscrobbler_legacy'
const SCROBBLES_MAX = 50
/**
 * The maximum offset between a player's clock and the server's; it limits the replay of an
 * intercepted login.
 */
const SKEW_S = 180

type TextHandler = (c: RequestContext) => Promise<string>

/**
 * Registers the routes for Audioscrobbler 1.2, the submissions protocol: each response is a status
 * word, with HTTP status 200 even on failure.
 */
export function audioscrobbler1Routes(api: Api, players: Players): void {
  const handleHandshake = (c: RequestContext) => respond(api, c, () => handshake(api, players, c))
  openTo(api, [ROOT, `${ROOT}/`], ['GET', 'POST'], handleHandshake)
  // For players configured with only the server's URL: the same path serves the app.
  api.hono.get('/', (c, next) => {
    if (c.req.query('hs') !== 'true') return next()
    setHeaders(c, PROTOCOL_HEADERS)
    return handleHandshake(c)
  })
  openTo(api, [`${ROOT}/np`], ['POST'], (c) => respond(api, c, () => nowPlaying(api, players, c)))
  openTo(api, [`${ROOT}/submit`], ['POST'], (c) => respond(api, c, () => submit(api, players, c)))
}

async function respond(api: Api, c: RequestContext, handle: TextHandler): Promise<Response> {
  try {
    return c.text(`${await handle(c)}\n`)
  } catch (error) {
    const { status, message, headers } = toLoggedRefusal(api, c, error)
    if (status === 401) return c.text('BADSESSION\n')
    setHeaders(c, headers)
    return c.text(`FAILED ${message}\n`)
  }
}

/** Logs a player in: it sends a digest made from the password and the time, never the password. */
async function handshake(api: Api, players: Players, c: RequestContext): Promise<string> {
  const params = await readForm(api, players, c)
  if (!/^1\.2(?:\.\d)?$/.test(params.get('p') ?? '')) return 'FAILED Only version 1.2 of the protocol is spoken here.'
  const at = params.get('t') ?? ''
  const nowS = api.now().getTime() / 1000
  if (!/^\d{1,12}$/.test(at) || Math.abs(nowS - Number(at)) > SKEW_S) return 'BADTIME'
  const found = await findLogin(api, players, c, params, at)
  if (found === undefined) return 'BADAUTH'
  const session = await insertSession(api.db, found.tokenId, api.now(), params.get('c'))
  const base = `${withPort(baseUrl(api, c))}${ROOT}`
  return ['OK', session, `${base}/np`, `${base}/submit`].join('\n')
}

/**
 * Returns the bearer of a login: by the Audioscrobbler 2.0 session key, if there is one, which
 * version 1.2.1 sends with a digest made with the program's own secret; else by the token digest.
 * The program's secret is unknown here, so that the key alone authenticates, as in version 2.0.
 */
async function findLogin(
  api: Api,
  players: Players,
  c: RequestContext,
  params: ReadonlyMap<string, string>,
  at: string,
): Promise<TokenOwner | undefined> {
  const user = params.get('u') ?? ''
  const key = params.get('sk') ?? ''
  if (key === '') return findByDigest(api.db, user, params.get('a') ?? '', (token) => md5(`${token}${at}`))
  const found = await players.findBearer(c, key)
  return found !== undefined && foldName(found.memberName) === foldName(user) ? found : undefined
}

/** Returns an http URL with an explicit port, as Last.fm returns it: VLC accepts no other. */
function withPort(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address)
  return protocol === 'http:' && port === '' ? `http://${hostname}:80${pathname}`.replace(/\/$/, '') : address
}

async function nowPlaying(api: Api, players: Players, c: RequestContext): Promise<string> {
  const params = await readForm(api, players, c)
  const bearer = await getBearer(players, c, params.get('s'))
  const now = api.now()
  const nowS = now.getTime() / 1000
  const sent = { artist: params.get('a'), title: params.get('t'), listenedAt: nowS }
  const row = toRow({ ...sent, details: readDetails(params, bearer.client) }, nowS)
  if (typeof row === 'string') return 'FAILED a and t must name an artist and a track.'
  await playNow(api, bearer, row, now)
  return 'OK'
}

/**
 * Stores scrobbles, and counts invalid ones: a player would retry a rejected one forever, with all
 * that follow it.
 */
async function submit(api: Api, players: Players, c: RequestContext): Promise<string> {
  const params = await readForm(api, players, c)
  const bearer = await getBearer(players, c, params.get('s'))
  const places = [...params.keys()].flatMap((name) => /^a\[(\d{1,3})\]$/.exec(name)?.[1] ?? [])
  if (places.length === 0) return 'FAILED There is no a[0]: nothing was submitted.'
  if (places.length > SCROBBLES_MAX) return `FAILED At most ${SCROBBLES_MAX} scrobbles are taken at once.`
  const nowS = api.now().getTime() / 1000
  const rows = places.map((place) =>
    toRow(
      {
        artist: params.get(`a[${place}]`),
        title: params.get(`t[${place}]`),
        listenedAt: Number(params.get(`i[${place}]`) || Number.NaN),
        details: readDetails(params, bearer.client, `[${place}]`),
      },
      nowS,
    ),
  )
  await players.accept(bearer, rows)
  return 'OK'
}

/** Returns the details of the track with a suffix; the client is the one that logged in. */
const readDetails = (
  params: ReadonlyMap<string, string>,
  client: string | undefined,
  suffix = '',
): RawListenDetails => ({
  album: params.get(`b${suffix}`),
  recordingMbid: params.get(`m${suffix}`),
  trackNumber: params.get(`n${suffix}`),
  durationMs: fromSeconds(params.get(`l${suffix}`)),
  client,
})

/**
 * Returns the bearer of a session. Throws a Refusal 401, which is sent as BADSESSION: the player
 * logs in again.
 */
async function getBearer(players: Players, c: RequestContext, session: string | undefined): Promise<Bearer> {
  const bearer = await players.findBearer(c, session)
  if (bearer === undefined) throw new Refusal(401, 'This session is not valid.')
  return bearer
}
