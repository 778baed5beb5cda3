import { expect, test } from 'vitest'
import { exposureWarning, readConfig } from './config.ts'

test('the defaults listen on this machine only, store the data in ./data and allow the demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    isDemoAllowed: true,
    rateLimits: { memberWrites: { burst: 1000, perSecond: 5 } },
  })
})

test.each([
  [{ HOST: '0.0.0.0' }],
  [{ HOST: '192.168.1.2' }],
  [{ DATABASE_URL: 'postgres://localhost/flipside' }],
  [{ DEMO: '0' }],
  [{ NODE_ENV: 'production' }],
])('the demo is disabled with %j', (env) => {
  expect(readConfig(env).isDemoAllowed).toBe(false)
})

test.each([
  [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not "eighty".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ PUBLIC_URL: 'flipside.example' }, 'PUBLIC_URL must be an address such as https://flipside.example'],
  [{ PUBLIC_URL: 'ftp://flipside.example' }, 'PUBLIC_URL must be an address'],
  [{ ALLOWED_ORIGINS: 'https://a.example/path' }, 'ALLOWED_ORIGINS must list origins'],
  [{ ALLOWED_ORIGINS: '*' }, 'ALLOWED_ORIGINS must list origins'],
  [{ TRUST_PROXY: 'yes please' }, 'TRUST_PROXY must be a whole number from 0 to 10'],
  [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0, not "maybe".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of silent, error, warn, info, debug, not "loud".'],
  [{ RATE_LIMIT_WRITES: '10' }, 'RATE_LIMIT_WRITES must be a burst and a number per second such as 1000,5'],
  [{ RATE_LIMIT_WRITES: '0,1' }, 'RATE_LIMIT_WRITES must be a burst'],
])('%j is rejected with an error message', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('an error about DATABASE_URL does not repeat its value', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })).toThrow(
    /^DATABASE_URL must be an address such as postgres:(?!.*hunter2)/,
  )
})

test('settings may have surrounding spaces or be empty', () => {
  expect(
    readConfig({
      PORT: ' 8080 ',
      PUBLIC_URL: '',
      TRUST_PROXY: 'true',
      ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    }),
  ).toMatchObject({
    port: 8080,
    publicUrl: null,
    trustedProxies: 1,
    allowedOrigins: ['https://a.example', 'https://b.example'],
  })
})

test('music services have default addresses that can be changed', () => {
  const usual = readConfig({})
  expect([usual.lastfmBaseUrl.href, usual.lastfmWebUrl.href, usual.listenbrainzUrl.href]).toEqual([
    'https://ws.audioscrobbler.com/2.0/',
    'https://www.last.fm/',
    'https://api.listenbrainz.org/',
  ])
  expect([usual.servicesPerSecond, usual.lastfmStorageBytes]).toEqual([5, 100_000_000])
  const others = readConfig({
    LASTFM_BASE_URL: 'http://127.0.0.1:4000/2.0/',
    LISTENBRAINZ_BASE_URL: 'http://lb.example/',
  })
  expect([others.lastfmBaseUrl.href, others.listenbrainzUrl.href]).toEqual([
    'http://127.0.0.1:4000/2.0/',
    'http://lb.example/',
  ])
  expect(readConfig({ LISTENBRAINZ_URL: 'http://old.example/' }).listenbrainzUrl.href).toBe('http://old.example/')
})

test.each([
  [undefined, { urls: [], isAnyPublic: true }],
  ['none', { urls: [], isAnyPublic: false }],
  ['http://lb.local:8080', { urls: ['http://lb.local:8080/'], isAnyPublic: false }],
  ['http://lb.local, public', { urls: ['http://lb.local/'], isAnyPublic: true }],
])('LISTENBRAINZ_ALLOWED accepts %s', (setting, allowed) => {
  expect(readConfig(setting === undefined ? {} : { LISTENBRAINZ_ALLOWED: setting }).listenbrainzAllowed).toEqual(
    allowed,
  )
  expect(() => readConfig({ LISTENBRAINZ_ALLOWED: 'public, ftp://x' })).toThrow(
    /^LISTENBRAINZ_ALLOWED must be an address/,
  )
})

test('a server reachable by other machines without https has a warning', () => {
  const warningOf = (env: Record<string, string>) => exposureWarning(readConfig(env))
  for (const env of [{ HOST: '0.0.0.0' }, { HOST: '192.168.1.2', PUBLIC_URL: 'http://flipside.example' }]) {
    expect(warningOf(env)).toContain('passwords and cookies travel unencrypted')
  }
  for (const env of [{}, { HOST: '::1' }, { HOST: '0.0.0.0', PUBLIC_URL: 'https://flipside.example' }]) {
    expect(warningOf(env)).toBeUndefined()
  }
})
