import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findZone } from '#contract/listening/zones.ts'
import { countChanges, updateTaste } from '#server/listening/index.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { findPassword } from './password.ts'
import { seedDemo } from './seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'flipside-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

let server: TestServer
let other: TestServer
let password: string

const seed = ({ db, clock }: TestServer, dataDir = 'other') =>
  seedDemo(db, { now: clock.now(), dataDir: join(folder, dataDir) })
const rowsOf = async <T>(text: string, of = server) => (await sql.raw<T>(text).execute(of.db)).rows
const numberOf = async (text: string) => (await rowsOf<{ n: number }>(text))[0]?.n

beforeAll(async () => {
  server = await testServer()
  other = await testServer()
  await Promise.all([seed(server, 'own'), seed(other)])
  password = findPassword(join(folder, 'own')) ?? ''
})

describe('the demo community', () => {
  const TABLES = ['artists', 'tracks', 'listens', 'plays_daily', 'artist_plays', 'follows', 'broadcasts', 'likes']
  const MORE = ['messages', 'conversations', 'song_swaps', 'demo_members']

  test.each([...TABLES, ...MORE])('the demo community is the same for the same seed: %s', async (table) => {
    // The database's clock, not the seed's, sets a new artist's time.
    const row = ['artists', 'tracks'].includes(table) ? "(to_jsonb(t) - 'created_at')" : 't'
    const digest = `select count(*) as n, sum(hashtextextended(${row}::text, 0))::text as sum from ${table} as t`
    const [here, there] = [await rowsOf(digest), await rowsOf(digest, other)]
    expect(here).toEqual(there)
    expect(here).not.toMatchObject([{ n: 0 }])
  })

  test('the demo community has the same members for the same seed, with another password', async () => {
    const members = `select id, name, swag, joined_at, active_at, listens_since from members where not is_system order by id`
    expect(await rowsOf(members)).toEqual(await rowsOf(members, other))
    const hashes = 'select distinct password_hash from members where not is_system'
    expect(await rowsOf(hashes)).not.toEqual(await rowsOf(hashes, other))
  })

  test('the demo community has 60 members without an admin, about 13 follows each, and hundreds of tracks', async () => {
    expect(await numberOf('select count(*) as n from members where not is_system')).toBe(60)
    expect(await numberOf('select count(*) as n from members where is_admin')).toBe(0)
    const follows = await numberOf('select count(*) / 60.0 as n from follows')
    expect(follows).toBeGreaterThan(11)
    expect(follows).toBeLessThan(15)
    expect(await numberOf('select count(*) as n from artists')).toBeGreaterThanOrEqual(120)
    expect(await numberOf('select count(*) as n from tracks')).toBeGreaterThanOrEqual(300)
  })

  test('the demo community is seeded once, and only without members', async () => {
    expect(await seed(server)).toBeUndefined()
    const used = await testServer()
    await makeMember(used, 'somebody')
    expect(await seed(used)).toBeUndefined()
    expect(await rowsOf('select name from members where not is_system', used)).toEqual([{ name: 'somebody' }])
  })

  test('the demo community has a feed of a few minutes ago', async () => {
    const { body } = await server.get('/api/get-broadcasts')
    expect(body.broadcasts.slice(0, 4)).toMatchObject([
      {
        user: 'mirelle',
        title: 'This bridge. On the 7:40 train. Twice.',
        body: 'Night Bus by Lamplight Parade',
        likes: 12,
      },
      { user: 'kojiro', body: 'Salt Flats by The Quiet Meridian', timestamp: '2026-11-21T11:39:00.000Z', likes: 3 },
      { user: 'System', title: 'kojiro started a Track Swap with mirelle.' },
      { user: 'ofelia', body: 'Paper Moons by Ada & the Engines', likes: 41 },
    ])
    const times = (await server.get('/api/get-broadcasts', { limit: 1000 })).body.broadcasts.map(
      (it: { timestamp: string }) => it.timestamp,
    )
    expect(times).toEqual(times.toSorted().toReversed())
    expect(times.at(-1) >= '2026-11-07T12:00:00.000Z').toBe(true)
  })
})

describe('its password', () => {
  test('the demo password logs in as any demo member', async () => {
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    const mirelle = await server.logIn('mirelle', password)
    const { body } = await server.get(
      '/api/user/direct-messages',
      { user: 'mirelle', conversant: 'kojiro' },
      { as: mirelle },
    )
    expect(body.directMessages[0].message).toBe('that swap was unfair, you sent a closer')
  })

  test('the demo password is in DATA_DIR, readable only by the server’s user', () => {
    const file = join(folder, 'own', 'demo-password')
    expect(readFileSync(file, 'utf8')).toBe(`${password}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

describe('its numbers', () => {
  test.each([
    [
      'likes',
      'select id from broadcasts where likes <> (select count(*) from likes where broadcast_id = broadcasts.id)',
    ],
    [
      'swag',
      `select id from members where swag <>
      coalesce((select sum(matched_rating) from song_swaps where initiator_id = members.id), 0) +
      coalesce((select sum(initiator_rating) from song_swaps where matched_id = members.id), 0)`,
    ],
    [
      'unread messages',
      `select * from conversations as c where unread <> (select count(*) from messages
      where recipient_id = c.member_id and sender_id = c.other_id and read_at is null)`,
    ],
    [
      'plays of a day',
      `select member_id, track_id, (listened_at at time zone 'UTC')::date, count(*) from listens
      group by 1, 2, 3 except select member_id, track_id, day, plays from plays_daily`,
    ],
    [
      'plays of an artist',
      `select member_id, artist_id, sum(plays) from plays_daily group by 1, 2
      except select member_id, artist_id, plays from artist_plays`,
    ],
    [
      'times',
      `select created_at from broadcasts where created_at > '2026-11-21T12:00:00Z' union all
      select created_at from likes where created_at > '2026-11-21T12:00:00Z' union all
      select created_at from messages where created_at > '2026-11-21T12:00:00Z' union all
      select listened_at from listens where listened_at > '2026-11-21T12:00:00Z'`,
    ],
    [
      'likes before their broadcast',
      `select id from broadcasts join likes on broadcast_id = id
      where likes.created_at < broadcasts.created_at`,
    ],
    [
      'swapped tracks that were not played',
      `select id from song_swaps where initiator_track_id is not null and not exists
      (select from listens where member_id = initiator_id and track_id = initiator_track_id)`,
    ],
  ])('counts of the demo equal the counted rows: %s', async (_, contradictions) => {
    expect(await rowsOf(contradictions)).toEqual([])
  })

  test('the demo has swaps in every state', async () => {
    const states = await rowsOf(`select distinct initiator_track_id is null as a, matched_track_id is null as b,
      matched_rating is null as c, initiator_rating is null as d, ended from song_swaps`)
    expect(states).toHaveLength(8)
  })

  test('a visitor of the demo sees a finished swap that both members share', async () => {
    const { status, body } = await server.get('/api/shared-swap')
    expect(status).toBe(200)
    expect(body.initiator.username).not.toBe(body.matched.username)
  })

  test('the demo fills monthly charts and a leaderboard with a clear first', async () => {
    expect(
      await numberOf(`select min(tracks) as n from (select count(distinct track_id) as tracks from plays_daily
        where day > '2026-10-22' group by member_id) as months`),
    ).toBeGreaterThan(10)
    const { body } = await server.get('/api/artist/top-listeners', { artist: 'Lamplight Parade', limit: 5 })
    expect(body.topListeners).toHaveLength(5)
    expect(body.topListeners[0].playcount).toBeGreaterThan(body.topListeners[4].playcount)
  })
})

describe('similar taste', () => {
  test('similar taste is available at once', async () => {
    const kojiro = await server.logIn('kojiro', password)
    const { body } = await server.get('/api/user/similar-taste', { user: 'kojiro' }, { as: kojiro })
    expect(body.neighbours).toHaveLength(50)
    expect(body.computed_at).toBe('2026-11-21T12:00:00.000Z')
    expect(body.neighbours.every((neighbour: { shared: object[] }) => neighbour.shared.length > 0)).toBe(true)
  })

  test('similar taste of a newcomer with sample listens changes by the next run', async () => {
    const newcomer = await makeMember(server, 'tastes')
    await server.post('/api/user/sample-listens', { user: 'tastes' }, { as: newcomer })
    const similar = async () =>
      (await server.get('/api/user/similar-taste', { user: 'tastes' }, { as: newcomer })).body.neighbours.length
    expect(await similar()).toBe(0)
    await server.db.transaction().execute(countChanges)
    for (let hasMore = true; hasMore; ) {
      hasMore = await server.db.transaction().execute((tx) => updateTaste(tx, server.clock.now()))
    }
    expect(await similar()).toBe(50)
  })

  test('similar taste leads to every exploration zone', async () => {
    const { rows } = await sql<{ depth: number }>`select tracks_heard::float8 / (select count(*) from tracks
      where artist_id = artist_plays.artist_id) as depth from artist_plays`.execute(server.db)
    expect(new Set(rows.map(({ depth }) => findZone(depth).name)).size).toBe(5)
  })
})

describe('sample listens', () => {
  const request = (of: TestServer, as: Awaited<ReturnType<typeof makeMember>>) =>
    of.post('/api/user/sample-listens', { user: as.name }, { as })

  test('sample listens fill a newcomer’s track picker with a hundred tracks of the month', async () => {
    for (let n = 0; n < 5; n++) {
      const newcomer = await makeMember(server, `newcomer${n}`)
      expect((await request(server, newcomer)).body).toEqual({ success: true })
      const query = { user: newcomer.name, period: '1month', limit: 100 }
      const { topTracks } = (await server.get('/api/user/top-tracks', query, { as: newcomer })).body
      expect(topTracks).toHaveLength(100)
      expect(topTracks[0].playcount).toBeGreaterThan(topTracks[99].playcount)
    }
  })

  test('sample listens are inserted once, also by concurrent requests', async () => {
    const twice = await makeMember(server, 'twice')
    const responses = await Promise.all([request(server, twice), request(server, twice), request(server, twice)])
    expect(responses.map((it) => it.status)).toEqual([200, 200, 200])
    expect(await numberOf(`select count(*) as n from listens where member_id = ${twice.id}`)).toBe(520)
  })

  test('sample listens are 404 if the demo is no longer allowed', async () => {
    const closed = await testServer({ settings: { isDemoAllowed: false } })
    await closed.db.insertInto('demo_community').values({ is_only: true, seed: 1 }).execute()
    expect((await request(closed, await makeMember(closed, 'somebody'))).status).toBe(404)
  })

  test('sample listens are 404 without a demo', async () => {
    const plain = await testServer()
    const response = await request(plain, await makeMember(plain, 'somebody'))
    expect(response.status).toBe(404)
    expect(response.body.error).toBe('Sample listens are for the demo only.')
  })
})
