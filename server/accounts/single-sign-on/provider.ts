import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  ResponseBodyError,
} from 'openid-client'
import type { SignInOutcome } from '#contract/accounts/single-sign-on.ts'
import type { Config } from '#server/config/config.ts'
import { boundedFetch } from './bounded-fetch.ts'

export interface Identity {
  readonly issuer: string
  /** The provider's id for the person: 1 to 255 characters. */
  readonly subject: string
  /** The username at the provider; undefined if the provider sends none. */
  readonly preferredName: string | undefined
}

/** One sign-in's secrets: its response must contain state and nonce. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The provider's response cannot be used. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly outcome: Extract<SignInOutcome, 'cancelled' | 'expired' | 'invalid' | 'unavailable'>
  /** For the log: a code, without text from the provider. */
  readonly reason: string

  constructor(outcome: ProviderFailure['outcome'], reason: string, cause?: unknown) {
    super(`${outcome}: ${reason}`, { cause })
    this.outcome = outcome
    this.reason = reason
  }
}

export interface Provider {
  /** Returns the address at which a person signs in. Throws a ProviderFailure. */
  buildUrl(secrets: SignInSecrets): Promise<URL>
  /**
   * Exchanges the code in the provider's response for an identity.
   * Throws a ProviderFailure.
   */
  findIdentity(query: string, secrets: SignInSecrets): Promise<Identity>
}

export const CALLBACK_PATH = '/api/single-sign-on/callback'

/** The maximum time for one request to the provider, in s. */
const REQUEST_S = 5
/** How long the provider's addresses and abilities are cached, in ms. */
const METADATA_MS = 3_600_000
/** The clock difference that the library tolerates too, in s. */
const CLOCK_TOLERANCE_S = 30

/**
 * Returns the provider for these settings, or undefined without one. It is requested at the first
 * sign-in.
 */
export function createProvider(
  { singleSignOn, publicUrl }: Pick<Config, 'singleSignOn' | 'publicUrl'>,
  requestS: number = REQUEST_S,
): Provider | undefined {
  if (singleSignOn === null || publicUrl === null) return undefined
  const redirectUri = `${publicUrl.href.replace(/\/$/, '')}${CALLBACK_PATH}`
  let cached: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined

  const findConfiguration = async (): Promise<Configuration> => {
    if (cached === undefined || cached.untilMs <= performance.now())
      cached = { configuration: discover(singleSignOn, requestS), untilMs: performance.now() + METADATA_MS }
    const current = cached
    return current.configuration.catch((error: unknown) => {
      if (cached === current) cached = undefined
      throw toFailure(error)
    })
  }
  return {
    async buildUrl({ state, nonce, verifier }) {
      const configuration = await findConfiguration()
      const code_challenge = await calculatePKCECodeChallenge(verifier)
      return wrapFailures(async () =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid profile',
          state,
          nonce,
          code_challenge,
          code_challenge_method: 'S256',
        }),
      )
    },
    async findIdentity(query, { state, nonce, verifier }) {
      const configuration = await findConfiguration()
      const url = new URL(`${redirectUri}?${query}`)
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await wrapFailures(() => authorizationCodeGrant(configuration, url, checks))
      return toIdentity(tokens.claims(), singleSignOn.clientId)
    },
  }
}

function discover(
  { issuer, clientId, clientSecret }: NonNullable<Config['singleSignOn']>,
  requestS: number,
): Promise<Configuration> {
  return discovery(issuer, clientId, undefined, authenticate(clientSecret), {
    timeout: requestS,
    [customFetch]: boundedFetch,
    // The settings allow http on this machine only.
    execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** Sends the secret as the provider supports it, preferably in a header, the standard's default. */
function authenticate(clientSecret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isInHeader = methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    return (isInHeader ? inHeader : inBody)(server, ...rest)
  }
}

/** The library checks issuer, audience, expiry, nonce and signature, but none of these. */
function toIdentity(claims: IDToken | undefined, clientId: string): Identity {
  if (claims === undefined) throw new ProviderFailure('invalid', 'no_id_token')
  const { iss: issuer, sub: subject, azp: party, iat, preferred_username: name } = claims
  if (party !== undefined && party !== clientId) throw new ProviderFailure('invalid', 'authorized_party')
  if (!isSubject(subject)) throw new ProviderFailure('invalid', 'subject')
  if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_S) throw new ProviderFailure('invalid', 'issued_in_the_future')
  return { issuer, subject, preferredName: typeof name === 'string' ? name : undefined }
}

/** Halves of characters beyond the BMP are not well-formed: the database would store them all alike. */
const isSubject = (subject: string): boolean =>
  subject.length > 0 && subject.length <= 255 && !subject.includes('\0') && subject.isWellFormed()

async function wrapFailures<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toFailure(error)
  }
}

/** Library errors that mean no response, or one that is not an OpenID response. */
const UNUSABLE = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])
/** OAuth 2.0 and OpenID Connect errors; any other text from the provider is not logged. */
const OAUTH_ERROR = /^[a-z_]{1,40}$/

function toFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const reason = OAUTH_ERROR.test(error.error) ? error.error : 'other_error'
    if (error.error === 'access_denied') return new ProviderFailure('cancelled', reason, error)
    return new ProviderFailure(error.error === 'invalid_grant' ? 'expired' : 'unavailable', reason, error)
  }
  const code = readCode(error)
  if (code === undefined) return new ProviderFailure('unavailable', 'no_response', error)
  return new ProviderFailure(UNUSABLE.has(code) ? 'unavailable' : 'invalid', `${code}${readClaim(error)}`, error)
}

/** The library's code; undefined for a network error. */
const readCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function readClaim(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.cause : undefined
  return typeof cause === 'object' && cause !== null && 'claim' in cause ? ` ${String(cause.claim)}` : ''
}
