import { foldName } from '#server/db/fold-name.ts'
import type { Api } from '#server/http/api.ts'
import type { Method, MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { getRequired } from './audioscrobbler2-params.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { findByAuthToken, insertSession } from './sessions.ts'
import type { Bearer } from './tokens.ts'

/**
 * Logs in with the member's name and the token as the password, or as Last.fm's digest of a
 * password.
 */
async function getMobileSession({ api, players, c, params }: MethodCall): Promise<LastfmValue> {
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
async function getSession({ api, players, c, params }: MethodCall): Promise<LastfmValue> {
  const found = await players.findBearer(c, getRequired(params, 'token'))
  if (found === undefined) throw new Failure(14, 'Unauthorized Token - Give a scrobbling token of the settings.')
  return createSession(api, found)
}

const createSession = async ({ db, now }: Api, { tokenId, memberName }: Bearer): Promise<LastfmValue> => ({
  session: { name: memberName, key: await insertSession(db, tokenId, now()), subscriber: 0 },
})

/** The methods `auth.*`, by lower-case name. */
export const authMethods: Readonly<Record<string, Method>> = {
  'auth.getmobilesession': getMobileSession,
  'auth.getsession': getSession,
}
