import { foldName } from '#server/db/fold-name.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { setHeaders } from '#server/http/headers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { toAdditionalInfo } from '../read-details.ts'
import { BODY_MAX_BYTES, readSubmission } from './listenbrainz-submission.ts'
import { findPlaying, playNow, stopPlaying } from './now-playing.ts'
import type { Players } from './players.ts'
import { openTo, toLoggedRefusal } from './protocol.ts'
import { type OwnListens, openListens, type ReadListen, recordingMsid } from './read-back.ts'
import type { Bearer } from './tokens.ts'

/**
 * Prefixes of ListenBrainz's paths: some players require `/1` in the URL, some append it, and some
 * add a second slash if the URL ends with one.
 */
const ROOTS = ['/1', '//1', '/1/', '/1/1', '/apis/listenbrainz', '/apis/listenbrainz/1', '/apis/listenbrainz/1/1']
const LISTENS_SHOWN = 25
const LISTENS_MAX = 1000

type Handler = (c: RequestContext) => Promise<object>

/**
 * Registers the part of ListenBrainz's API that players, and readers of their own listens, need.
 */
export function listenbrainzRoutes(api: Api, players: Players): void {
  const { db } = api
  const toPaths = (path: string) => ROOTS.flatMap((root) => [`${root}${path}`, `${root}${path}/`])
  const addRoute = (method: 'GET' | 'POST', path: string, handler: Handler) => {
    openTo(api, toPaths(path), [method], (c) => respond(api, players, c, handler))
  }
  const owner = (c: RequestContext) => getOwner(players, c)
  addRoute('POST', '/submit-listens', (c) => submit(api, players, c))
  addRoute('GET', '/validate-token', (c) => validateToken(players, c))
  addRoute('POST', '/playing-now/delete', async (c) => {
    await stopPlaying(db, (await owner(c)).memberId)
    return { status: 'ok' }
  })
  addRoute('GET', '/user/:user/listens', async (c) => {
    const { memberId, memberName } = await owner(c)
    return { payload: await listensPayload(c, memberName, await openListens(api, memberId)) }
  })
  addRoute('GET', '/user/:user/listen-count', async (c) => {
    const listens = await openListens(api, (await owner(c)).memberId)
    return { payload: { count: await listens.count() } }
  })
  addRoute('GET', '/user/:user/playing-now', async (c) => ({ payload: await getPlaying(api, await owner(c)) }))
  // Importers request their last position. A full import is safe: duplicates are ignored, and older
  // listens are not skipped.
  addRoute('GET', '/latest-import', async (c) => ({ musicbrainz_id: (await owner(c)).memberName, latest_import: 0 }))
  addRoute('POST', '/latest-import', async (c) => {
    await owner(c)
    return { status: 'ok' }
  })
}

/** Responds with JSON; errors in ListenBrainz's form: `{ code, error }`. */
async function respond(api: Api, players: Players, c: RequestContext, handler: Handler): Promise<Response> {
  try {
    players.countRequest(c)
    return c.json(await handler(c))
  } catch (error) {
    const { status, message, headers } = toLoggedRefusal(api, c, error)
    setHeaders(c, headers)
    // Refusals have the contract's statuses; Hono has its own type for them.
    return c.json({ code: status, error: message }, status as 400)
  }
}

async function submit(api: Api, players: Players, c: RequestContext): Promise<object> {
  const bearer = await getBearer(players, c)
  const { bytes } = await createRequestBody(api, c).read(BODY_MAX_BYTES)
  const submission = readSubmission(bytes, api.now().getTime() / 1000)
  if (submission.type === 'listens') {
    await players.accept(bearer, submission.scrobbles)
    return { status: 'ok' }
  }
  await playNow(api.db, bearer, submission.playing, api.now())
  if (c.req.query('return_msid') !== 'true') return { status: 'ok' }
  return { status: 'ok', recording_msid: recordingMsid(submission.playing) }
}

async function validateToken(players: Players, c: RequestContext): Promise<object> {
  const token = readToken(c) ?? c.req.query('token') ?? ''
  if (token === '') throw new Refusal(400, 'You need to provide an Authorization token.')
  const bearer = await players.findBearer(c, token)
  // An invalid token also gets status 200: players check the field `valid`.
  if (bearer === undefined) return { code: 200, message: 'Token invalid.', valid: false }
  return { code: 200, message: 'Token valid.', valid: true, user_name: bearer.memberName }
}

/** Returns the bearer of the request's token. Throws a Refusal 401. */
async function getBearer(players: Players, c: RequestContext): Promise<Bearer> {
  const token = readToken(c)
  const bearer = await players.findBearer(c, token)
  if (bearer !== undefined) return bearer
  if (token !== undefined) throw new Refusal(401, 'Invalid authorization token.')
  const hasHeader = (c.req.header('Authorization') ?? '') !== ''
  throw new Refusal(
    401,
    hasHeader ? 'Provided Authorization header is invalid.' : 'You need to provide an Authorization header.',
  )
}

/**
 * Returns the bearer as `getBearer` does, for a request about a member, which must be the bearer.
 */
async function getOwner(players: Players, c: RequestContext): Promise<Bearer> {
  const bearer = await getBearer(players, c)
  const user = c.req.param('user')
  if (user === undefined || foldName(user) === foldName(bearer.memberName)) return bearer
  throw new Refusal(403, `This token reads the listens of ${bearer.memberName} only.`)
}

/** Returns the token of `Authorization: Token ...`; some players send `token` or `Bearer`. */
const readToken = (c: RequestContext): string | undefined =>
  /^(?:token|bearer)\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1]

async function listensPayload(c: RequestContext, memberName: string, own: OwnListens): Promise<object> {
  const [before, after] = [numberIn(c, 'max_ts'), numberIn(c, 'min_ts')]
  if (before !== undefined && after !== undefined && before < after) {
    throw new Refusal(400, 'max_ts should be greater than min_ts')
  }
  const count = Math.min(numberIn(c, 'count') ?? LISTENS_SHOWN, LISTENS_MAX)
  // As at ListenBrainz: min_ts alone pages forward from there; with both, the window returns its
  // newest first.
  const from = after !== undefined && before === undefined ? 'oldest' : 'newest'
  const listens = await own.list({ before, after, count, from })
  const { newest, oldest } = await own.span()
  return {
    user_id: memberName,
    count: listens.length,
    latest_listen_ts: newest,
    oldest_listen_ts: oldest,
    listens: listens.map((listen) => ({
      ...toListen(listen),
      listened_at: listen.listenedAt,
      inserted_at: listen.listenedAt,
      user_name: memberName,
    })),
  }
}

async function getPlaying({ db, now }: Api, { memberId, memberName }: Bearer): Promise<object> {
  const playing = await findPlaying(db, memberId, memberId, now())
  const listens = playing === undefined ? [] : [toListen({ artist: playing.artist, title: playing.track, details: {} })]
  return {
    user_id: memberName,
    count: listens.length,
    playing_now: true,
    listens: listens.map((listen) => ({ ...listen, playing_now: true })),
  }
}

const toListen = (listen: Omit<ReadListen, 'listenedAt'>) => ({
  recording_msid: recordingMsid(listen),
  track_metadata: {
    artist_name: listen.artist,
    track_name: listen.title,
    release_name: listen.details.album,
    // Clients read it without checking that it exists.
    additional_info: {
      ...toAdditionalInfo(listen.details),
      submission_client: listen.details.client,
      recording_msid: recordingMsid(listen),
    },
  },
})

function numberIn(c: RequestContext, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,12}$/.test(text)) throw new Refusal(400, `'${name}' should be a non-negative integer`)
  return Number(text)
}
