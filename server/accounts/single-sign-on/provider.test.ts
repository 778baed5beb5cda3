import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OpenidProvider, type ProviderFaults, startOpenidProvider } from '#tests/support/openid-provider.ts'
import { createSecrets } from './flows.ts'
import { createProvider, type Provider } from './provider.ts'

let openid: OpenidProvider
beforeAll(async () => {
  openid = await startOpenidProvider()
})
afterAll(() => openid.stop())
afterEach(() => {
  for (const name of Object.keys(openid.faults)) delete openid.faults[name as keyof ProviderFaults]
})

const publicUrl = new URL('https://music.example')
const open = (requestS?: number): Provider => {
  const provider = createProvider({ singleSignOn: openid.settings, publicUrl }, requestS)
  if (provider === undefined) throw new Error('There is no provider.')
  return provider
}

/** Signs a person in at the provider and reads the response. */
async function signIn(
  faults: ProviderFaults = {},
  params: Readonly<Record<string, string>> = {},
  { subject = 'person-1', provider = open() } = {},
) {
  const secrets = createSecrets()
  const url = await provider.buildUrl(secrets)
  Object.assign(openid.faults, faults)
  const back = openid.approve(url.href, subject, {}, params)
  return provider.findIdentity(back.search.slice(1), secrets)
}

const failure = (outcome: string, reason: string) =>
  expect.objectContaining({ name: 'ProviderFailure', outcome, reason: expect.stringContaining(reason) })

const nowS = () => Math.floor(Date.now() / 1000)

test('a sign-in sends PKCE, state and nonce, and returns issuer and subject', async () => {
  const provider = open()
  const secrets = createSecrets()
  const { searchParams } = await provider.buildUrl(secrets)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'flipside',
    redirect_uri: 'https://music.example/api/single-sign-on/callback',
    scope: 'openid profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge_method: 'S256',
  })
  const { issuer, subject, preferredName } = await signIn({ claims: { preferred_username: 'Ada L' } }, {}, { provider })
  expect([new URL(issuer).href, subject, preferredName]).toEqual([openid.settings.issuer.href, 'person-1', 'Ada L'])
})

test('the metadata of the provider is requested once, also by concurrent sign-ins, and again after a failure', async () => {
  const provider = open()
  openid.faults.discovery = 'error_500'
  await expect(provider.buildUrl(createSecrets())).rejects.toEqual(failure('unavailable', 'NOT_CONFORM'))
  delete openid.faults.discovery
  openid.requests.length = 0
  await Promise.all([1, 2, 3].map(() => provider.buildUrl(createSecrets())))
  expect(openid.requests).toEqual(['/.well-known/openid-configuration'])
})

describe('an ID token is not accepted', () => {
  test.each<[string, ProviderFaults, string]>([
    ['with another nonce', { claims: { nonce: 'another' } }, 'nonce'],
    ['without a nonce', { claims: { nonce: undefined } }, 'INVALID_RESPONSE'],
    ['for another audience', { claims: { aud: 'another-app' } }, 'aud'],
    ['for another party', { claims: { azp: 'another-app' } }, 'authorized_party'],
    ['for a party that is not a text', { claims: { azp: null } }, 'authorized_party'],
    ['for several audiences and another party', { claims: { aud: ['flipside', 'b'], azp: 'b' } }, 'azp'],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'iss'],
    ['that has expired', { claims: { exp: nowS() - 60, iat: nowS() - 600 } }, 'exp'],
    ['without an expiry', { claims: { exp: undefined } }, 'INVALID_RESPONSE'],
    ['that is not valid yet', { claims: { nbf: nowS() + 600 } }, 'nbf'],
    ['issued in the future', { claims: { iat: nowS() + 600, exp: nowS() + 900 } }, 'issued_in_the_future'],
    ['issued at no time', { claims: { iat: 'today' } }, 'INVALID_RESPONSE'],
    ['signed by another key', { signature: 'other_key' }, 'OAUTH'],
    ['with a broken signature', { signature: 'broken' }, 'OAUTH'],
    ['signed by an unknown key', { signature: 'unknown_key' }, 'OAUTH'],
    ['without a signature', { signature: 'none' }, 'OAUTH'],
    ['without a subject', { claims: { sub: undefined } }, 'INVALID_RESPONSE'],
    ['with an empty subject', { claims: { sub: '' } }, ''],
    ['with a subject that is no text', { claims: { sub: { $ne: null } } }, ''],
    ['with a subject of 256 characters', { claims: { sub: 's'.repeat(256) } }, 'subject'],
    ['with half a character in the subject', { claims: { sub: 'a\ud800' } }, 'subject'],
    ['with NUL in the subject', { claims: { sub: 'a\0b' } }, 'subject'],
    ['that is missing', { token: 'no_id_token' }, 'INVALID_RESPONSE'],
  ])('%s', async (_, faults, reason) => {
    await expect(signIn(faults)).rejects.toEqual(failure('invalid', reason))
  })

  test('without a signature, even if the metadata of the provider allows that', async () => {
    const none = { metadata: { id_token_signing_alg_values_supported: ['none', 'RS256'] } }
    Object.assign(openid.faults, none)
    await expect(signIn({ signature: 'none' })).rejects.toEqual(failure('invalid', 'OAUTH'))
  })
})

test('a subject of 255 characters is accepted, and so is a difference of 20 seconds between the clocks', async () => {
  const subject = 's'.repeat(255)
  const claims = { iat: nowS() + 20, exp: nowS() - 20 }
  expect(await signIn({ claims }, {}, { subject })).toMatchObject({ subject })
})

describe('a response is not accepted', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['with another state', { state: 'another' }, 'invalid', 'INVALID_RESPONSE'],
    ['of another issuer', { iss: 'https://evil.example' }, 'invalid', 'INVALID_RESPONSE'],
    ['with an unknown code', { code: 'another' }, 'expired', 'invalid_grant'],
    ['without a code', { code: '' }, 'invalid', 'INVALID_RESPONSE'],
    ['if the person has cancelled', { error: 'access_denied' }, 'cancelled', 'access_denied'],
    [
      'with an error',
      { error: 'server_error', error_description: '<script>alert(1)</script>' },
      'unavailable',
      'server_error',
    ],
    ['with HTML as the error', { error: '<img src=x>' }, 'unavailable', 'other_error'],
  ])('%s', async (_, params, outcome, reason) => {
    await expect(signIn({}, params)).rejects.toEqual(failure(outcome, reason))
  })

  test('twice', async () => {
    const provider = open()
    const secrets = createSecrets()
    const back = openid.approve((await provider.buildUrl(secrets)).href, 'person-1')
    await provider.findIdentity(back.search.slice(1), secrets)
    await expect(provider.findIdentity(back.search.slice(1), secrets)).rejects.toEqual(
      failure('expired', 'invalid_grant'),
    )
  })
})

describe('a provider that does not work is unavailable', () => {
  test.each(['html', 'error_500', 'huge', 'redirect', 'hang'] as const)('with %s', async (fault) => {
    openid.faults.discovery = fault
    await expect(open(0.2).buildUrl(createSecrets())).rejects.toEqual(failure('unavailable', ''))
    delete openid.faults.discovery
    await expect(signIn({ token: fault }, {}, { provider: open(0.2) })).rejects.toEqual(failure('unavailable', ''))
    delete openid.faults.token
    await expect(signIn({ jwks: fault }, {}, { provider: open(0.2) })).rejects.toEqual(failure('unavailable', ''))
  })

  test('if it refuses the secret of this server', async () => {
    await expect(signIn({ token: 'invalid_client' })).rejects.toEqual(failure('unavailable', 'invalid_client'))
  })
})

describe('metadata is not accepted', () => {
  test('of another issuer, and without an http address to sign in at', async () => {
    openid.faults.metadata = { issuer: 'https://evil.example' }
    await expect(open().buildUrl(createSecrets())).rejects.toEqual(failure('invalid', ''))
    openid.faults.metadata = { authorization_endpoint: undefined }
    await expect(open().buildUrl(createSecrets())).rejects.toEqual(failure('invalid', ''))
    openid.faults.metadata = { authorization_endpoint: 'javascript:alert(1)' }
    await expect(open().buildUrl(createSecrets())).rejects.toEqual(failure('invalid', ''))
  })
})
