import { foldName } from '#server/db/fold-name.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { bodyOf } from '#server/http/body.ts'
import type { DirectAnswer } from '#server/http/direct.ts'
import { type Exchange, setHeaders } from '#server/http/exchange.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countInboxOf } from './count-inbox.ts'
import { BODY_MAX_BYTES, readSubmission } from './listenbrainz-submission.ts'
import { findPlaying, playNow, stopPlaying } from './now-playing.ts'
import type { Admit, Players } from './players.ts'
import { openDirectly, openTo, refusalOf } from './protocol.ts'
import { countListens, type ReadListen, readListens, recordingMsid, spanOfListens } from './read-back.ts'
import type { Bearer } from './tokens.ts'

/**
 * Where ListenBrainz's paths begin: some players want `/1` in the address, some add it themselves, and some write a second slash where
 * the address ends with one.
 */
const ROOTS = ['/1', '//1', '/1/', '/1/1', '/apis/listenbrainz', '/apis/listenbrainz/1', '/apis/listenbrainz/1/1']
const LISTENS_SHOWN = 25
const LISTENS_MAX = 1000

const SUBMIT = '/submit-listens'

type Handler = (c: RequestContext) => Promise<object>

/** ListenBrainz's API, as far as players and readers of one's own listens need it. */
export function listenbrainzRoutes(api: Api, players: Players): void {
  const { db } = api
  const pathsOf = (path: string) => ROOTS.flatMap((root) => [`${root}${path}`, `${root}${path}/`])
  const on = (method: 'GET' | 'POST', path: string, handler: Handler) => {
    openTo(api, pathsOf(path), [method], async (c) => {
      const { status, body } = await answer(api, c, () => handler(c))
      // Statuses come from refusals; Hono's type for them is a list of its own.
      return c.json(body, status as 400)
    })
  }
  const owner = (c: RequestContext) => ownerOf(players, c)
  /** Whose listens are read: with what was accepted a moment ago. */
  const reader = async (c: RequestContext) => {
    const bearer = await owner(c)
    await countInboxOf(api, bearer.memberId)
    return bearer
  }

  on('POST', SUBMIT, async (c) => {
    const read = async () => (await bodyOf(api, c).read(BODY_MAX_BYTES)).bytes
    return submit(api, players, { c, read, isMsidWanted: c.req.query('return_msid') === 'true' })
  })
  // What players send all day long.
  openDirectly(api, pathsOf(SUBMIT), (c) =>
    answer(api, c, () => submit(api, players, { c, read: async () => c.body, isMsidWanted: false })),
  )
  on('GET', '/validate-token', (c) => validateToken(players, c))
  on('POST', '/playing-now/delete', async (c) => {
    await stopPlaying(db, (await owner(c)).memberId)
    return { status: 'ok' }
  })
  on('GET', '/user/:user/listens', async (c) => ({ payload: await listensOf(api, c, await reader(c)) }))
  on('GET', '/user/:user/listen-count', async (c) => ({
    payload: { count: await countListens(db, (await reader(c)).memberId) },
  }))
  on('GET', '/user/:user/playing-now', async (c) => ({ payload: await playingOf(api, await owner(c)) }))
  // Importers ask where they left off. All may come again: nothing is taken twice, and nothing older is left out.
  on('GET', '/latest-import', async (c) => ({ musicbrainz_id: (await owner(c)).memberName, latest_import: 0 }))
  on('POST', '/latest-import', async (c) => {
    await owner(c)
    return { status: 'ok' }
  })
}

/** What is answered; errors in ListenBrainz's form: `{ code, error }`. */
async function answer(api: Api, c: Exchange, handler: () => Promise<object>): Promise<DirectAnswer> {
  try {
    return { status: 200, body: await handler() }
  } catch (error) {
    const { status, message, headers } = refusalOf(api, c, error)
    setHeaders(c, headers)
    return { status, body: { code: status, error: message } }
  }
}

interface Submitting {
  readonly c: Exchange
  readonly read: () => Promise<Buffer>
  /** Whether who says what plays wants to know the recording's id. */
  readonly isMsidWanted: boolean
}

async function submit({ db, now }: Api, players: Players, { c, read, isMsidWanted }: Submitting): Promise<object> {
  const bearer = await bearerOf(c, players.admitWriter)
  const submission = readSubmission(await read(), now().getTime() / 1000)
  if (submission.type === 'listens') await players.take(bearer, submission.scrobbles)
  else await playNow(db, bearer, submission.playing, now())
  if (!isMsidWanted || submission.type === 'listens') return { status: 'ok' }
  return { status: 'ok', recording_msid: recordingMsid(submission.playing) }
}

async function validateToken(players: Players, c: RequestContext): Promise<object> {
  const token = tokenOf(c) ?? c.req.query('token') ?? ''
  if (token === '') throw new Refusal(400, 'You need to provide an Authorization token.')
  const bearer = await players.admit(c, token)
  // A token that is not valid is an answer too: players tell the two apart by the field.
  if (bearer === undefined) return { code: 200, message: 'Token invalid.', valid: false }
  return { code: 200, message: 'Token valid.', valid: true, user_name: bearer.memberName }
}

/** Whose token came with the request. Throws a Refusal 401. */
async function bearerOf(c: Exchange, admit: Admit): Promise<Bearer> {
  const token = tokenOf(c)
  const bearer = await admit(c, token)
  if (bearer !== undefined) return bearer
  if (token !== undefined) throw new Refusal(401, 'Invalid authorization token.')
  const isGiven = (c.req.header('Authorization') ?? '') !== ''
  throw new Refusal(
    401,
    isGiven ? 'Provided Authorization header is invalid.' : 'You need to provide an Authorization header.',
  )
}

/** As `bearerOf`, of a request about a member: only one's own listens are read. */
async function ownerOf(players: Players, c: RequestContext): Promise<Bearer> {
  const bearer = await bearerOf(c, players.admit)
  const user = c.req.param('user')
  if (user === undefined || foldName(user) === foldName(bearer.memberName)) return bearer
  throw new Refusal(403, `This token reads the listens of ${bearer.memberName} only.`)
}

/** `Authorization: Token ...`; some players write `token`, some `Bearer`. */
const tokenOf = (c: Exchange): string | undefined =>
  /^(?:token|bearer)\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1]

async function listensOf({ db }: Api, c: RequestContext, { memberId, memberName }: Bearer): Promise<object> {
  const [before, after] = [numberIn(c, 'max_ts'), numberIn(c, 'min_ts')]
  if (before !== undefined && after !== undefined && before < after) {
    throw new Refusal(400, 'max_ts should be greater than min_ts')
  }
  const count = Math.min(numberIn(c, 'count') ?? LISTENS_SHOWN, LISTENS_MAX)
  // As ListenBrainz does: min_ts alone reads on from there, both together are a window of which the newest come first.
  const from = after !== undefined && before === undefined ? 'oldest' : 'newest'
  const listens = await readListens(db, memberId, { before, after, count, from })
  const { newest, oldest } = await spanOfListens(db, memberId)
  return {
    user_id: memberName,
    count: listens.length,
    latest_listen_ts: newest,
    oldest_listen_ts: oldest,
    listens: listens.map((it) => ({
      ...listenOf(it),
      listened_at: it.listenedAt,
      inserted_at: it.listenedAt,
      user_name: memberName,
    })),
  }
}

async function playingOf({ db, now }: Api, { memberId, memberName }: Bearer): Promise<object> {
  const playing = await findPlaying(db, memberId, memberId, now())
  const listens = playing === undefined ? [] : [listenOf({ artist: playing.artist, title: playing.track })]
  return {
    user_id: memberName,
    count: listens.length,
    playing_now: true,
    listens: listens.map((it) => ({ ...it, playing_now: true })),
  }
}

const listenOf = (it: Pick<ReadListen, 'artist' | 'title'>) => ({
  recording_msid: recordingMsid(it),
  track_metadata: {
    artist_name: it.artist,
    track_name: it.title,
    // Clients look into it without asking whether it is there.
    additional_info: { recording_msid: recordingMsid(it) },
  },
})

function numberIn(c: RequestContext, name: string): number | undefined {
  const text = c.req.query(name)
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,12}$/.test(text)) throw new Refusal(400, `'${name}' should be a non-negative integer`)
  return Number(text)
}
