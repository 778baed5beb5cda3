import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { exposureWarning, readConfig } from './config.ts'
import { toMailAddress } from './mail-settings.ts'

test.each([
  [{ DATABASE_URL: 'postgres://a@b/c', DEMO: '1' }, true],
  [{ DATABASE_URL: 'postgres://a@b/c', DEMO: '0' }, false],
  [{ DATABASE_URL: 'postgres://a@b/c' }, false],
  [{ DEMO: '1' }, false],
])('whether DEMO is ignored with %j is %s', (env, isIgnored) => {
  expect(readConfig(env).isDemoIgnored).toBe(isIgnored)
})

test('the defaults listen on this machine only, store the data in ./data and allow the demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    databaseUrl: null,
    databaseReadUrl: null,
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

const MAIL = { PUBLIC_URL: 'https://music.example', MAIL_FROM: 'flipside@music.example' }

test.each([
  ['smtp://mail.example', 'required', 587, null],
  ['smtp://ada:a%40b%3A@mail.example:2525/', 'required', 2525, { user: 'ada', password: 'a@b:' }],
  ['smtps://ada:secret@mail.example', 'implicit', 465, { user: 'ada', password: 'secret' }],
  ['smtp://localhost:25', 'off', 25, null],
  ['smtp://[::1]:25', 'off', 25, null],
])('SMTP_URL=%s means TLS %s on port %i', (url, tls, port, login) => {
  expect(readConfig({ ...MAIL, SMTP_URL: url }).mail).toMatchObject({ tls, port, login, from: MAIL.MAIL_FROM })
})

test('SMTP_TLS replaces the choice by the host', () => {
  const read = (url: string, tls: string) => readConfig({ ...MAIL, SMTP_URL: url, SMTP_TLS: tls }).mail?.tls
  expect(read('smtp://mail.example', 'off')).toBe('off')
  expect(read('smtp://127.0.0.1', 'required')).toBe('required')
  expect(readConfig({ ...MAIL, MAIL_FROM: '' }).mail).toBeNull()
})

test.each([
  [{ MAIL_FROM: 'a@b.example' }, 'MAIL_FROM needs SMTP_URL.'],
  [{ SMTP_TLS: 'off' }, 'SMTP_TLS needs SMTP_URL.'],
  [{ SMTP_URL: 'smtp://m.example' }, 'SMTP_URL needs MAIL_FROM, the e-mail address of the sender.'],
  [{ ...MAIL, SMTP_URL: 'smtp://m.example', PUBLIC_URL: '' }, 'SMTP_URL needs PUBLIC_URL, the address in the links'],
  [{ ...MAIL, SMTP_URL: 'smtps://m.example', SMTP_TLS: 'off' }, 'SMTP_TLS=off contradicts an SMTP_URL with smtps.'],
  [{ ...MAIL, SMTP_URL: 'smtp://m.example', SMTP_TLS: 'no' }, 'SMTP_TLS must be one of default, required, off'],
  [{ ...MAIL, SMTP_URL: 'smtp://m.example', MAIL_FROM: 'Ada <a@b.example>' }, 'MAIL_FROM must be an e-mail address'],
  [{ ...MAIL, SMTP_URL: 'smtp://m.example', MAIL_FROM: 'a@b.example,c@d.example' }, 'MAIL_FROM must be an e-mail'],
])('%j is rejected: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test.each([
  'mail.example',
  'http://ada:hunter2@m.example',
  'smtp://ada:hunter2@',
  'smtp://ada@m.example',
  'smtp://a:%ff@m.example',
  'smtp://a:hunter2@m.example/x',
  'smtp://a:hunter2@m.example?tls=off',
])('SMTP_URL=%s is rejected without repeating it', (url) => {
  expect(() => readConfig({ ...MAIL, SMTP_URL: url })).toThrow(
    /^SMTP_URL must be an address such as smtp:(?!.*hunter2)/,
  )
})

test.each([
  ['ada@home.example', 'ada@home.example'],
  ["o'neil+x=y@mail.co.uk", "o'neil+x=y@mail.co.uk"],
  ['ada@zürich.example', 'ada@xn--zrich-kva.example'],
  ['ada@localhost', 'ada@localhost'],
  ['ada@a.example,eve@evil.example', undefined],
  ['ada@a.example;eve@evil.example', undefined],
  ['ada@a.example, eve@evil.example', undefined],
  ['Ada <ada@a.example>', undefined],
  ['<ada@a.example>', undefined],
  ['ada@a.example>', undefined],
  ['"ada"@a.example', undefined],
  ['"x,eve"@evil.example', undefined],
  ['ada(eve@evil.example)@a.example', undefined],
  ['ada@a.example\r\nBcc: eve@evil.example', undefined],
  ['ada\u0001@a.example', undefined],
  ['zürich@a.example', undefined],
  ['ada@', undefined],
  ['@a.example', undefined],
  ['.ada@a.example', undefined],
  ['a..da@a.example', undefined],
  ['ada@-a.example', undefined],
  ['ada@a..example', undefined],
  ['ada@[127.0.0.1]', undefined],
  ['ada@a.example%0d%0a', undefined],
  [`${'a'.repeat(65)}@a.example`, undefined],
  [`ada@${'a.'.repeat(124)}example`, undefined],
  ['', undefined],
])('the mailbox of %j is %j', (text, address) => {
  expect(toMailAddress(text)).toBe(address)
})

/** Creates a file with a secret, for one test. */
function aSecret(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}

test('the value of any setting can be in a file that NAME_FILE names', () => {
  const url = 'postgres://ada:secret@db:5432/flipside'
  expect(
    readConfig({ DATABASE_URL_FILE: aSecret(`${url}\n`), LASTFM_API_KEY_FILE: aSecret('key'), PORT_FILE: '' }),
  ).toMatchObject({ databaseUrl: url, lastfmApiKey: 'key', port: 3000 })
})

test.each([
  ['an empty file', () => aSecret(' \n'), 'it is empty'],
  ['a folder', () => tmpdir(), 'it is not a file'],
  ['a missing file', () => '/nowhere/secret', 'there is no such file'],
  ['a path below a file', () => `${aSecret('')}/secret`, 'there is no such file'],
  ['a large file', () => aSecret('x'.repeat(65_537)), 'it is larger than 65536 bytes'],
])('%s in NAME_FILE is rejected with an error that names the setting', (_, create, reason) => {
  const path = create()
  expect(() => readConfig({ DATABASE_URL_FILE: path })).toThrow(
    `DATABASE_URL_FILE cannot be read from ${path}: ${reason}.`,
  )
})

test.runIf(process.getuid?.() !== 0)('an unreadable file in NAME_FILE is rejected with an error', () => {
  const path = aSecret('secret')
  chmodSync(path, 0)
  expect(() => readConfig({ DATABASE_URL_FILE: path })).toThrow(/: this user may not read it\.$/)
})

test('a setting that is given twice is rejected with an error', () => {
  expect(() => readConfig({ LASTFM_API_KEY: 'key', LASTFM_API_KEY_FILE: '/nowhere' })).toThrow(
    'LASTFM_API_KEY and LASTFM_API_KEY_FILE are both set: remove one of them.',
  )
})

test.each([
  ['postgres://ada@db:5432/flipside', 'p@ss w/rd?&=%41+ü'],
  ['postgres:///flipside?host=/run/postgresql&user=ada', 'secret'],
])('the driver reads the password of DATABASE_PASSWORD with %s', (url, password) => {
  const config = readConfig({ DATABASE_URL: url, DATABASE_READ_URL: url, DATABASE_PASSWORD: password })
  for (const address of [config.databaseUrl, config.databaseReadUrl]) {
    const { user, database, password: read } = new pg.Client(address ?? undefined)
    expect({ user, database, read }).toEqual({ user: 'ada', database: 'flipside', read: password })
  }
})

test('a standby may have a password of its own', () => {
  const DATABASE_READ_URL = 'postgres://ada:hunter3@standby/x'
  const env = { DATABASE_URL: 'postgres://ada@db/x', DATABASE_PASSWORD: 'hunter2', DATABASE_READ_URL }
  expect(readConfig(env).databaseReadUrl).toBe(DATABASE_READ_URL)
})

test.each([
  [{ DATABASE_PASSWORD: 'hunter2' }, 'DATABASE_PASSWORD needs DATABASE_URL.'],
  [{ DATABASE_READ_URL: 'postgres://ada:hunter2@db/x' }, 'DATABASE_READ_URL needs DATABASE_URL.'],
  [
    { DATABASE_URL: 'postgres://ada@db/x', DATABASE_READ_URL: 'mysql://ada:hunter2@db/x' },
    'DATABASE_READ_URL must be an address such as postgres://user:password@host:5432/flipside.',
  ],
  [
    { DATABASE_PASSWORD: 'hunter2', DATABASE_URL: 'postgres://ada:hunter3@db/x' },
    'DATABASE_URL contains a password and DATABASE_PASSWORD is set: remove one of them.',
  ],
])('%j is rejected without repeating a password', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^(?!.*hunter)${sentence}$`))
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

const OIDC = {
  PUBLIC_URL: 'https://music.example',
  OIDC_ISSUER: 'https://login.example/realms/music',
  OIDC_CLIENT_ID: 'flipside',
  OIDC_CLIENT_SECRET: 'hunter2',
}

test('single sign-on is named by the host of the issuer, or by OIDC_NAME', () => {
  expect(readConfig({}).singleSignOn).toBeNull()
  expect(readConfig(OIDC).singleSignOn).toMatchObject({ clientId: 'flipside', name: 'login.example' })
  expect(readConfig({ ...OIDC, OIDC_NAME: 'The Guild' }).singleSignOn?.name).toBe('The Guild')
  for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080/', 'http://[::1]:8080'])
    expect(readConfig({ ...OIDC, OIDC_ISSUER: issuer }).singleSignOn?.issuer.href).toContain('8080')
})

test.each([
  [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_ID needs OIDC_ISSUER.'],
  [{ OIDC_CLIENT_SECRET: 'hunter2' }, 'OIDC_CLIENT_SECRET needs OIDC_ISSUER.'],
  [{ OIDC_NAME: 'a' }, 'OIDC_NAME needs OIDC_ISSUER.'],
  [{ ...OIDC, OIDC_CLIENT_ID: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID.'],
  [{ ...OIDC, OIDC_CLIENT_SECRET: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_SECRET.'],
  [{ ...OIDC, PUBLIC_URL: '' }, 'OIDC_ISSUER needs PUBLIC_URL'],
  [{ ...OIDC, OIDC_NAME: 'x'.repeat(41) }, 'OIDC_NAME must be one line of at most 40 characters.'],
  [{ ...OIDC, OIDC_NAME: 'a\nb' }, 'OIDC_NAME must be one line'],
])('%j is rejected without the secret: %s', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
  expect(() => readConfig(env)).not.toThrow('hunter2')
})

test.each([
  'login.example',
  'http://login.example',
  'http://127.0.0.1.evil.example',
  'https://ada:secret@login.example',
  'https://login.example/?tenant=1',
  'https://login.example/.well-known/openid-configuration',
  'javascript:alert(1)',
])('OIDC_ISSUER=%s is rejected', (issuer) => {
  expect(() => readConfig({ ...OIDC, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER must be the https address')
})

test('look-ups of shared links are on by default', () => {
  expect(readConfig({}).linkLookups?.servers.spotify.href).toBe('https://open.spotify.com/')
  expect(readConfig({ LINK_LOOKUPS: '0' }).linkLookups).toBeNull()
})

test('covers are on by default for a public server without the demo', () => {
  const PUBLIC_URL = 'https://music.example'
  expect(readConfig({ PUBLIC_URL, NODE_ENV: 'production' }).covers?.archive.href).toBe('https://coverartarchive.org/')
  expect(readConfig({ PUBLIC_URL, DEMO: '0' }).covers).not.toBeNull()
  expect(readConfig({ PUBLIC_URL, DEMO: '0', COVER_ART: '0' }).covers).toBeNull()
  expect(readConfig({ PUBLIC_URL }).covers).toBeNull()
  expect(readConfig({}).covers).toBeNull()
})

test('tracks are looked up at MusicBrainz by default for a public server without the demo', () => {
  const PUBLIC_URL = 'https://music.example'
  const musicbrainz = { server: new URL('https://musicbrainz.org/'), isGuarded: true }
  expect(readConfig({ PUBLIC_URL, DEMO: '0' }).musicbrainz).toEqual(musicbrainz)
  expect(readConfig({ PUBLIC_URL, MUSICBRAINZ_LINKS: '1' }).musicbrainz).toEqual(musicbrainz)
  expect(readConfig({ PUBLIC_URL, DEMO: '0', MUSICBRAINZ_LINKS: '0' }).musicbrainz).toBeNull()
  expect(readConfig({ PUBLIC_URL }).musicbrainz).toBeNull()
  expect(readConfig({ MUSICBRAINZ_URL: 'http://10.0.0.5:5000' }).musicbrainz).toBeNull()
  expect(() => readConfig({ MUSICBRAINZ_LINKS: '1' })).toThrow('MUSICBRAINZ_LINKS needs PUBLIC_URL')
})

test('a mirror of MusicBrainz may have a private address and a path', () => {
  const read = (MUSICBRAINZ_URL: string) => readConfig({ MUSICBRAINZ_LINKS: '1', MUSICBRAINZ_URL }).musicbrainz
  expect(read('http://10.0.0.5:5000')).toEqual({ server: new URL('http://10.0.0.5:5000/'), isGuarded: false })
  expect(read('https://mirror.example/mb')?.server.href).toBe('https://mirror.example/mb/')
  expect(() => read('mirror')).toThrow('MUSICBRAINZ_URL must be an address')
})

test('EMBEDS lists services, and is empty by default', () => {
  expect(readConfig({}).embeds).toEqual([])
  expect(readConfig({ EMBEDS: 'none' }).embeds).toEqual([])
  expect(readConfig({ EMBEDS: 'spotify, youtube,spotify' }).embeds).toEqual(['spotify', 'youtube'])
  expect(() => readConfig({ EMBEDS: 'spotify,https://evil.example' })).toThrow(
    'EMBEDS must list some of spotify, youtube, apple, bandcamp, soundcloud, tidal, deezer, not "https://evil.example".',
  )
})

test('covers come from the Cover Art Archive', () => {
  expect(readConfig({ COVER_ART: '1', COVER_ART_CACHE_MB: '20' }).covers).toEqual({
    archive: new URL('https://coverartarchive.org'),
    cacheMaxBytes: 20_000_000,
  })
  expect(() => readConfig({ COVER_ART: '1', COVER_ART_CACHE_MB: '5' })).toThrow(
    'COVER_ART_CACHE_MB must be a whole number from 10 to 100000, not "5".',
  )
})

test('LIBRARY_PRIVATE_ADDRESSES lists origins, and MUSIC_LIBRARIES=0 allows none', () => {
  expect(readConfig({})).toMatchObject({ areLibrariesAllowed: true, libraryPrivateAddresses: [] })
  const origins = ['http://192.168.1.5:4533', 'https://nas.lan']
  expect(readConfig({ LIBRARY_PRIVATE_ADDRESSES: origins.join(', ') }).libraryPrivateAddresses).toEqual(origins)
  expect(() => readConfig({ LIBRARY_PRIVATE_ADDRESSES: '192.168.0.0/16' })).toThrow(
    /^LIBRARY_PRIVATE_ADDRESSES must list origins/,
  )
  expect(readConfig({ MUSIC_LIBRARIES: '0' }).areLibrariesAllowed).toBe(false)
})
