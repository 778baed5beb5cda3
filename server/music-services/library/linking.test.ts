import { describe, expect, onTestFinished, test } from 'vitest'
import { failed, LIBRARY_ACCOUNT, LIBRARY_PASSWORD } from '#tests/support/library-server.ts'
import { SECRETS, startLinkedLibrary } from '#tests/support/linked-library.ts'
import { makeMember } from '#tests/support/members.ts'
import { SECRET_KEY } from '#tests/support/relays.ts'
import { testServer } from '#tests/support/test-server.ts'

const { change, link, linked, linkWithTrack, play, readAll, readState, server } = await startLinkedLibrary()

describe('linking', () => {
  test('is offered, checks the log-in, and stores no password', async () => {
    expect(await readState()).toEqual({ is_offered: true, library: null })
    const wrong = await link({ password: 'wrong' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "The library doesn't accept this account and password." },
    })
    expect((await link()).status).toBe(200)
    expect((await readState()).library).toMatchObject({
      address: linked.library.url,
      account: LIBRARY_ACCOUNT,
      name: 'testsonic 1.2.3',
      is_stopped: false,
      failure: null,
      matched_at: '',
      is_matching: true,
    })
    const { secret } = await server.db.selectFrom('music_libraries').select('secret').executeTakeFirstOrThrow()
    const token = linked.library.requests.at(-1)?.url.searchParams.get('t') ?? ''
    for (const text of [LIBRARY_PASSWORD, token]) expect(secret.includes(text)).toBe(false)
    expect(linked.library.requests.every(({ url }) => !url.search.includes(encodeURIComponent(LIBRARY_PASSWORD)))).toBe(
      true,
    )
  })

  test('uses an API key, then the password, only if the library supports no token', async () => {
    linked.library.misbehave = ({ url }) => {
      if (url.searchParams.has('t')) return failed(41)
      if (url.searchParams.has('apiKey')) return failed(10)
      const isRight = url.searchParams.get('p') === `enc:${SECRETS[1]}`
      return isRight ? { body: { 'subsonic-response': { status: 'ok', version: '1.10.2' } } } : failed(40)
    }
    expect((await link({ password: 'wrong' })).status).toBe(400)
    expect((await link()).status).toBe(200)
    expect((await readState()).library.name).toBe('Subsonic 1.10.2')
    await readAll()
    expect((await readState()).library).toMatchObject({ failure: null, is_matching: false })
    linked.library.requests.length = 0
    linked.library.misbehave = ({ url }) => (url.searchParams.has('p') ? failed(10) : failed(44))
    expect((await link()).status).toBe(400)
    expect(linked.library.requests.filter(({ url }) => url.pathname.startsWith('/rest/'))).toHaveLength(3)
  })

  test.each([
    'http://127.0.0.1:1',
    'http://localhost',
    'https://127.0.0.1',
    'https://10.0.0.7/music',
    'https://[::1]',
    'https://[fd00::1]:4533',
    'http://music.example',
    'https://intranet',
    'https://127.0.0.1.nip.io.invalid/',
  ])('refuses %s, which the operator has not listed', async (address) => {
    const { status, body } = await link({ address })
    expect([400, 503]).toContain(status)
    expect(body.error).not.toContain(LIBRARY_PASSWORD)
    expect(linked.library.requests).toHaveLength(0)
  })

  test.each([
    ['https://ada:secret@music.example', 'The address must not contain a user or a password.'],
    ['http://', 'address must be an address such as https://music.example.'],
  ])('refuses the address %s', async (address, error) => {
    expect(await link({ address })).toMatchObject({ status: 400, body: { error } })
  })

  test('accepts the address with a slash, the path of the API or the page of Jellyfin', async () => {
    for (const ending of ['/', '/rest', '/rest/', '/?x=1#y', '/web/', '/web/index.html#!/home.html'])
      expect((await link({ address: linked.library.url + ending })).status).toBe(200)
    expect((await readState()).library.address).toBe(linked.library.url)
  })

  test.each([
    ['HTML', { body: '<html>' }],
    ['nonsense', { headers: { 'content-type': 'application/json' }, body: '[[[[{"subsonic-response":' }],
    [
      'deeply nested JSON',
      { headers: { 'content-type': 'application/json' }, body: '['.repeat(50_000) + ']'.repeat(50_000) },
    ],
    ['XML', { headers: { 'content-type': 'text/xml' }, body: '<subsonic-response status="ok"/>' }],
    ['another object', { body: { 'subsonic-response': ['ok'] } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/rest/ping.view' } }],
    ['a long response', { body: { 'subsonic-response': { status: 'ok', padding: 'a'.repeat(200_000) } } }],
    ['a compressed response', { headers: { 'content-encoding': 'gzip' }, body: '\u001f\u008b' }],
  ])('rejects %s', async (_, reply) => {
    linked.library.misbehave = () => reply
    expect((await link()).status).toBe(400)
    expect((await readState()).library).toBeNull()
  })

  test('is refused without SECRET_KEY', async () => {
    const other = await testServer({ settings: { libraryPrivateAddresses: [linked.library.url] } })
    onTestFinished(() => other.close())
    const bo = await makeMember(other, 'bo')
    expect((await other.get('/api/user/music-library', { user: 'bo' }, { as: bo })).body.is_offered).toBe(false)
    const query = { user: 'bo', address: linked.library.url, account: 'ada', password: LIBRARY_PASSWORD }
    expect((await other.post('/api/user/link-music-library', query, { as: bo })).status).toBe(400)
    expect(linked.library.requests).toHaveLength(0)
  })

  test('is refused if the operator has switched libraries off', async () => {
    const settings = {
      secretKey: SECRET_KEY,
      areLibrariesAllowed: false,
      libraryPrivateAddresses: [linked.library.url],
    }
    const other = await testServer({ settings })
    onTestFinished(() => other.close())
    const bo = await makeMember(other, 'bo')
    expect((await other.get('/api/user/music-library', { user: 'bo' }, { as: bo })).body.is_offered).toBe(false)
    const query = { user: 'bo', address: linked.library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
    expect((await other.post('/api/user/link-music-library', query, { as: bo })).status).toBe(400)
    expect(linked.library.requests).toHaveLength(0)
  })

  test('unlinking deletes the songs', async () => {
    const trackId = await linkWithTrack()
    expect((await play(trackId)).status).toBe(200)
    expect((await change('unlink')).status).toBe(200)
    expect((await readState()).library).toBeNull()
    expect((await play(trackId)).body.code).toBe('not_in_library')
    expect((await change('match')).status).toBe(400)
  })
})
