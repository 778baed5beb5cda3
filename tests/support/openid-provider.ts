import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SingleSignOnSettings } from '#server/config/single-sign-on-settings.ts'

type Claims = Readonly<Record<string, unknown>>
/** How an endpoint fails instead of responding. */
type Fault = 'hang' | 'html' | 'error_500' | 'huge' | 'redirect'

/** What the provider does wrong; a test changes it at any time. */
export interface ProviderFaults {
  discovery?: Fault
  token?: Fault | 'invalid_client' | 'invalid_grant' | 'no_id_token'
  jwks?: Fault
  metadata?: Claims
  /** ID token claims that replace the valid ones; undefined removes one. */
  claims?: Claims
  /** `none`: without a signature; `other_key`: by a key that is not published under its id. */
  signature?: 'none' | 'other_key' | 'unknown_key' | 'broken'
}

export interface OpenidProvider {
  readonly settings: SingleSignOnSettings
  readonly faults: ProviderFaults
  /** The request paths so far. */
  readonly requests: string[]
  /**
   * Signs a person in at the authorization endpoint's address. Returns the URL to which the browser
   * is sent back; `params` replaces its parameters.
   */
  approve(url: string, subject: string, claims?: Claims, params?: Readonly<Record<string, string>>): URL
  stop(): Promise<void>
}

interface Grant {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
  readonly subject: string
  readonly claims: Claims
}

const CLIENT_ID = 'flipside'
const SECRET = 'a secret with : and %'
const KEY_ID = 'published'

const createKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const keys = createKey()
const otherKeys = createKey()

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Starts an OpenID provider that issues valid responses, or wrong ones if a test sets `faults`.
 * Codes work once.
 */
export async function startOpenidProvider(): Promise<OpenidProvider> {
  const faults: ProviderFaults = {}
  const requests: string[] = []
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    requests.push(path)
    void respond(path, request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A server that listens on a port has an address with one.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (body: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (path === '/.well-known/openid-configuration') {
      if (fail(faults.discovery, response)) return
      return json({ ...describe(issuer), ...faults.metadata })
    }
    if (path === '/jwks') {
      if (fail(faults.jwks, response)) return
      return json({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    }
    if (path !== '/token' || faults.token === 'invalid_client') return json({ error: 'invalid_client' }, 401)
    if (faults.token === 'invalid_grant') return json({ error: 'invalid_grant' }, 400)
    if (faults.token !== 'no_id_token' && fail(faults.token, response)) return
    const grant = takeGrant(new URLSearchParams(await text(request)), request.headers.authorization)
    if (grant === undefined) return json({ error: 'invalid_grant', error_description: '<b>Used</b>' }, 400)
    const token = { access_token: 'unused', token_type: 'Bearer', expires_in: 60 }
    json(faults.token === 'no_id_token' ? token : { ...token, id_token: createIdToken(issuer, grant, faults) })
  }

  function takeGrant(form: URLSearchParams, authorization: string | undefined): Grant | undefined {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isClient = authorization === `Basic ${Buffer.from(`${CLIENT_ID}:${encodeSecret(SECRET)}`).toString('base64')}`
    return isClient && grant?.challenge === challenge && grant.redirectUri === form.get('redirect_uri')
      ? grant
      : undefined
  }

  return {
    settings: { issuer: new URL(issuer), clientId: CLIENT_ID, clientSecret: SECRET, name: 'Example ID' },
    faults,
    requests,
    approve(url, subject, claims = {}, params = {}) {
      const { searchParams } = new URL(url)
      const read = (name: string) => searchParams.get(name) ?? ''
      const code = randomUUID()
      const grant = { nonce: read('nonce'), challenge: read('code_challenge'), redirectUri: read('redirect_uri') }
      grants.set(code, { ...grant, subject, claims })
      const back = new URL(read('redirect_uri'))
      for (const [name, value] of Object.entries({ code, state: read('state'), iss: issuer, ...params }))
        back.searchParams.set(name, value)
      return back
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Encodes as RFC 6749 requires in the header: as a form. */
const encodeSecret = (secret: string) => new URLSearchParams({ s: secret }).toString().slice(2)

const describe = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

/** Fails as a fault says. Returns whether it did. */
function fail(fault: Fault | undefined, response: ServerResponse): boolean {
  if (fault === undefined) return false
  if (fault === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Down</h1>')
  if (fault === 'error_500') response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  if (fault === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ padding: 'x'.repeat(2_000_000) }))
  }
  return true
}

function createIdToken(issuer: string, { nonce, subject, claims }: Grant, faults: ProviderFaults): string {
  const nowS = Math.floor(Date.now() / 1000)
  const valid = { iss: issuer, sub: subject, aud: CLIENT_ID, nonce, iat: nowS, exp: nowS + 300 }
  const payload = { ...valid, ...claims, ...faults.claims }
  if (faults.signature === 'none') return `${encode({ alg: 'none' })}.${encode(payload)}.`
  const kid = faults.signature === 'unknown_key' ? 'unknown' : KEY_ID
  const signed = `${encode({ alg: 'RS256', kid })}.${encode(payload)}`
  if (faults.signature === 'broken') return `${signed}.${'A'.repeat(342)}`
  return `${signed}.${signBy(faults.signature === 'other_key' ? otherKeys.privateKey : keys.privateKey, signed)}`
}

const signBy = (key: KeyObject, signed: string) => sign('sha256', Buffer.from(signed), key).toString('base64url')
