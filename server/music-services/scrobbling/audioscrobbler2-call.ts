import { foldName } from '#server/db/fold-name.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import type { Params } from './audioscrobbler2-params.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import type { Players } from './players.ts'
import type { Bearer } from './tokens.ts'

export interface MethodCall {
  readonly api: Api
  readonly players: Players
  readonly c: RequestContext
  readonly params: Params
}
export type Method = (call: MethodCall) => Promise<LastfmValue>

/** Returns the bearer for `sk`, a session key or a token. Throws a Failure 9. */
export async function findWriter({ players, c, params }: MethodCall): Promise<Bearer> {
  const found = await players.findBearer(c, params.get('sk'))
  if (found === undefined) throw new Failure(9, 'Invalid session key - Please re-authenticate')
  return found
}

/**
 * Returns the bearer, who owns the listens. Programs that only read send no session key, so the
 * token may be sent as the API key. `name`: the parameter that names the owner. Throws a Failure 10
 * or 17.
 */
export async function findReader({ players, c, params }: MethodCall, name = 'user'): Promise<Bearer> {
  const found = await players.findBearer(c, params.get('sk') ?? params.get('api_key'))
  if (found === undefined)
    throw new Failure(10, 'Invalid API key - Give a scrobbling token as api_key, or a session key as sk.')
  const user = params.get(name) ?? ''
  if (user !== '' && foldName(user) !== foldName(found.memberName)) {
    throw new Failure(17, `This token reads the listens of ${found.memberName} only.`)
  }
  return found
}

/** Returns the program in the User-Agent: `mpdas` from `mpdas/0.4.5`. Browsers name none. */
export function findClient(c: RequestContext): string | undefined {
  const [name] = /^[^/(;]+/.exec(c.req.header('User-Agent') ?? '') ?? []
  return name === 'Mozilla' ? undefined : name
}
