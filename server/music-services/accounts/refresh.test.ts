import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
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
import { musicServiceQueues } from '../queues.ts'
import { leaseRefresh } from './queue.ts'
import { refreshNext } from './refresh.ts'

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
  'a failure has a message, the previous chart remains, and transient failures are retried: %o',
  async (reply, code, inS) => {
    const { server, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
    const ada = await makeMember(server, 'ada')
    await chooseLastfm(server, ada)
    await refreshNext(server.services)
    server.clock.advance({ hours: 2 })
    await request(server, ada)
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
    expect(waiting[0]?.inS).toBeLessThanOrEqual(inS * 1.26)
  },
)

test('charts of an existing account that are not found leave the previous chart', async () => {
  const { server, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  server.clock.advance({ hours: 2 })
  await request(server, ada)
  lastfm.misbehave = ({ url }) =>
    url.searchParams.get('method') === 'user.getInfo'
      ? undefined
      : { status: 404, body: { error: 6, message: 'User not found' } }
  await refreshNext(server.services)
  expect((await account(server, ada)).failure).toMatchObject({ code: 'unreadable_answer' })
  expect(await topArtists(server, ada)).toHaveLength(2)
  expect(await due(server)).toMatchObject([{ attempts: 1 }])
})

test('an unavailable service is retried with growing pauses, then once a day', async () => {
  const { server, listenbrainz } = await worldWithServices({ listenbrainz: [{ name: 'ada', listens: [] }] })
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

test('hidden plays leave the public charts and are reported', async () => {
  const { server } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks, hidesRecent: true }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  expect(await topArtists(server, ada)).toHaveLength(2)
  expect((await account(server, ada)).failure.code).toBe('private_profile')
})

test('days that were hidden at first are all fetched once they are public', async () => {
  const old = Date.parse('2026-10-10T10:00Z') / 1000
  const { server, lastfm } = await worldWithServices({
    lastfm: [{ name: 'Ada_L', tracks, recent: [old], hidesRecent: true }],
  })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  lastfm.accounts[0] = { name: 'Ada_L', tracks, recent: [old] }
  server.clock.advance({ days: 1 })
  await request(server, ada)
  await refreshNext(server.services)
  const { body } = await server.get('/api/user/daily-plays', { user: 'ada' }, { as: ada })
  expect(body.days).toEqual([{ day: '2026-10-10', plays: 1 }])
  expect((await account(server, ada)).failure).toBeNull()
})

test('a new ListenBrainz member gets a note that statistics are not available yet', async () => {
  const listens = [{ at: Date.parse('2026-11-20T10:00Z') / 1000, artist: 'Loam', title: 'Peat' }]
  const { server } = await worldWithServices({ listenbrainz: [{ name: 'new', listens }] })
  const ada = await makeMember(server, 'ada')
  await choose(server, ada, { source: 'listenbrainz', name: 'new' })
  await refreshNext(server.services)
  expect((await account(server, ada)).failure.code).toBe('no_statistics_yet')
  expect(await topArtists(server, ada)).toEqual([['Loam', 1]])
})

test('refreshes requested by a member run at most once a minute', async () => {
  const { server } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  expect((await request(server, ada)).body.error).toBe('Listens stored here are always up to date.')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  for (let press = 0; press < 3; press++) await request(server, ada)
  expect(await due(server)).toEqual([{ inS: 60, attempts: 0 }])
  expect(await refreshNext(server.services)).toBe(false)
  server.clock.advance({ seconds: 60 })
  expect(await refreshNext(server.services)).toBe(true)
})

test('charts older than a day are fetched at login, and those of active members daily', async () => {
  const { server } = await worldWithServices({
    lastfm: [
      { name: 'Ada', tracks },
      { name: 'bo', tracks },
    ],
  })
  const ada = await server.signUp('Ada')
  const bo = await makeMember(server, 'bo')
  await chooseLastfm(server, bo, 'bo')
  while (await refreshNext(server.services)) await server.db.selectFrom('refreshes').execute()
  const schedule = () => runScheduled(server.db, 'schedule-daily-chart-refresh', server.clock.now())
  server.clock.advance({ hours: 23 })
  await schedule()
  await server.logIn('Ada', ada.password)
  expect(await due(server)).toEqual([])
  server.clock.advance({ hours: 2 })
  await server.logIn('Ada', ada.password)
  const queued = await server.db.selectFrom('refreshes').select(['member_id', 'is_urgent']).execute()
  expect(queued).toEqual([{ member_id: ada.id, is_urgent: true }])
  await schedule()
  expect(await due(server)).toHaveLength(2)
  await server.db.deleteFrom('refreshes').execute()
  server.clock.advance({ days: 8 })
  await schedule()
  expect(await due(server)).toEqual([])
})

test('charts of a present member are at most half an hour old, unless the last refresh failed', async () => {
  const { server, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  const schedule = () => runScheduled(server.db, 'schedule-daily-chart-refresh', server.clock.now())
  server.clock.advance({ minutes: 29 })
  await schedule()
  expect(await due(server)).toEqual([])
  server.clock.advance({ minutes: 1 })
  await schedule()
  expect(await due(server)).toHaveLength(1)
  lastfm.misbehave = () => ({ status: 403, body: { error: 17, message: 'x' } })
  await refreshNext(server.services)
  server.clock.advance({ minutes: 31 })
  await schedule()
  expect(await due(server)).toEqual([])
  lastfm.misbehave = () => undefined
  await request(server, ada)
  await refreshNext(server.services)
  server.clock.advance({ hours: 3 })
  await schedule()
  // Not seen for three hours.
  expect(await due(server)).toEqual([])
})

test('a job belongs to one process at a time and survives the death of its process', async () => {
  const { server } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  const { db, clock } = server
  const taken = await Promise.all(Array.from({ length: 6 }, () => leaseRefresh(db, clock.now())))
  expect(taken.filter((refresh) => refresh !== undefined)).toEqual([{ memberId: ada.id, attempts: 0 }])
  clock.advance({ minutes: 5 })
  expect(await refreshNext(server.services)).toBe(true)
  expect(await topArtists(server, ada)).toHaveLength(2)
})

test('the queue finds the account that a member has chosen, until it is fetched', async () => {
  const { server } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  const queue = musicServiceQueues.find(({ name }) => name === 'refresh-charts')
  if (queue?.schedule === undefined || !('whenAny' in queue.schedule)) throw new Error('There is no such queue.')
  const { whenAny } = queue.schedule
  const isDue = async () => (await sql`${whenAny(server.clock.now())}`.execute(server.db)).rows.length > 0
  expect(await isDue()).toBe(false)
  await chooseLastfm(server, ada)
  expect(await isDue()).toBe(true)
  expect(await refreshNext(server.services)).toBe(true)
  expect(await isDue()).toBe(false)
})

test('a stopping server releases its job, and the next server runs it', async () => {
  const { server, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const ada = await makeMember(server, 'ada')
  await chooseLastfm(server, ada)
  lastfm.requests.length = 0
  lastfm.misbehave = () => () => {}
  const stopping = new AbortController()
  const refreshing = refreshNext(server.services, stopping.signal)
  await expect.poll(() => lastfm.requests.length).toBe(1)
  stopping.abort()
  await refreshing
  expect(await due(server)).toEqual([{ inS: 0, attempts: 0 }])
  lastfm.misbehave = () => undefined
  expect(await refreshNext(server.services)).toBe(true)
  expect((await account(server, ada)).fresh_at).not.toBe('')
})

/** Returns a server, a member with a due refresh, and another account to choose meanwhile. */
async function worldWithTwoAccounts() {
  const lastfm = [
    { name: 'Ada_L', tracks },
    { name: 'second', tracks: [['Other', 'Song', 3]] },
  ] as const
  const world = await worldWithServices({ lastfm })
  const ada = await makeMember(world.server, 'ada')
  await chooseLastfm(world.server, ada)
  world.server.clock.advance({ seconds: 1 })
  return { ...world, ada }
}

test('a member who chooses another account during a refresh gets the charts of the new account', async () => {
  const { server, lastfm, ada } = await worldWithTwoAccounts()
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

test('a failure of a previous account is not stored for the new one', async () => {
  const { server, lastfm, ada } = await worldWithTwoAccounts()
  let fail: (() => void) | undefined
  lastfm.misbehave = () => (response) => {
    fail = () => response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":6,"message":"No"}')
  }
  const refreshing = refreshNext(server.services)
  await expect.poll(() => fail).toBeDefined()
  lastfm.misbehave = () => undefined
  await chooseLastfm(server, ada, 'second')
  fail?.()
  await refreshing
  expect((await account(server, ada)).failure).toBeNull()
  expect(await refreshNext(server.services)).toBe(true)
  expect(await topArtists(server, ada)).toEqual([['Other', 3]])
})

test('Last.fm data is stored up to the limit of its terms, and stored data remains', async () => {
  const many = Array.from({ length: 400 }, (_, index) => [`Artist ${index}`, `Track ${index}`, 3] as const)
  const accounts = [
    { name: 'Ada_L', tracks: many },
    { name: 'bo', tracks: many },
  ]
  const { server } = await worldWithServices({ lastfm: accounts, settings: { lastfmStorageBytes: 250_000 } })
  const [ada, bo] = await makeMembers(server, 'ada', 'bo')
  if (ada === undefined || bo === undefined) throw new Error('Two members are needed.')
  await chooseLastfm(server, ada)
  await refreshNext(server.services)
  await chooseLastfm(server, bo, 'bo')
  await refreshNext(server.services)
  expect((await account(server, bo)).failure.code).toBe('storage_full')
  server.clock.advance({ minutes: 2 })
  await request(server, ada)
  await refreshNext(server.services)
  expect((await account(server, ada)).failure).toBeNull()
  const { stored_bytes } = await server.db
    .selectFrom('member_sources')
    .select('stored_bytes')
    .where('member_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(stored_bytes).toBeGreaterThan(125_000)
})
