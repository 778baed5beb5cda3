import { foldName } from '#server/db/fold-name.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api } from '#server/http/api.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { takeProcessTokens } from '#server/http/limits.ts'
import { findClient, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { getRequired } from './audioscrobbler2-params.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { exchangeToken, insertProgramRequest } from './program-requests.ts'
import { findByAuthToken, insertSession } from './sessions.ts'
import type { TokenOwner } from './tokens.ts'

/**
 * Logs in with the member's name and the token as the password, or as Last.fm's password digest.
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

/**
 * Returns a token for a program without a member's token: the member allows the program on the page
 * `/api/auth`.
 */
async function getToken({ api, c, params }: MethodCall): Promise<LastfmValue> {
  const apiKey = getRequired(params, 'api_key')
  takeProcessTokens(api, ['addressProgramRequests'], { address: addressIn(api, c) }, api.now())
  return { token: await insertProgramRequest(api.db, { apiKey, program: findClient(c) ?? '' }, api.now()) }
}

/**
 * Returns a session for a `getToken` token, once the member has allowed it, or for a scrobbling
 * token, which needs no further authorization.
 */
async function getSession({ api, players, c, params }: MethodCall): Promise<LastfmValue> {
  const token = getRequired(params, 'token')
  const apiKey = params.get('api_key') ?? ''
  const exchange = await inTransaction(api.db, (tx) => exchangeToken(tx, token, apiKey, api.now()))
  switch (exchange.state) {
    case 'exchanged':
      return toSession(exchange)
    case 'pending':
      throw new Failure(14, 'Unauthorized Token - This token has not been authorized')
    case 'expired':
      throw new Failure(15, 'This token has expired')
    case 'refused':
      throw new Failure(4, 'Authentication Failed - The member has refused access.')
    case 'used':
      throw new Failure(4, 'Invalid authentication token supplied - It was used before.')
    case 'unknown': {
      const found = await players.findBearer(c, token)
      if (found !== undefined) return createSession(api, found)
      throw new Failure(
        14,
        'Unauthorized Token - Give a token of auth.getToken, or a scrobbling token of the settings.',
      )
    }
  }
}

const toSession = ({ memberName, key }: { readonly memberName: string; readonly key: string }): LastfmValue => ({
  session: { name: memberName, key, subscriber: 0 },
})

const createSession = async ({ db, now }: Api, { tokenId, memberName }: TokenOwner): Promise<LastfmValue> =>
  toSession({ memberName, key: await insertSession(db, tokenId, now()) })

export const authMethods: Readonly<Record<string, Method>> = {
  'auth.getmobilesession': getMobileSession,
  'auth.gettoken': getToken,
  'auth.getsession': getSession,
}
