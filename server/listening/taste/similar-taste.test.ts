import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { updateTaste } from './taste-job.ts'

let server: TestServer
const members = new Map<string, TestMember>()
const of = (name: string): TestMember => {
  const member = members.get(name)
  if (member === undefined) throw new Error(`There is no ${name}.`)
  return member
}

const similar = async (name: string) =>
  (await server.get('/api/user/similar-taste', { user: name }, { as: of(name) })).body
const compare = async (user: string, other: string) =>
  server.get('/api/user/compare', { user, other }, { as: of(user) })
const names = (list: readonly { username?: string; name?: string }[]) =>
  list.map((person) => person.username ?? person.name)

/** Adds a member's plays, by artist. */
async function plays(name: string, artists: Readonly<Record<string, number>>): Promise<void> {
  for (const [artist, count] of Object.entries(artists)) {
    await play(server, of(name), await makeTrack(server, `Song by ${artist}`), { plays: count })
  }
}

/** Runs the jobs that the server runs every few seconds. */
async function runJobs(): Promise<number> {
  server.clock.advance({ seconds: 5 })
  await server.db.transaction().execute(countChanges)
  return runToEnd(server.db, updateTaste, server.clock.now())
}

beforeAll(async () => {
  server = await testServer()
  for (const it of await makeMembers(server, 'ada', 'bo', 'cy', 'dee', 'eve')) members.set(it.name, it)
  await plays('ada', { 'Lamplight Parade': 20, Mothlight: 5, 'Nine Rooms': 3 })
  await plays('bo', { 'Lamplight Parade': 8, Mothlight: 2, 'Basalt Choir': 6 })
  await plays('cy', { 'Lamplight Parade': 1, 'Basalt Choir': 9 })
  await plays('dee', { Hexagons: 4 })
})

describe('similar taste', () => {
  test('similar taste is empty before the job has run', async () => {
    expect(await similar('ada')).toEqual({ neighbours: [], computed_at: null })
    expect((await compare('ada', 'bo')).body).toMatchObject({ percentile: null, shared: [{}, {}] })
  })

  test('similar taste follows the formula, with the shared artists', async () => {
    await runJobs()
    // Computed by hand, for six pairs: bo-cy 0.142, ada-bo 0.0498, ada-cy 0.0025, three pairs with
    // dee 0.
    const { neighbours, computed_at } = await similar('ada')
    expect(
      neighbours.map((neighbour: { username: string; percentile: number }) => [
        neighbour.username,
        neighbour.percentile,
      ]),
    ).toEqual([
      // With three artists each, and four members, a percentage is meaningless.
      ['bo', null],
      ['cy', null],
    ])
    // The smaller weight: Mothlight ln(3) x ln(4 / 3) = 0.316, Lamplight Parade ln(9) x 0.1 = 0.22.
    expect(neighbours[0]).toMatchObject({
      swag: 0,
      pfpmed: '',
      is_followed: false,
      shared: [
        { name: 'Mothlight', plays: 5 },
        { name: 'Lamplight Parade', plays: 20 },
      ],
    })
    expect(computed_at).toBe(server.clock.now().toISOString())
    const kept = await sql<{ similarity: number }>`select similarity from taste_neighbours
      where member_id = ${of('bo').id} order by similarity desc`.execute(server.db)
    expect(kept.rows.map((row) => row.similarity)).toEqual([0.142197646, 0.049797119])
    expect(await similar('dee')).toMatchObject({ neighbours: [], computed_at: expect.any(String) })
  })

  test('similar taste lists followed members first', async () => {
    await server.post('/api/user/follow', { follower: 'ada', followee: 'cy' }, { as: of('ada') })
    expect((await similar('ada')).neighbours).toMatchObject([
      { username: 'cy', is_followed: true },
      { username: 'bo', is_followed: false },
    ])
    await server.post('/api/user/unfollow', { follower: 'ada', followee: 'cy' }, { as: of('ada') })
  })

  test('similar taste hides members when either has blocked the other', async () => {
    const blocks = { blocker_id: of('bo').id, blocked_id: of('ada').id, created_at: server.clock.now() }
    await server.db.insertInto('blocks').values(blocks).execute()
    expect(names((await similar('ada')).neighbours)).toEqual(['cy'])
    expect(names((await similar('bo')).neighbours)).toEqual(['cy'])
    const refused = await compare('ada', 'bo')
    expect([refused.status, refused.body]).toEqual([404, { error: 'User not found', code: 'not_found' }])
    expect((await compare('bo', 'ada')).status).toBe(404)
    await server.db.deleteFrom('blocks').execute()
  })

  test('similar taste is visible only to the member', async () => {
    const requested = { user: 'ada' }
    expect((await server.get('/api/user/similar-taste', requested, { as: of('bo') })).status).toBe(403)
    expect((await server.get('/api/user/similar-taste', requested)).status).toBe(401)
    expect((await server.get('/api/user/compare', { ...requested, other: 'bo' }, { as: of('bo') })).status).toBe(403)
  })

  test('similar taste includes a new member after the next run, in both directions', async () => {
    await plays('eve', { Hexagons: 7, 'Nine Rooms': 2 })
    expect(await similar('eve')).toMatchObject({ computed_at: null })
    expect(await runJobs()).toBe(3) // weigh, look, measure
    expect(names((await similar('eve')).neighbours)).toEqual(['dee', 'ada'])
    expect(names((await similar('dee')).neighbours)).toEqual(['eve'])
    expect(names((await similar('ada')).neighbours)).toContain('eve')
  })

  test('similar taste is recomputed after many scrobbles, and after an hour for few', async () => {
    const before = (await similar('ada')).computed_at
    await play(server, of('ada'), await makeTrack(server, 'Song by Hexagons'), { plays: 1, daysAgo: 1 })
    await runJobs()
    expect((await similar('ada')).computed_at).toBe(before)
    server.clock.advance({ hours: 1 })
    await runJobs()
    expect((await similar('ada')).computed_at).toBe(server.clock.now().toISOString())
    expect(names((await similar('dee')).neighbours)).toEqual(['eve', 'ada'])
    await play(server, of('ada'), await makeTrack(server, 'Song by Hexagons'), { plays: 12, daysAgo: 2 })
    await runJobs()
    expect((await similar('ada')).computed_at).toBe(server.clock.now().toISOString())
    expect(await runJobs()).toBe(1)
  })
})

describe('two members compared', () => {
  test('a comparison lists shared artists and those of each member', async () => {
    const { body } = await compare('bo', 'cy')
    expect(body.shared).toMatchObject([
      { name: 'Basalt Choir', plays: 6 },
      { name: 'Lamplight Parade', plays: 8 },
    ])
    expect(names(body.only_user)).toEqual(['Mothlight'])
    expect(body.only_other).toEqual([])
    expect(body.percentile).toBeNull()
  })

  test('a comparison works for members with nothing in common', async () => {
    const { body } = await compare('cy', 'dee')
    expect(body).toMatchObject({ shared: [], only_user: [{}, {}], only_other: [{ name: 'Hexagons', plays: 4 }] })
    expect(body.percentile).toBeNull()
  })

  test('a comparison has no percentile while one member has no listens', async () => {
    const fay = await makeMember(server, 'fay')
    const { body } = await server.get('/api/user/compare', { user: 'fay', other: 'ada' }, { as: fay })
    expect(body).toMatchObject({ percentile: null, shared: [], only_user: [] })
    expect(body.only_other).toHaveLength(4)
  })

  test('a comparison rejects the member themselves and an unknown member', async () => {
    expect((await compare('ada', 'ada')).status).toBe(400)
    expect((await compare('ada', 'nobody')).status).toBe(404)
  })
})

test('a member that deletes all listens leaves the similar taste of others at once', async () => {
  const { neighbours } = await similar('ada')
  expect(names(neighbours)).toContain('bo')
  const range = { user: 'bo', from: '2000-01-01T00:00:00Z', until: '2030-01-01T00:00:00Z' }
  expect((await server.post('/api/user/delete-listens', range, { as: of('bo') })).status).toBe(200)
  expect(names((await similar('ada')).neighbours)).not.toContain('bo')
})

test('stored neighbours equal those found by comparing all pairs', { tags: NIGHTLY }, async () => {
  const crowd = await makeMembers(server, ...Array.from({ length: 70 }, (_, place) => `crowd${place}`))
  let state = 5
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const tracks: number[] = []
  for (let place = 0; place < 25; place++) tracks.push(await makeTrack(server, `Song by Artist ${place}`))
  for (const member of crowd) {
    for (let artist = 0; artist < 6; artist++) await play(server, member, tracks[next(25)] ?? 0, { plays: 1 + next(9) })
  }
  await runJobs()
  const neighbours = await sql<{ member_id: number; others: number[] }>`select member_id,
      json_agg(other_id order by similarity desc, other_id) as others from taste_neighbours group by 1`.execute(
    server.db,
  )
  const slow = await sql<{ member_id: number; others: number[] }>`
    with pairs as (
      select one.member_id, other.member_id as other_id, round((sum(one.weight * other.weight)
          / (select norm from taste_members where member_id = one.member_id)
          / (select norm from taste_members where member_id = other.member_id)
          * count(*) / (count(*) + 10))::numeric, 9) as similarity
      from taste_weights as one join taste_weights as other using (artist_id)
      where one.member_id <> other.member_id group by 1, 2),
    ranked as (select *, row_number() over (partition by member_id order by similarity desc, other_id) as place from pairs)
    select member_id, json_agg(other_id order by place) as others from ranked where place <= 50 group by 1`.execute(
    server.db,
  )
  await expectPercentiles(crowd)
  const sorted = (rows: readonly { member_id: number; others: number[] }[]) =>
    rows.toSorted((a, b) => a.member_id - b.member_id)
  expect(sorted(neighbours.rows).filter((row) => row.member_id >= (crowd[0]?.id ?? 0))).toEqual(
    sorted(slow.rows).filter((row) => row.member_id >= (crowd[0]?.id ?? 0)),
  )
})

/** Expects percentages for members with five artists and something in common, and for no others. */
async function expectPercentiles(crowd: readonly TestMember[]): Promise<void> {
  const { rows } = await sql<{ name: string; artists: number }>`select name, count(*) as artists
    from artist_plays join members on members.id = member_id group by name`.execute(server.db)
  const artists = new Map(rows.map((row) => [row.name, row.artists]))
  const hasFive = (name: string) => (artists.get(name) ?? 0) >= 5
  const [one] = crowd.filter(({ name }) => hasFive(name))
  const [few] = crowd.filter(({ name }) => !hasFive(name))
  if (one === undefined || few === undefined) throw new Error('There are members of both kinds.')
  const read = async (as: TestMember, path: string, query: Record<string, string> = {}) =>
    (await server.get(`/api/user/${path}`, { user: as.name, ...query }, { as })).body
  for (const { username, percentile } of (await read(one, 'similar-taste')).neighbours)
    expect(percentile === null, username).toBe(!hasFive(username))
  for (const { percentile } of (await read(few, 'similar-taste')).neighbours) expect(percentile).toBeNull()
  for (const other of crowd.slice(0, 20)) {
    if (other === one) continue
    const { percentile, shared } = await read(one, 'compare', { other: other.name })
    expect(percentile === null, other.name).toBe(!hasFive(other.name) || shared.length === 0)
  }
}
