import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '#server/config.ts'
import { runJob, scheduling } from '#server/jobs/jobs.ts'
import { startLanes } from '#server/jobs/lanes.ts'
import { LASTFM_KEY, LASTFM_SECRET, type LastfmAccount, startLastfmServer } from '#tests/support/lastfm-server.ts'
import { type ListenbrainzAccount, startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { takeRefresh } from './queue.ts'
import { refreshNext } from './refresh.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

interface Options {
  readonly lastfm?: readonly LastfmAccount[]
  readonly listenbrainz?: readonly ListenbrainzAccount[]
  readonly settings?: Partial<Config>
}

async function world({ lastfm = [], listenbrainz = [], settings = {} }: Options = {}) {
  const services = {
    lastfm: await startLastfmServer(...lastfm),
    listenbrainz: await startListenbrainzServer(...listenbrainz),
  }
  stops.push(
    () => services.lastfm.stop(),
    () => services.listenbrainz.stop(),
  )
  const server = await testServer({
    settings: {
      servicesPerSecond: 1000,
      lastfmApiKey: LASTFM_KEY,
      lastfmBaseUrl: new URL(`${services.lastfm.url}/2.0/`),
      listenbrainzUrl: new URL(services.listenbrainz.url),
      ...settings,
    },
  })
  return { server, ...services }
}

const tracks: LastfmAccount['tracks'] = [
  ['Nine Rooms', 'Door', 440],
  ['Loam', 'Peat', 7],
]
const choose = (server: TestServer, as: TestMember, query: Record<string, string>) =>
  server.post('/api/user/choose-music-account', { user: as.name, ...query }, { as })
const chooseLastfm = (server: TestServer, as: TestMember, name = 'Ada_L') =>
  choose(server, as, { source: 'lastfm', name })
const account = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/music-account', { user: as.name }, { as })).body.account
const topArtists = async (server: TestServer, as: TestMember, period = 'overall') =>
  (await server.get('/api/user/top-artists', { user: as.name, period }, { as })).body.topArtists.map(
    (it: { name: string; scrobbles: number }) => [it.name, it.scrobbles],
  )
const ask = (server: TestServer, as: TestMember) =>
  server.post('/api/user/refresh-music-account', { user: as.name }, { as })
const due = async (server: TestServer) =>
  (await server.db.selectFrom('refreshes').selectAll().execute()).map((it) => ({
    inS: Math.round((it.due_at.getTime() - server.clock.now().getTime()) / 1000),
    attempts: it.attempts,
  }))

test('a member chooses Last.fm: the charts come by the queue, and the profile links to the account', async () => {
  const { server, lastfm } = await world({
    lastfm: [{ name: 'Ada_L', tracks, recent: [Date.parse('2026-11-20T10:00Z') / 1000] }],
  })
  const ada = await makeMember(server, 'ada')
  await play(server, ada, await makeTrack(server, 'Kept by Here'), { plays: 3 })
  expect((await chooseLastfm(server, ada, 'ada_l')).body).toEqual({ success: true })
  // Until they are there, what was good before stays.
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
  expect(lastfm.asked.every((it) => it.headers['user-agent']?.startsWith('Flipside/'))).toBe(true)
  // Back to what is kept here.
  expect((await choose(server, ada, { source: 'here' })).body).toEqual({ success: true })
  expect(await topArtists(server, ada)).toEqual([['Here', 3]])
  expect(await account(server, ada)).toBeNull()
})

test('a member chooses ListenBrainz, and another server of it that the operator allows', async () => {
  const listens = [{ at: Date.parse('2026-11-20T10:00Z') / 1000, artist: 'Loam', title: 'Peat' }]
  const { server } = await world({ listenbrainz: [{ name: 'Ada L', listens, statistics: [['Loam', 'Peat', 90]] }] })
  const own = await startListenbrainzServer({ name: 'ada', listens, statistics: [['Own', 'One', 5]] })
  stops.push(() => own.stop())
  const ada = await makeMember(server, 'ada')
  await choose(server, ada, { source: 'listenbrainz', name: 'ada l' })
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toEqual([['Loam', 90]])
  expect(await topArtists(server, ada, '7day')).toEqual([['Loam', 1]])
  const refused = await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url: own.url })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringMatching(/^This address of ListenBrainz may not be asked/),
  ])
  expect(own.asked).toEqual([])
  Object.assign(server.config, { listenbrainzAllowed: { urls: [`${own.url}/`], isAnyPublic: false } })
  expect((await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url: own.url })).status).toBe(200)
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
])('the address %s of a member is not asked', async (base_url) => {
  const { server } = await world()
  const ada = await makeMember(server, 'ada')
  const { status, body } = await choose(server, ada, { source: 'listenbrainz', name: 'ada', base_url })
  expect([status, body.code]).toEqual([400, 'bad_input'])
})

test('a name that nobody has is refused, and a service that is away says so without being final', async () => {
  const { server, lastfm } = await world({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  expect((await chooseLastfm(server, ada, 'nobody')).body.error).toBe(
    'Last.fm knows no account of this name. Check how it is written there, and choose again.',
  )
  lastfm.misbehave = () => ({ status: 503, body: '<html>' })
  const away = await chooseLastfm(server, ada)
  expect([away.status, away.body.code]).toEqual([503, 'busy'])
})

test.each([
  [{ status: 403, body: { error: 17, message: 'x' } }, 'private_profile', undefined],
  [{ status: 404, body: { error: 6, message: 'User not found' } }, 'unknown_name', undefined],
  [{ status: 200, body: { error: 29, message: 'x' } }, 'rate_limited', 60],
  [{ status: 429, headers: { 'retry-after': '900' } }, 'rate_limited', 900],
  [{ status: 200, body: { error: 11, message: 'x' } }, 'service_away', 60],
  [{ status: 200, body: { error: 16, message: 'x' } }, 'service_away', 60],
  [{ body: '<html>' }, 'unreadable_answer', 60],
  [{ status: 403, body: { error: 26, message: 'x' } }, 'key_refused', undefined],
])(
  'what goes wrong is told in a sentence, the last good chart stays, and it is tried again when that may help: %o',
  async (reply, code, inS) => {
    const { server, lastfm } = await world({ lastfm: [{ name: 'Ada_L', tracks }] })
    const ada = await makeMember(server, 'ada')
    await chooseLastfm(server, ada)
    await refreshNext(server.services)
    server.clock.advance({ hours: 2 })
    await ask(server, ada)
    lastfm.misbehave = () => reply
    await refreshNext(server.services)
    const { failure, fresh_at } = await account(server, ada)
    expect(failure).toEqual({ code, sentence: expect.stringMatching(/\.$/), advice: expect.stringMatching(/\.$/) })
    expect(fresh_at).toBe('2026-11-21T12:00:00.000Z')
    expect(await topArtists(server, ada)).toEqual([
      ['Nine Rooms', 440],
      ['Loam', 7],
    ])
    const waiting = await due(server)
    if (inS === undefined) return expect(waiting).toEqual([])
    expect(waiting).toEqual([{ inS: expect.any(Number), attempts: 1 }])
    expect(waiting[0]?.inS).toBeGreaterThanOrEqual(inS)
    expect(waiting[0]?.inS).toBeLessThanOrEqual(inS * 1.11)
  },
)

test('a service that stays away is asked less and less, and then once a day', async () => {
  const { server, listenbrainz } = await world({ listenbrainz: [{ name: 'ada', listens: [] }] })
  const ada = await makeMember(server, 'ada')
  await choose(server, ada, { source: 'listenbrainz', name: 'ada' })
  listenbrainz.misbehave = () => ({ status: 500, body: '' })
  const pauses: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    expect(await refreshNext(server.services)).toBe(true)
    const [next] = await due(server)
    if (next === undefined) break
    pauses.push(Math.floor(next.inS / 60))
    server.clock.advance({ seconds: next.inS + 1 })
  }
  for (const [place, least] of [1, 2, 4, 8, 16, 32, 64, 128].entries())
    expect(pauses[place]).toBeGreaterThanOrEqual(least)
  expect(pauses).toHaveLength(8)
  expect(await due(server)).toEqual([])
})

test('hidden plays leave the charts, which are public, and say so', async () => {
  const { server } = await world({ lastfm: [{ name: 'Ada_L', tracks, hidesRecent: true }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toHaveLength(2)
  expect((await account(server, ada)).failure.code).toBe('private_profile')
})

test('a newcomer of ListenBrainz is told that the statistics are not there yet', async () => {
  const listens = [{ at: Date.parse('2026-11-20T10:00Z') / 1000, artist: 'Loam', title: 'Peat' }]
  const { server } = await world({ listenbrainz: [{ name: 'new', listens }] })
  const ada = await makeMember(server, 'ada')
  await choose(server, ada, { source: 'listenbrainz', name: 'new' })
  await refreshNext(server.services)
  expect((await account(server, ada)).failure.code).toBe('no_statistics_yet')
  expect(await topArtists(server, ada)).toEqual([['Loam', 1]])
})

test('asking again is spaced: once a minute, however often the button is pressed', async () => {
  const { server } = await world({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  expect((await ask(server, ada)).body.error).toBe('What is kept here is always up to date.')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  for (let press = 0; press < 3; press++) await ask(server, ada)
  expect(await due(server)).toEqual([{ inS: 60, attempts: 0 }])
  expect(await refreshNext(server.services)).toBe(false)
  server.clock.advance({ seconds: 60 })
  expect(await refreshNext(server.services)).toBe(true)
})

test('charts older than a day are fetched at a log-in, and of active members every day by the schedule', async () => {
  const { server } = await world({
    lastfm: [
      { name: 'Ada', tracks },
      { name: 'bo', tracks },
    ],
  })
  const ada = await server.signUp('Ada')
  const bo = await makeMember(server, 'bo')
  await chooseLastfm(server, bo, 'bo')
  while (await refreshNext(server.services)) await server.db.selectFrom('refreshes').execute()
  const [daily] = scheduling
  if (daily === undefined) throw new Error('There is no schedule.')
  server.clock.advance({ hours: 23 })
  await runJob(server.db, daily, server.clock.now())
  await server.logIn('Ada', ada.password)
  expect(await due(server)).toEqual([])
  server.clock.advance({ hours: 2 })
  await server.logIn('Ada', ada.password)
  const queued = await server.db.selectFrom('refreshes').select(['member_id', 'is_urgent']).execute()
  expect(queued).toEqual([{ member_id: ada.id, is_urgent: true }])
  await runJob(server.db, daily, server.clock.now())
  expect(await due(server)).toHaveLength(2)
  await server.db.deleteFrom('refreshes').execute()
  server.clock.advance({ days: 8 })
  await runJob(server.db, daily, server.clock.now())
  expect(await due(server)).toEqual([])
})

test('a job belongs to one process at a time, and survives one that dies', async () => {
  const { server } = await world({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  const { db, clock } = server
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeRefresh(db, clock.now())))
  expect(taken.filter((it) => it !== undefined)).toEqual([{ memberId: ada.id, attempts: 0 }])
  // Nobody says any more that it is worked on.
  await sql`update refreshes set leased_until = clock_timestamp() - interval '1 second'`.execute(db)
  expect(await refreshNext(server.services)).toBe(true)
  expect(await topArtists(server, ada)).toHaveLength(2)
})

test('a server that stops gives back what it works on, and the next one does it', async () => {
  const { server, lastfm } = await world({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  lastfm.asked.length = 0
  lastfm.misbehave = () => () => {}
  const lanes = { name: 'fetch charts', lanes: 2, everyMs: 20 }
  const work = (signal: AbortSignal) => refreshNext(server.services, signal)
  const stop = startLanes({ ...lanes, doNext: work }, server.services.log)
  await expect.poll(() => lastfm.asked.length, { timeout: 5000 }).toBe(1)
  await stop()
  expect(await due(server)).toEqual([{ inS: 0, attempts: 0 }])
  lastfm.misbehave = () => undefined
  const stopNext = startLanes({ ...lanes, doNext: work }, server.services.log)
  await expect.poll(async () => (await account(server, ada)).fresh_at, { timeout: 15_000 }).not.toBe('')
  await stopNext()
})

test('who chooses anew while charts are fetched gets those of the new account', async () => {
  const { server, lastfm } = await world({
    lastfm: [
      { name: 'Ada_L', tracks },
      { name: 'second', tracks: [['Other', 'Song', 3]] },
    ],
  })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  server.clock.advance({ seconds: 1 })
  let isAsked = false
  lastfm.misbehave = ({ url }) => {
    isAsked ||= url.searchParams.get('method') === 'user.getTopArtists'
    return undefined
  }
  const refreshing = refreshNext(server.services)
  await expect.poll(() => isAsked).toBe(true)
  await chooseLastfm(server, ada, 'second')
  await refreshing
  while (await refreshNext(server.services)) await server.db.selectFrom('refreshes').execute()
  expect(await topArtists(server, ada)).toEqual([['Other', 3]])
})

test('no more of Last.fm is kept than its terms allow; what is there stays', async () => {
  const many = Array.from({ length: 400 }, (_, it) => [`Artist ${it}`, `Track ${it}`, 3] as const)
  const accounts = [
    { name: 'Ada_L', tracks: many },
    { name: 'bo', tracks: many },
  ]
  const { server } = await world({ lastfm: accounts, settings: { lastfmStorageBytes: 250_000 } })
  const [ada, bo] = await makeMembers(server, 'ada', 'bo')
  if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  await chooseLastfm(server, bo, 'bo')
  await refreshNext(server.services)
  expect((await account(server, bo)).failure.code).toBe('storage_full')
  server.clock.advance({ minutes: 2 })
  await ask(server, ada)
  await refreshNext(server.services)
  expect((await account(server, ada)).failure).toBeNull()
  const { stored_bytes } = await server.db
    .selectFrom('member_sources')
    .select('stored_bytes')
    .where('member_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(stored_bytes).toBeGreaterThan(125_000)
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

  test('takes the name of an account at Last.fm, else at ListenBrainz, else refuses it', async () => {
    const { server } = await world({
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
  test('keeps nobody out when the services do not answer, and asks nobody without a key', async () => {
    const { server, lastfm, listenbrainz } = await world()
    lastfm.misbehave = () => ({ status: 502, body: '<html>' })
    expect((await signUp(server, 'cleo')).status).toBe(200)
    expect(await chosen(server)).toEqual([])
    Object.assign(server.config, { lastfmApiKey: null })
    lastfm.asked.length = 0
    expect((await signUp(server, 'dido')).status).toBe(200)
    expect([...lastfm.asked, ...listenbrainz.asked]).toEqual([])
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

  test('leads to Last.fm and back, once, and only the member who went', async () => {
    const { server } = await world({ lastfm: accounts, settings })
    const [ada, bo] = await makeMembers(server, 'ada', 'bo')
    if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
    expect((await chooseLastfm(server, ada)).body.error).toBe(
      'Connect with Last.fm, which shows that the account is yours.',
    )
    const url = await connect(server, ada)
    expect(`${url.origin}${url.pathname}`).toBe('https://lastfm.example/api/auth/')
    expect(url.searchParams.get('api_key')).toBe(LASTFM_KEY)
    expect(url.searchParams.get('cb')).toMatch(/^http:\/\/localhost:3000\/settings\/listening\?proof=[\w-]{32}$/)
    expect((await prove(server, bo, proofIn(url))).body.error).toMatch(/^This way back from Last.fm was used already/)
    expect((await prove(server, ada, proofIn(url))).body).toEqual({ success: true })
    expect(await account(server, ada)).toMatchObject({ name: 'Ada_L', is_proven: true })
    expect((await prove(server, ada, proofIn(url))).status).toBe(400)
    const late = proofIn(await connect(server, ada))
    server.clock.advance({ minutes: 61 })
    expect((await prove(server, ada, late)).status).toBe(400)
    expect((await prove(server, ada, proofIn(await connect(server, ada)), 'another')).status).toBe(400)
  })

  test('takes the account from who only said so, and keeps it from whoever says so later', async () => {
    const { server } = await world({ lastfm: accounts })
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
    expect((await chooseLastfm(server, bo)).body.error).toMatch(/^Another member has shown that this account/)
  })
})
