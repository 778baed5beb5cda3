import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import { openDatabase } from '#server/db/open.ts'
import { insertSession, sessionCookie } from '#server/http/session.ts'
import { findReadPosition, STANDBY_READS } from '#server/http/standby-reads.ts'
import { isPooled, migratedDatabase } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, nameAlbum, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type RequestOptions, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * Which reads the standby serves. It is a read-only connection to the same database here, whose
 * replayed position the test sets; tests/processes/standby-reads.test.ts has a real one.
 */

const gets = [...endpoints, ...downloads.map(({ endpoint }) => endpoint)].filter(({ method }) => method === 'GET')

test('the standby serves the community to visitors, and to members what they do not poll', () => {
  const member = { id: 1, name: 'ada', nameKey: 'ada', isAdmin: false, suspension: null }
  const session = { tokenHash: Buffer.alloc(32), member, logPosition: 7, isRenewed: false }
  const listServed = (given: typeof session | undefined) =>
    gets
      .filter((endpoint) => findReadPosition(endpoint, { session: given, isRefreshed: false }) !== undefined)
      .map(({ path }) => path.replace('/api/', ''))
      .toSorted()
  const forMembers = `album/by-id artist/by-id artist/exploration artist/listens artist/music artist/top-listeners
    popular-music search-broadcasts search-music shared-swap track/broadcasts track/by-id user/broadcasts user/chart
    user/compare user/daily-plays user/followers user/following user/listens user/loved-tracks user/plays-by-month
    user/profile user/rewind user/similar-taste user/top-artists user/top-broadcasted-tracks user/top-tracks
    user/weekly-report`.split(/\s+/)
  expect(listServed(session)).toEqual(forMembers)
  expect(listServed(undefined)).toEqual([...forMembers, 'broadcast/replies', 'get-broadcasts'].toSorted())
  expect(Object.keys(STANDBY_READS).filter((name) => !gets.some((get) => endpointName(get) === name))).toEqual([])
})

async function startWithStandby() {
  const address = await migratedDatabase()
  const readOnly = { ...address, options: '-c default_transaction_read_only=on' }
  const copy = await openDatabase(readOnly, { poolSize: 4, onIdleError: () => {} })
  const state = { replayed: Number.POSITIVE_INFINITY }
  const standby = {
    find: (position: number) => (state.replayed >= position ? copy : undefined),
    readState: () => ({ failure: undefined, bytesBehind: 0 }),
    stop: async () => {},
  }
  return { server: await testServer({ database: address, standby }), copy, state }
}

/** Sends a request. Resolves to its status and the servers that served its read. */
async function readServed(server: TestServer, path: string, query: object = {}, options?: RequestOptions) {
  const count = async () => (await server.services.metrics.registry.getSingleMetric(COUNTER)?.get())?.values ?? []
  const before = new Map((await count()).map(({ labels, value }) => [labels['server'], value]))
  const { status } = await server.get(path, { ...query }, options)
  const served = (await count()).filter(({ labels, value }) => value > (before.get(labels['server']) ?? 0))
  return [status, ...served.map(({ labels }) => labels['server'])]
}
const COUNTER = 'flipside_standby_reads_total'

const readPosition = async ({ db }: TestServer) => {
  const { rows } = await sql<{ position: number }>`select pg_current_wal_insert_lsn() - '0/0' as position`.execute(db)
  return rows[0]?.position ?? 0
}

describe.skipIf(isPooled)('reads', () => {
  let world: Awaited<ReturnType<typeof startWithStandby>>
  let queries: Readonly<Record<string, object>>
  let ada: Awaited<ReturnType<typeof makeMembers>>[number]
  let bo: typeof ada

  beforeAll(async () => {
    world = await startWithStandby()
    const { server } = world
    const members = await makeMembers(server, 'ada', 'bo')
    const [first, second] = members
    if (first === undefined || second === undefined) throw new Error('There are no members.')
    ;[ada, bo] = [first, second]
    const track = await makeTrack(server, 'Rain by Sol Ferro')
    for (const member of [ada, bo]) await play(server, member, track, { plays: 3 })
    const artist = await server.db.selectFrom('artists').select('id').where('name', '=', 'Sol Ferro').executeTakeFirst()
    const album = await nameAlbum(server, bo, { artist: 'Sol Ferro', title: 'Rain', album: 'Weather' })
    const shared = { user: bo.name, title: 'Listen', body: '', relatedtype: 'Track', relatedid: track }
    const { body } = await server.post('/api/create-broadcast', shared, { as: bo })
    const swap = await insertCompletedSwap(server, ada, bo, track)
    await sql`update song_swaps set initiator_shares_at = now(), matched_shares_at = now()`.execute(server.db)
    const own = { user: ada.name }
    const ofOther = { user: bo.name }
    queries = {
      '/api/broadcast/replies': { id: body.id },
      '/api/user/profile': ofOther,
      '/api/user/followers': ofOther,
      '/api/user/following': ofOther,
      '/api/user/broadcasts': ofOther,
      '/api/user/top-broadcasted-tracks': ofOther,
      '/api/user/top-artists': ofOther,
      '/api/user/listens': ofOther,
      '/api/user/loved-tracks': own,
      '/api/user/chart': { ...ofOther, kind: 'albums' },
      '/api/user/compare': { ...own, other: bo.name },
      '/api/user/similar-taste': own,
      '/api/user/top-tracks': own,
      '/api/user/daily-plays': own,
      '/api/user/plays-by-month': { ...own, kind: 'tracks', id: track },
      '/api/user/rewind': { ...own, period: '2026' },
      '/api/user/weekly-report': { ...own, week: '2026-W47' },
      '/api/artist/by-id': { id: artist?.id },
      '/api/artist/music': { id: artist?.id },
      '/api/artist/exploration': { id: artist?.id },
      '/api/artist/listens': { ...ofOther, artist: 'Sol Ferro' },
      '/api/artist/top-listeners': { artist: 'Sol Ferro' },
      '/api/album/by-id': { id: album },
      '/api/track/by-id': { id: track },
      '/api/track/broadcasts': { id: track },
      '/api/search-broadcasts': { search_term: 'sol' },
      '/api/search-music': { search_term: 'sol' },
      '/api/shared-swap': { songswapid: swap },
    }
  })

  test.each(
    gets.filter((get) => STANDBY_READS[endpointName(get)] !== undefined).map(({ path, access }) => [path, access]),
  )('%s is served without the primary', async (path, access) => {
    const { server } = world
    const isForMembers = STANDBY_READS[`GET ${path}`] === 'all'
    const options = isForMembers ? { as: ada } : {}
    // A chart's first read may store its counts, and the first report the member's zone.
    await server.get(path, { ...queries[path] }, options)
    expect(await readServed(server, path, queries[path], options)).toEqual([200, 'standby'])
    if (access !== 'anyone' || !isForMembers) return
    expect(await readServed(server, path, queries[path])).toEqual([200, 'standby'])
  })

  test('a session reads the primary after its write, until the standby has replayed it', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    const readFollowing = (as: typeof ada) => readServed(server, '/api/user/following', { user: ada.name }, { as })
    state.replayed = await readPosition(server)
    expect(await readFollowing(ada)).toEqual([200, 'standby'])
    await server.post('/api/user/follow', { follower: ada.name, followee: bo.name }, { as: ada })
    expect(await readFollowing(ada)).toEqual([200, 'primary'])
    expect(await readFollowing(bo)).toEqual([200, 'standby'])
    // The member's other session has not written.
    const token = await insertSession(server.db, ada.id, server.clock.now())
    const elsewhere = { ...ada, cookies: new Map([[sessionCookie(server.config).name, token]]) }
    expect(await readFollowing(elsewhere)).toEqual([200, 'standby'])
    state.replayed = await readPosition(server)
    expect(await readFollowing(ada)).toEqual([200, 'standby'])
  })

  test('a repeated write makes its session read the primary too', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    const query = { follower: bo.name, followee: ada.name, client_id: crypto.randomUUID() }
    await server.post('/api/user/follow', query, { as: bo })
    await sql`update sessions set log_position = null`.execute(server.db)
    state.replayed = await readPosition(server)
    expect((await server.post('/api/user/follow', query, { as: bo })).status).toBe(200)
    const served = await readServed(server, '/api/user/following', { user: bo.name }, { as: bo })
    expect(served).toEqual([200, 'primary'])
  })

  test('scrobbles that a read aggregates are in its response and in those after it', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    await server.db
      .insertInto('scrobble_inbox')
      .values({ member_id: ada.id, listened_at: server.clock.now(), artist: 'Nea Vann', title: 'Loft', error: null })
      .execute()
    state.replayed = await readPosition(server)
    const query = { user: ada.name, period: 'overall' }
    const { body } = await server.get('/api/user/top-tracks', query, { as: ada })
    expect(JSON.stringify(body.topTracks)).toContain('Loft')
    expect(await readServed(server, '/api/user/top-tracks', query, { as: ada })).toEqual([200, 'primary'])
  })

  test('a block reaches every session of both members at once, whatever the standby has replayed', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    const token = await insertSession(server.db, bo.id, server.clock.now())
    const elsewhere = { ...bo, cookies: new Map([[sessionCookie(server.config).name, token]]) }
    const [cy] = await makeMembers(server, 'cy')
    if (cy === undefined) throw new Error('There is no member.')
    const readOwn = (as: typeof ada) => readServed(server, '/api/user/following', { user: as.name }, { as })
    state.replayed = await readPosition(server)
    expect(await readOwn(elsewhere)).toEqual([200, 'standby'])
    await server.post('/api/user/block', { user: ada.name, other: bo.name }, { as: ada })
    onTestFinished(async () => {
      await server.post('/api/user/unblock', { user: ada.name, other: bo.name }, { as: ada })
    })
    for (const reader of [ada, bo, elsewhere]) expect(await readOwn(reader)).toEqual([200, 'primary'])
    expect(await readOwn(cy)).toEqual([200, 'standby'])
    state.replayed = await readPosition(server)
    for (const reader of [ada, bo, elsewhere]) expect(await readOwn(reader)).toEqual([200, 'standby'])
  })

  test('a member that is no longer followed reads the primary, since hidden listening may be closed', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    const pair = { follower: ada.name, followee: bo.name }
    await server.post('/api/user/follow', pair, { as: ada })
    state.replayed = await readPosition(server)
    await server.post('/api/user/unfollow', pair, { as: ada })
    const served = await readServed(server, '/api/user/listens', { user: ada.name }, { as: bo })
    expect(served).toEqual([200, 'primary'])
  })

  test('a write and a read respond though the log position cannot be stored', async () => {
    const { server, state } = world
    onTestFinished(() => void (state.replayed = Number.POSITIVE_INFINITY))
    await sql`create function reject_position() returns trigger language plpgsql as
      $$ begin raise exception 'no position'; end $$`.execute(server.db)
    await sql`create trigger reject_position before update of log_position on sessions
      for each row execute function reject_position()`.execute(server.db)
    onTestFinished(async () => void (await sql`drop function reject_position() cascade`.execute(server.db)))
    const read = () => server.get('/api/user/top-tracks', { user: bo.name, period: 'overall' }, { as: bo })
    const followed = await server.post('/api/user/follow', { follower: bo.name, followee: ada.name }, { as: bo })
    expect(followed.status).toBe(200)
    expect(server.lines.join('')).toContain('The log position of a session was not stored')
    await server.db
      .insertInto('scrobble_inbox')
      .values({ member_id: bo.id, listened_at: server.clock.now(), artist: 'Nea Vann', title: 'Quay', error: null })
      .execute()
    state.replayed = await readPosition(server)
    const { status, body } = await read()
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('Quay')])
  })

  test('a read that the standby does not know, or cannot serve, is repeated by the primary', async () => {
    const { server, copy } = world
    expect(await readServed(server, '/api/user/profile', { user: 'nobody' })).toEqual([400, 'primary'])
    await copy.destroy()
    expect(await readServed(server, '/api/user/profile', { user: ada.name })).toEqual([200, 'primary'])
    expect(await readServed(server, '/api/get-broadcasts')).toEqual([200, 'primary'])
  })
})
