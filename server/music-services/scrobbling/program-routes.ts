import { answerProgramRequest, getProgramRequest } from '#contract/listening/program-requests.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { answerRequest, deleteProgramRequests, findProgramRequest } from './program-requests.ts'

/** Last.fm's page for the desktop login; clients append it to the server's address. */
const PATHS = ['/api/auth', '/api/auth/', '/apis/audioscrobbler/api/auth', '/apis/audioscrobbler/api/auth/']

export function programRoutes(api: Api): void {
  api.hooks.playersRevoked.push(deleteProgramRequests)

  // The screen reads the request: this path only leads there, for signed-out visitors too. A
  // callback (`cb`) is ignored: without registered API keys, any page could send a member to any
  // address with it.
  for (const path of PATHS) api.hono.get(path, redirectToScreen)

  route(api, getProgramRequest, async ({ member, db, query, now }) => ({
    request: await findProgramRequest(db, member.id, query.token, now),
  }))

  route(api, answerProgramRequest, ({ member, tx, query, now }) =>
    answerRequest(tx, member.id, query.token, query.is_allowed === 'true', now),
  )
}

/** The path is relative to the request host, which may be unknown behind a proxy. */
function redirectToScreen(c: RequestContext): Response {
  const query = new URLSearchParams({ token: (c.req.query('token') ?? '').slice(0, 64) })
  c.header('Cache-Control', 'no-store')
  return c.redirect(`/settings/scrobbling?${query.toString()}`, 302)
}
