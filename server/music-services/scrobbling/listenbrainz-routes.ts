import { listFollowers, listFollowing, PEOPLE_MAX } from '#server/accounts/index.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrackByName } from '#server/listening/catalogue/catalogue.ts'
import { toRelayName } from '../relays/secrets.ts'
import { deleteOneListen } from './listenbrainz-delete.ts'
import { listFeedbackOfMember, listFeedbackOfRecordings, submitFeedback } from './listenbrainz-feedback.ts'
import { getPlaying, readOwnListens, toMsidOfTrack } from './listenbrainz-listens.ts'
import { lookUpRecording, lookUpRecordings } from './listenbrainz-lookup.ts'
import { getBearer, getOwner, type ListenbrainzHandler, readToken, respond } from './listenbrainz-request.ts'
import { statsHandlers } from './listenbrainz-stats.ts'
import { BODY_MAX_BYTES, readSubmission } from './listenbrainz-submission.ts'
import { playNow, stopPlaying } from './now-playing.ts'
import type { Players } from './players.ts'
import { openTo } from './protocol.ts'
import { openListens } from './read-back.ts'
import type { Bearer } from './tokens.ts'

/**
 * Prefixes in ListenBrainz's paths: some players require `/1` in the URL, some append it, and some
 * add a second slash if the URL ends with one.
 */
const ROOTS = ['/1', '//1', '/1/', '/1/1', '/apis/listenbrainz', '/apis/listenbrainz/1', '/apis/listenbrainz/1/1']

type OwnHandler = (owner: Bearer, api: Api, c: RequestContext) => Promise<object | undefined>

/**
 * Registers the part of ListenBrainz's API for players, and for programs that read their member's
 * own listens.
 */
export function listenbrainzRoutes(api: Api, players: Players): void {
  const { db } = api
  const toPaths = (path: string) => ROOTS.flatMap((root) => [`${root}${path}`, `${root}${path}/`])
  const addRoute = (method: 'GET' | 'POST', path: string, handler: ListenbrainzHandler) => {
    openTo(api, toPaths(path), [method], (c) => respond(api, players, c, handler))
  }
  const addOwnRoute = (method: 'GET' | 'POST', path: string, handler: OwnHandler) => {
    addRoute(method, path, async (c) => handler(await getOwner(players, c), api, c))
  }
  addRoute('POST', '/submit-listens', (c) => submit(api, players, c))
  addRoute('GET', '/validate-token', (c) => validateToken(api, players, c))
  addOwnRoute('POST', '/playing-now/delete', async ({ memberId }) => {
    await stopPlaying(db, memberId)
    return { status: 'ok' }
  })
  addOwnRoute('POST', '/delete-listen', deleteOneListen)
  addOwnRoute('GET', '/user/:user/listens', readOwnListens)
  addOwnRoute('GET', '/user/:user/listen-count', async ({ memberId }) => {
    const listens = await openListens(api, memberId)
    return { payload: { count: await listens.count() } }
  })
  addOwnRoute('GET', '/user/:user/playing-now', getPlaying)
  addOwnRoute('POST', '/feedback/recording-feedback', submitFeedback)
  addOwnRoute('GET', '/feedback/user/:user/get-feedback', listFeedbackOfMember)
  for (const method of ['GET', 'POST'] as const)
    addOwnRoute(method, '/feedback/user/:user/get-feedback-for-recordings', listFeedbackOfRecordings)
  addOwnRoute('GET', '/metadata/lookup', lookUpRecording)
  addOwnRoute('POST', '/metadata/lookup', lookUpRecordings)
  addOwnRoute('GET', '/user/:user/followers', async ({ memberId, memberName }) => {
    const { followers } = await listFollowers(db, memberId, memberId, { limit: PEOPLE_MAX })
    return { followers: followers.map(({ follower }) => follower), user: memberName }
  })
  addOwnRoute('GET', '/user/:user/following', async ({ memberId, memberName }) => {
    const { following } = await listFollowing(db, memberId, memberId, { limit: PEOPLE_MAX })
    return { following: following.map(({ following: name }) => name), user: memberName }
  })
  for (const [path, handler] of Object.entries(statsHandlers)) {
    addOwnRoute('GET', `/stats/user/:user/${path}`, handler)
  }
  // Importers request their last position. A full import is safe: duplicates are ignored, and older
  // listens are not skipped.
  addOwnRoute('GET', '/latest-import', async ({ memberName }) => ({
    musicbrainz_id: memberName,
    latest_import: 0,
  }))
  addOwnRoute('POST', '/latest-import', async () => ({ status: 'ok' }))
}

async function submit(api: Api, players: Players, c: RequestContext): Promise<object> {
  const bearer = await getBearer(players, c)
  const { bytes } = await createRequestBody(api, c).read(BODY_MAX_BYTES)
  const submission = readSubmission(bytes, api.now().getTime() / 1000)
  if (submission.type === 'listens') {
    await players.accept(bearer, submission.rows)
    return { status: 'ok' }
  }
  await playNow(api, bearer, submission.playing, api.now())
  if (c.req.query('return_msid') !== 'true') return { status: 'ok' }
  const trackId = await findTrackByName(api.db, submission.playing)
  return { status: 'ok', recording_msid: toMsidOfTrack(trackId, submission.playing) }
}

async function validateToken({ config: { secretKey } }: Api, players: Players, c: RequestContext): Promise<object> {
  const token = readToken(c) ?? c.req.query('token') ?? ''
  if (token === '') throw new Refusal(400, 'You need to provide an Authorization token.')
  const bearer = await players.findBearer(c, token)
  // An invalid token also gets status 200: players check the field `valid`.
  if (bearer === undefined) return { code: 200, message: 'Token invalid.', valid: false }
  const valid = { code: 200, message: 'Token valid.', valid: true, user_name: bearer.memberName }
  // A Flipside that relays to this one does not send back what came from here.
  return secretKey === null ? valid : { ...valid, relay_name: toRelayName(secretKey) }
}
