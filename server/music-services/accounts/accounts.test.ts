import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LASTFM_KEY, LASTFM_SECRET } from '#tests/support/lastfm-server.ts'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import {
  account,
  choose,
  chooseLastfm,
  due,
  request,
  topArtists,
  tracks,
  worldWithServices,
} from '#tests/support/music-services.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'
import { refreshNext } from './refresh.ts'

test('a member chooses Last.fm: the queue fetches the charts, and the profile links to the account', async () => {
  const { server, lastfm } = await worldWithServices({
    lastfm: [{ name: 'Ada_L', tracks, recent: [Date.parse('2026-11-20T10:00Z') / 1000] }],
  })
  const ada = await makeMember(server, 'ada')
  await play(server, ada, await makeTrack(server, 'Kept by Here'), { plays: 3 })
  expect((await chooseLastfm(server, ada, 'ada_l')).body).toEqual({ success: true })
  // Until the new charts arrive, the previous ones remain.
  expect(await topArtists(server, ada)).toEqual([['Here', 3]])
  expect(await account(server, ada)).toMatchObject({ name: 'Ada_L', fresh_at: '', is_refreshing: false, failure: null })
  expect(await refreshNext(server.services)).toBe(true)
  expect(await refreshNext(server.services)).toBe(false)
  expect(await topArtists(server, ada)).toEqual([
    ['Nine Rooms', 440],
    ['Loam', 7],
  ])
  expect(await topArtists(server, ada, '7day')).toEqual([
    ['Nine Rooms', 440],
    ['Loam', 7],
  ])
  expect(await account(server, ada)).toEqual({
    service: 'lastfm',
    title: 'Last.fm',
    name: 'Ada_L',
    page: 'https://www.last.fm/user/Ada_L',
    base_url: '',
    is_proven: false,
    fresh_at: '2026-11-21T12:00:00.000Z',
    next_at: '',
    is_refreshing: false,
    failure: null,
  })
  const days = await server.get('/api/user/daily-plays', { user: 'ada' }, { as: ada })
  expect(days.body.days).toEqual([{ day: '2026-11-20', plays: 1 }])
  const { body } = await server.get('/api/user/profile', { user: 'ada' })
  expect(body.userProfile[0]).toMatchObject({ profileurl: 'https://www.last.fm/user/Ada_L', bootstrapped: 1 })
  expect(lastfm.requests.every((request) => request.headers['user-agent']?.startsWith('Flipside/'))).toBe(true)
  // Back to the listens stored here.
  expect((await choose(server, ada, { source: 'here' })).body).toEqual({ success: true })
  expect(await topArtists(server, ada)).toEqual([['Here', 3]])
  expect(await account(server, ada)).toBeNull()
})

test('a member chooses ListenBrainz, and another of its servers that the operator allows', async () => {
  const listens = [{ at: Date.parse('2026-11-20T10:00Z') / 1000, artist: 'Loam', title: 'Peat' }]
  const { server } = await worldWithServices({
    listenbrainz: [{ name: 'Ada L', listens, statistics: [['Loam', 'Peat', 90]] }],
  })
  const own = await startListenbrainzServer({ name: 'ada', listens, statistics: [['Own', 'One', 5]] })
  onTestFinished(() => own.stop())
  const ada = await makeMember(server, 'ada')
  await choose(server, ada, { source: 'listenbrainz', name: 'ada l' })
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toEqual([['Loam', 90]])
  expect(await topArtists(server, ada, '7day')).toEqual([['Loam', 1]])
  const refused = await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url: own.url })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringMatching(/^This server may not connect to 127\.0\.0\.1/),
  ])
  expect(own.requests).toEqual([])
  Object.assign(server.config, { listenbrainzAllowed: { urls: [`${own.url}/`], isAnyPublic: false } })
  for (const end of ['', '/', '/1', '/1/']) {
    const base_url = `${own.url}${end}`
    const chosen = await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url })
    expect([base_url, chosen.status]).toEqual([base_url, 200])
  }
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toEqual([['Own', 5]])
  const { body } = await server.get('/api/user/profile', { user: 'ada' })
  expect(body.userProfile[0].profileurl).toBe('')
})

test.each([
  'http://lb.example',
  'https://127.0.0.1',
  'https://localhost',
  'https://169.254.169.254/latest',
  'https://[::1]/',
  'lb',
  'https://u:p@lb.example',
])('the URL %s of a member is not requested', async (base_url) => {
  const { server } = await worldWithServices()
  const ada = await makeMember(server, 'ada')
  const { status, body } = await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url })
  expect([status, body.code]).toEqual([400, 'bad_input'])
})

test('an unknown name is rejected, and an unavailable service responds with a temporary error', async () => {
  const { server, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  expect((await chooseLastfm(server, ada, 'nobody')).body.error).toBe(
    'Last.fm knows no account of this name. Check how it is written there, and choose again.',
  )
  lastfm.misbehave = () => ({ status: 503, body: '<html>' })
  const away = await chooseLastfm(server, ada)
  expect([away.status, away.body.code]).toEqual([503, 'busy'])
})

describe('signing up', () => {
  const signUp = (server: TestServer, user: string) =>
    server.post('/api/user/create-profile', {
      user,
      firstname: user,
      lastname: user,
      email: 'a@flipside.example',
      password: 'a password',
    })
  const chosen = (server: TestServer) =>
    server.db.selectFrom('member_sources').select(['service', 'account', 'is_proven']).execute()

  test('signing up accepts an account name of Last.fm, else of ListenBrainz, else rejects it', async () => {
    const { server } = await worldWithServices({
      lastfm: [{ name: 'Ada_L', tracks }],
      listenbrainz: [{ name: 'Bo Ö', listens: [] }],
    })
    expect((await signUp(server, 'ada_l')).status).toBe(200)
    expect((await signUp(server, 'bo ö')).status).toBe(200)
    expect(await chosen(server)).toEqual([
      { service: 'lastfm', account: 'Ada_L', is_proven: false },
      { service: 'listenbrainz', account: 'Bo Ö', is_proven: false },
    ])
    const refused = await signUp(server, 'nobody')
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'Neither Last.fm nor ListenBrainz knows this name. Sign up with the one you have there.',
    ])
    expect(await due(server)).toHaveLength(2)
  })
  test('signing up succeeds when the services are unavailable, and sends no request without a key', async () => {
    const { server, lastfm, listenbrainz } = await worldWithServices()
    lastfm.misbehave = () => ({ status: 502, body: '<html>' })
    expect((await signUp(server, 'cleo')).status).toBe(200)
    expect(await chosen(server)).toEqual([])
    Object.assign(server.config, { lastfmApiKey: null })
    lastfm.requests.length = 0
    expect((await signUp(server, 'dido')).status).toBe(200)
    expect([...lastfm.requests, ...listenbrainz.requests]).toEqual([])
  })
})

describe('showing whose an account is', () => {
  const settings = { lastfmSharedSecret: LASTFM_SECRET, lastfmWebUrl: new URL('https://lastfm.example/') }
  const accounts = [{ name: 'Ada_L', tracks, token: 'adas-token' }]
  const connect = async (server: TestServer, as: TestMember) => {
    const { body } = await server.post('/api/user/connect-music-account', { user: as.name }, { as })
    return new URL(body.url)
  }
  const proofIn = (url: URL) => new URL(url.searchParams.get('cb') ?? '').searchParams.get('proof') ?? ''
  const prove = (server: TestServer, as: TestMember, proof: string, token = 'adas-token') =>
    server.post('/api/user/prove-music-account', { user: as.name, token, proof }, { as })

  test('proving an account leads to Last.fm and back, once, for the same member only', async () => {
    const { server } = await worldWithServices({ lastfm: accounts, settings })
    const [ada, bo] = await makeMembers(server, 'ada', 'bo')
    if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
    expect((await chooseLastfm(server, ada)).body.error).toBe(
      'Connect with Last.fm to confirm that the account is yours.',
    )
    const url = await connect(server, ada)
    expect(`${url.origin}${url.pathname}`).toBe('https://lastfm.example/api/auth/')
    expect(url.searchParams.get('api_key')).toBe(LASTFM_KEY)
    expect(url.searchParams.get('cb')).toMatch(/^http:\/\/localhost:3000\/settings\/listening\?proof=[\w-]{32}$/)
    expect((await prove(server, bo, proofIn(url))).body.error).toMatch(/^This link from Last.fm was already used/)
    expect((await prove(server, ada, proofIn(url))).body).toEqual({ success: true })
    expect(await account(server, ada)).toMatchObject({ name: 'Ada_L', is_proven: true })
    expect((await prove(server, ada, proofIn(url))).status).toBe(400)
    const late = proofIn(await connect(server, ada))
    server.clock.advance({ minutes: 61 })
    expect((await prove(server, ada, late)).status).toBe(400)
    expect((await prove(server, ada, proofIn(await connect(server, ada)), 'another')).status).toBe(400)
  })

  test('proving an account may be repeated, and an unavailable service does not use up the request', async () => {
    const { server, lastfm } = await worldWithServices({ lastfm: accounts, settings })
    const ada = await makeMember(server, 'ada')
    const proof = proofIn(await connect(server, ada))
    lastfm.misbehave = () => ({ status: 503, body: 'away' })
    expect((await prove(server, ada, proof)).status).toBe(503)
    lastfm.misbehave = () => undefined
    const query = { user: ada.name, token: 'adas-token', proof, client_id: randomUUID() }
    const responses = [1, 2].map(() => server.post('/api/user/prove-music-account', query, { as: ada }))
    expect((await Promise.all(responses)).map(({ body }) => body.success)).toEqual([true, true])
    expect((await server.post('/api/user/prove-music-account', query, { as: ada })).body.success).toBe(true)
  })

  test('a proven account is removed from members without proof, and cannot be chosen by others later', async () => {
    const { server } = await worldWithServices({ lastfm: accounts })
    const [ada, bo] = await makeMembers(server, 'ada', 'bo')
    if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
    await play(server, bo, await makeTrack(server, 'Kept by Here'), { plays: 3 })
    await chooseLastfm(server, bo)
    await refreshNext(server.services)
    expect(await topArtists(server, bo)).toHaveLength(2)
    Object.assign(server.config, settings)
    await prove(server, ada, proofIn(await connect(server, ada)))
    expect(await topArtists(server, bo)).toEqual([['Here', 3]])
    expect((await account(server, bo)).failure.code).toBe('claimed')
    Object.assign(server.config, { lastfmSharedSecret: null })
    expect((await chooseLastfm(server, bo)).body.error).toMatch(/^Another member has confirmed this account/)
  })

  test('a refresh does not bring back an account that another member has proven', async () => {
    const { server } = await worldWithServices({ lastfm: accounts })
    const [ada, bo] = await makeMembers(server, 'ada', 'bo')
    if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
    await play(server, bo, await makeTrack(server, 'Kept by Here'), { plays: 3 })
    await chooseLastfm(server, bo)
    await refreshNext(server.services)
    Object.assign(server.config, settings)
    await prove(server, ada, proofIn(await connect(server, ada)))
    server.clock.advance({ minutes: 2 })
    expect((await request(server, bo)).status).toBe(200)
    while (await refreshNext(server.services)) await due(server)
    expect(await topArtists(server, bo)).toEqual([['Here', 3]])
    expect((await account(server, bo)).failure.code).toBe('claimed')
    expect(await topArtists(server, ada)).toHaveLength(2)
  })

  test('a refresh that fails while another member proves the account leaves it claimed', async () => {
    const { server, lastfm } = await worldWithServices({ lastfm: accounts })
    const [ada, bo] = await makeMembers(server, 'ada', 'bo')
    if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
    await chooseLastfm(server, bo)
    let fail: (() => void) | undefined
    lastfm.misbehave = () => (response) => {
      fail = () => response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":6,"message":"No"}')
    }
    const refreshing = refreshNext(server.services)
    await expect.poll(() => fail).toBeDefined()
    lastfm.misbehave = () => undefined
    Object.assign(server.config, settings)
    await prove(server, ada, proofIn(await connect(server, ada)))
    fail?.()
    await refreshing
    expect((await account(server, bo)).failure.code).toBe('claimed')
  })
})
