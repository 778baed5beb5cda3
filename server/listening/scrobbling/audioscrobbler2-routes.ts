import { foldName } from '#server/db/fold-name.ts'
import { toPictures } from '#server/db/pictures.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { baseUrl } from '#server/http/base-url.ts'
import { setHeaders } from '#server/http/headers.ts'
import { Failure, toFailure } from './audioscrobbler2-failure.ts'
import { getRequired, getWholeNumber, type Params, readPlaying, readScrobbles } from './audioscrobbler2-params.ts'
import {
  toNowPlayingResponse,
  toRecentTracksResponse,
  toScrobblesResponse,
  toUserResponse,
} from './audioscrobbler2-responses.ts'
import { type LastfmValue, toXml } from './audioscrobbler2-xml.ts'
import { readForm } from './form.ts'
import { findPlaying, playNow } from './now-playing.ts'
import type { Players } from './players.ts'
import { openTo, toLoggedRefusal } from './protocol.ts'
import { openListens } from './read-back.ts'
import { findByAuthToken, insertSession } from './sessions.ts'
import type { Bearer } from './tokens.ts'

const PATHS = ['/2.0', '/apis/audioscrobbler', '/apis/audioscrobbler/2.0'].flatMap((path) => [path, `${path}/`])
const TRACKS_SHOWN = 50
const TRACKS_MAX = 1000

interface Call {
  readonly api: Api
  readonly players: Players
  readonly c: RequestContext
  readonly params: Params
}
type Method = (call: Call) => Promise<LastfmValue>

/** By lower-case name: clients vary in case. */
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['auth.getmobilesession', getMobileSession],
  ['auth.getsession', getSession],
  ['track.scrobble', scrobble],
  ['track.updatenowplaying', updateNowPlaying],
  ['user.getrecenttracks', getRecentTracks],
  ['user.getinfo', getInfo],
])

/**
 * Registers the routes of Audioscrobbler 2.0, Last.fm's API. `api_sig` is not checked: it is signed
 * with the client's own secret, which this server does not have; the token authenticates the
 * request.
 */
export function audioscrobbler2Routes(api: Api, players: Players): void {
  openTo(api, PATHS, ['GET', 'POST'], async (c) => {
    let isJson = c.req.query('format') === 'json'
    try {
      const params = await readForm(api, players, c)
      isJson = params.get('format') === 'json'
      const method = METHODS.get(params.get('method')?.toLowerCase() ?? '')
      if (method === undefined) throw noSuchMethod(params)
      return send(c, await method({ api, players, c, params }), isJson, 200)
    } catch (error) {
      const failure = error instanceof Failure ? error : toFailure(toLoggedRefusal(api, c, error))
      setHeaders(c, failure.headers)
      const body = isJson
        ? { error: failure.number, message: failure.message }
        : { error: { code: failure.number, '#text': failure.message } }
      return send(c, body, isJson, failure.status)
    }
  })
}

function noSuchMethod(params: Params): Failure {
  getRequired(params, 'method')
  return new Failure(3, 'Invalid Method - No method with that name in this package')
}

function send(c: RequestContext, value: LastfmValue, isJson: boolean, status: number): Response {
  // Statuses are those of Last.fm's codes; Hono has its own type for them.
  if (isJson) return c.json(value, status as 200)
  c.header('Content-Type', 'application/xml; charset=utf-8')
  return c.body(toXml(value, status === 200 ? 'ok' : 'failed'), status as 200)
}

/**
 * Logs in with the member's name and the token as the password, or as Last.fm's digest of a
 * password.
 */
async function getMobileSession({ api, players, c, params }: Call): Promise<LastfmValue> {
  const user = getRequired(params, 'username')
  const authToken = params.get('authToken')
  const found =
    authToken === undefined
      ? await players.findBearer(c, getRequired(params, 'password'))
      : await findByAuthToken(api.db, user, authToken)
  if (found === undefined || foldName(found.memberName) !== foldName(user)) {
    throw new Failure(4, 'Authentication Failed - Give your name here and a scrobbling token as password.')
  }
  return createSession(api, found)
}

/** Returns a session for a scrobbling token, which needs no further authorization. */
async function getSession({ api, players, c, params }: Call): Promise<LastfmValue> {
  const found = await players.findBearer(c, getRequired(params, 'token'))
  if (found === undefined) throw new Failure(14, 'Unauthorized Token - Give a scrobbling token of the settings.')
  return createSession(api, found)
}

const createSession = async ({ db, now }: Api, { tokenId, memberName }: Bearer): Promise<LastfmValue> => ({
  session: { name: memberName, key: await insertSession(db, tokenId, now()), subscriber: 0 },
})

/**
 * Returns the program of the request's User-Agent: `mpdas` of `mpdas/0.4.5`. Browsers name none.
 */
function findClient(c: RequestContext): string | undefined {
  const [name] = /^[^/(;]+/.exec(c.req.header('User-Agent') ?? '') ?? []
  return name === 'Mozilla' ? undefined : name
}

async function scrobble(call: Call): Promise<LastfmValue> {
  const bearer = await writer(call)
  const sent = readScrobbles(call.params, call.api.now().getTime() / 1000, findClient(call.c))
  await call.players.accept(
    bearer,
    sent.flatMap((submission) => submission.scrobble ?? []),
  )
  return toScrobblesResponse(sent)
}

async function updateNowPlaying(call: Call): Promise<LastfmValue> {
  const bearer = await writer(call)
  const now = call.api.now()
  const { playing, sent, ignored } = readPlaying(call.params, now.getTime() / 1000, findClient(call.c))
  if (playing !== undefined) await playNow(call.api.db, bearer, playing, now)
  return toNowPlayingResponse(sent, ignored)
}

/** Returns the bearer of `sk`, a session key or a token. */
async function writer({ players, c, params }: Call): Promise<Bearer> {
  const found = await players.findBearer(c, params.get('sk'))
  if (found === undefined) throw new Failure(9, 'Invalid session key - Please re-authenticate')
  return found
}

/**
 * Returns the bearer, the owner of the listens. Programs that only read send no session key, so the
 * token may be sent as the API key.
 */
async function reader({ players, c, params }: Call): Promise<Bearer> {
  const found = await players.findBearer(c, params.get('sk') ?? params.get('api_key'))
  if (found === undefined)
    throw new Failure(10, 'Invalid API key - Give a scrobbling token as api_key, or a session key as sk.')
  const user = params.get('user') ?? ''
  if (user !== '' && foldName(user) !== foldName(found.memberName)) {
    throw new Failure(17, `This token reads the listens of ${found.memberName} only.`)
  }
  return found
}

async function getRecentTracks(call: Call): Promise<LastfmValue> {
  const { db, now } = call.api
  const { memberId, memberName } = await reader(call)
  const perPage = Math.max(1, getWholeNumber(call.params, 'limit', { fallback: TRACKS_SHOWN, max: TRACKS_MAX }))
  const page = Math.max(1, getWholeNumber(call.params, 'page', { fallback: 1, max: 1_000_000 }))
  // Both bounds are inclusive, according to Last.fm: clients send the last known listen plus one
  // second as `from`.
  const [from, to] = ['from', 'to'].map((name) => getWholeNumber(call.params, name, { fallback: 0, max: 10 ** 11 }))
  const window = { after: from ? from - 1 : undefined, before: to ? to + 1 : undefined }
  const own = await openListens(call.api, memberId)
  const listens = await own.list({ ...window, count: perPage, offset: (page - 1) * perPage })
  return toRecentTracksResponse({
    user: memberName,
    page,
    perPage,
    listens,
    total: await own.count(window),
    playing: await findPlaying(db, memberId, memberId, now()),
    isExtended: call.params.get('extended') === '1',
  })
}

async function getInfo(call: Call): Promise<LastfmValue> {
  const { memberId, memberName } = await reader(call)
  const base = baseUrl(call.api, call.c)
  const { joined_at, picture_url } = await call.api.db
    .selectFrom('members')
    .select(['joined_at', 'picture_url'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return toUserResponse({
    name: memberName,
    url: `${base}/profile/${encodeURIComponent(memberName)}`,
    playcount: await (await openListens(call.api, memberId)).count(),
    joinedAt: joined_at,
    images: toImages(base, picture_url),
  })
}

function toImages(base: string, pictureUrl: string | null) {
  const { pfpsm, pfpmed, pfplg, pfpxl } = toPictures(pictureUrl)
  const absolute = (address: string) => (address === '' ? '' : new URL(address, base).href)
  return { small: absolute(pfpsm), medium: absolute(pfpmed), large: absolute(pfplg), extralarge: absolute(pfpxl) }
}
