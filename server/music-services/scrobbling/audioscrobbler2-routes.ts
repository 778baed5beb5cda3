import type { Api, RequestContext } from '#server/http/api.ts'
import { setHeaders } from '#server/http/headers.ts'
import { authMethods } from './audioscrobbler2-auth.ts'
import type { Method } from './audioscrobbler2-call.ts'
import { chartMethods } from './audioscrobbler2-charts.ts'
import { Failure, toFailure } from './audioscrobbler2-failure.ts'
import { infoMethods } from './audioscrobbler2-info.ts'
import { getRequired, type Params } from './audioscrobbler2-params.ts'
import { trackMethods } from './audioscrobbler2-tracks.ts'
import { userMethods } from './audioscrobbler2-user.ts'
import { type LastfmValue, toXml } from './audioscrobbler2-xml.ts'
import { readForm } from './form.ts'
import type { Players } from './players.ts'
import { openTo, toLoggedRefusal } from './protocol.ts'

const PATHS = ['/2.0', '/apis/audioscrobbler', '/apis/audioscrobbler/2.0'].flatMap((path) => [path, `${path}/`])

/** By lower-case name: clients vary in case. */
const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...authMethods,
    ...trackMethods,
    ...userMethods,
    ...chartMethods,
    ...infoMethods,
  }),
)

/**
 * Registers the routes for Audioscrobbler 2.0, Last.fm's API. `api_sig` is not checked: it is
 * signed with the client's own secret, which this server does not have; the token authenticates the
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
  // Statuses match Last.fm's codes; Hono has its own type for them.
  if (isJson) return c.json(value, status as 200)
  c.header('Content-Type', 'application/xml; charset=utf-8')
  return c.body(toXml(value, status === 200 ? 'ok' : 'failed'), status as 200)
}
