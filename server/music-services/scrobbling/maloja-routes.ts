import type { Api, RequestContext } from '#server/http/api.ts'
import { createRequestBody } from '#server/http/body.ts'
import { setHeaders } from '#server/http/headers.ts'
import { getQueryString } from '#server/http/query.ts'
import { Refusal } from '#server/http/refusal.ts'
import { fromSeconds } from '#server/listening/listens/listen-details.ts'
import { isScrobble, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import { checkDepth, parseDocument } from './listenbrainz-submission.ts'
import type { Players } from './players.ts'
import { openTo, toLoggedRefusal } from './protocol.ts'

/** One scrobble with long names. */
const BODY_MAX_BYTES = 20_000
const ARTISTS_MAX = 100

/**
 * Registers what programs call that scrobble to Maloja: `newscrobble`, and `test`, which checks the
 * key. The key is a scrobbling token.
 */
export function malojaRoutes(api: Api, players: Players): void {
  openTo(api, ['/apis/mlj_1/newscrobble'], ['POST'], (c) => respond(api, c, async () => scrobble(api, players, c)))
  openTo(api, ['/apis/mlj_1/test'], ['GET'], (c) =>
    respond(api, c, async () => {
      players.countRequest(c)
      const key = c.req.query('key')
      if (key !== undefined && (await players.findBearer(c, key)) === undefined) throw wrongKey()
      return { status: 'ok' }
    }),
  )
}

const wrongKey = () => new Refusal(403, 'Wrong API key')

async function respond(api: Api, c: RequestContext, handler: () => Promise<object>): Promise<Response> {
  try {
    return c.json(await handler())
  } catch (error) {
    const { status, message, headers } = toLoggedRefusal(api, c, error)
    setHeaders(c, headers)
    const failure = status === 403 ? message : { type: 'refused', value: null, desc: message }
    // Refusals have the contract's statuses; Hono has its own type for them.
    return c.json({ status: status === 403 ? 'error' : 'failure', error: failure }, status as 400)
  }
}

async function scrobble(api: Api, players: Players, c: RequestContext): Promise<object> {
  players.countRequest(c)
  const sent = await readParams(api, c)
  const bearer = await players.findBearer(c, toText(sent['key']))
  if (bearer === undefined) throw wrongKey()
  const artists = [...toTexts(sent['artist']), ...toTexts(sent['artists'])].slice(0, ARTISTS_MAX)
  const nowS = api.now().getTime() / 1000
  const listenedAt = Number(toText(sent['time']) ?? nowS)
  const row = toRow(
    {
      artist: artists.join(', '),
      title: toText(sent['title']),
      listenedAt,
      details: {
        album: toText(sent['album']),
        albumArtist: toTexts(sent['albumartists']).join(', '),
        artistNames: artists,
        durationMs: fromSeconds(toText(sent['length'])),
      },
    },
    nowS,
  )
  if (!isScrobble(row))
    throw new Refusal(400, 'The scrobble needs artist and title of at most 500 characters, and a past time.')
  await players.accept(bearer, [row])
  const { title } = row
  return { status: 'success', track: { artists, title }, desc: `Scrobbled ${title} by ${artists.join(', ')}` }
}

type Params = Readonly<Record<string, unknown>>

/**
 * Returns the parameters in the query and in the body, a form or JSON; a repeated one as a list.
 */
async function readParams(api: Api, c: RequestContext): Promise<Params> {
  const { bytes } = await createRequestBody(api, c).read(BODY_MAX_BYTES)
  const query = toParams(getQueryString(c.req.url))
  if (!/\bjson\b/i.test(c.req.header('Content-Type') ?? '')) return { ...query, ...toParams(bytes.toString('utf8')) }
  const document = parseDocument(bytes)
  checkDepth(document)
  return { ...query, ...toFields(document) }
}

function toParams(text: string): Params {
  const pairs = new URLSearchParams(text)
  return Object.fromEntries([...new Set(pairs.keys())].map((name) => [name, pairs.getAll(name)]))
}

const toTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each.trim() !== '')

/** Returns a text or a number as a text; the last one if there are several. */
function toText(value: unknown): string | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' || typeof last === 'number' ? String(last) : undefined
}
