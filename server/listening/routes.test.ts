import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, makeTracks, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let cy: TestMember
let nightBus: number
let kerosene: number
let overpass: number

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
  bo = await makeMember(server, 'bo')
  cy = await makeMember(server, 'cy')
  nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
  kerosene = await makeTrack(server, 'Kerosene by Mothlight')
  overpass = await makeTrack(server, 'Overpass by Nine Rooms')
  await play(server, ada, nightBus, { plays: 5 })
  await play(server, ada, kerosene, { plays: 9, daysAgo: 20 })
  await play(server, ada, overpass, { plays: 2, daysAgo: 400 })
  await play(server, bo, nightBus, { plays: 7, daysAgo: 60 })
  await play(server, cy, nightBus, { plays: 5, daysAgo: 3 })
})

describe('own top tracks', () => {
  const topTracks = (query: object, as?: TestMember) =>
    server.get('/api/user/top-tracks', { user: 'ada', ...query }, as === undefined ? {} : { as })

  test('own top tracks cover seven days by default', async () => {
    expect((await topTracks({}, ada)).body).toEqual({
      topTracks: [
        {
          id: nightBus,
          track: 'Night Bus',
          artist: 'Lamplight Parade',
          playcount: 5,
          lastfmtrackurl: 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus',
        },
      ],
    })
  })

  test.each([
    ['1month', ['Kerosene', 'Night Bus']],
    ['12month', ['Kerosene', 'Night Bus']],
    ['overall', ['Kerosene', 'Night Bus', 'Overpass']],
  ])('own top tracks in %s are %j, most played first', async (period, titles) => {
    const { body } = await topTracks({ period }, ada)
    expect(body.topTracks.map((it: { track: string }) => it.track)).toEqual(titles)
  })

  test('own top tracks respect the limit', async () => {
    expect((await topTracks({ period: 'overall', limit: 1 }, ada)).body.topTracks).toHaveLength(1)
  })

  test('own top tracks are visible only to the member', async () => {
    expect((await topTracks({}, bo)).status).toBe(403)
    expect((await topTracks({})).status).toBe(401)
  })

  test('own top tracks reject an unknown period', async () => {
    expect((await topTracks({ period: 'fortnight' }, ada)).body).toEqual({
      error: 'period must be one of overall, 7day, 1month, 3month, 6month, 12month.',
      code: 'bad_input',
    })
  })
})

describe('top artists', () => {
  test('top artists are public, of all time, with the member’s plays', async () => {
    const { body } = await server.get('/api/user/top-artists', { user: '@ADA' })
    expect(body.topArtists.map((topArtist: object) => ({ ...topArtist, id: 0 }))).toEqual([
      { id: 0, name: 'Mothlight', imageUrl: '', scrobbles: 9, known_tracks: 1 },
      { id: 0, name: 'Lamplight Parade', imageUrl: '', scrobbles: 5, known_tracks: 1 },
      { id: 0, name: 'Nine Rooms', imageUrl: '', scrobbles: 2, known_tracks: 1 },
    ])
  })

  test('top artists of a period omit older plays', async () => {
    const { body } = await server.get('/api/user/top-artists', { user: 'ada', period: '7day' })
    expect(body.topArtists.map((it: { name: string }) => it.name)).toEqual(['Lamplight Parade'])
  })

  test('top artists of an unknown member are not found', async () => {
    expect((await server.get('/api/user/top-artists', { user: 'nobody' })).status).toBe(404)
  })
})

describe('an artist', () => {
  const idOf = async (name: string) =>
    (await server.db.selectFrom('artists').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

  test('an artist is found by id with the number of all plays', async () => {
    const id = await idOf('Lamplight Parade')
    const { body } = await server.get('/api/artist/by-id', { id })
    expect(body).toEqual({ artist: { id, name: 'Lamplight Parade', imageUrl: '', scrobbles: 17 } })
  })

  test.each([999_999, 0, -1])('an artist with the id %i is not found', async (id) => {
    const response = await server.get('/api/artist/by-id', { id })
    expect(response.status).toBe(404)
    expect(response.body).toEqual({ error: 'Artist not found', code: 'not_found' })
  })

  test('an artist id that is not a number is rejected', async () => {
    expect((await server.get('/api/artist/by-id', { id: 'mothlight' })).status).toBe(400)
  })

  test('an artist has the number of a member’s plays', async () => {
    const plays = (query: object) => server.get('/api/artist/listens', { user: '@bo', ...query })
    expect((await plays({ artist: 'lamplight  PARADE' })).body).toEqual({ plays: 7 })
    expect((await plays({ artist: 'Lamplight Parade', period: '1month' })).body).toEqual({ plays: 0 })
    expect((await plays({ artist: 'Never Heard Of' })).body).toEqual({ plays: 0 })
  })
})

describe('the leaderboard of an artist', () => {
  const board = (query: object, as?: TestMember) =>
    server.get('/api/artist/top-listeners', { artist: 'Lamplight Parade', ...query }, as === undefined ? {} : { as })
  const names = (body: { topListeners: { username: string }[] }) => body.topListeners.map((it) => it.username)

  test('a leaderboard ranks by plays, with ties by join date', async () => {
    expect((await board({})).body).toEqual({
      topListeners: [
        { username: 'bo', playcount: 7, profileImage: '' },
        { username: 'ada', playcount: 5, profileImage: '' },
        { username: 'cy', playcount: 5, profileImage: '' },
      ],
    })
  })

  test.each([
    ['bo', 1],
    ['ada', 2],
    ['cy', 3],
  ])('a leaderboard gives %s the rank %i, which is that of their row', async (name, rank) => {
    const members: Record<string, TestMember> = { ada, bo, cy }
    const { body } = await board({ current_user: name, limit: 1 }, members[name])
    expect(body).toMatchObject({ rank, viewer: name })
  })

  test('a leaderboard of a month ranks by the plays of that month', async () => {
    const { body } = await board({ period: '1month', current_user: 'cy' }, cy)
    expect(names(body)).toEqual(['ada', 'cy'])
    expect(body.rank).toBe(2)
    expect((await board({ period: '1month', current_user: 'bo' }, bo)).body.rank).toBeUndefined()
  })

  test('a leaderboard responds as to a visitor when current_user is another member', async () => {
    const { body } = await board({ current_user: 'bo' }, ada)
    expect(body.rank).toBeUndefined()
    expect(body.viewer).toBe('ada')
  })

  test('a leaderboard omits blocked members, also from the ranks', async () => {
    await server.db
      .insertInto('blocks')
      .values({ blocker_id: cy.id, blocked_id: bo.id, created_at: server.clock.now() })
      .execute()
    const { body } = await board({ current_user: 'cy' }, cy)
    expect(names(body)).toEqual(['ada', 'cy'])
    expect(body.rank).toBe(2)
    expect(names((await board({ current_user: 'ada' }, ada)).body)).toEqual(['bo', 'ada', 'cy'])
    await server.db.deleteFrom('blocks').execute()
  })

  test('a leaderboard of an artist without plays is empty', async () => {
    expect((await board({ artist: 'Never Heard Of' })).body).toEqual({ topListeners: [] })
  })
})

describe('a history', () => {
  test('a history sent twice, also concurrently, counts once', async () => {
    const dee = await makeMember(server, 'dee')
    await Promise.all([1, 2, 3].map(() => play(server, dee, kerosene, { plays: 40 })))
    await play(server, dee, overpass, { plays: 3 })
    const { body } = await server.get('/api/user/top-tracks', { user: 'dee' }, { as: dee })
    expect(body.topTracks.map((it: { playcount: number }) => it.playcount)).toEqual([40, 3])
    expect((await server.get('/api/artist/listens', { user: 'dee', artist: 'Mothlight' })).body).toEqual({ plays: 40 })
  })

  test('a history makes the profile report listens', async () => {
    const eve = await makeMember(server, 'eve')
    const profile = async () => (await server.get('/api/user/profile', { user: 'eve' })).body.userProfile[0]
    expect((await profile()).bootstrapped).toBe(0)
    await play(server, eve, kerosene)
    expect((await profile()).bootstrapped).toBe(1)
  })

  test('a history is counted by day and by artist', async () => {
    const { rows } = await sql`
      select member_id, track_id, (listened_at at time zone 'UTC')::date::text as day, count(*) as plays
      from listens group by 1, 2, 3
      except select member_id, track_id, day::text, plays from plays_daily`.execute(server.db)
    expect(rows).toEqual([])
    const totals = await sql<{ listens: number; days: number; artists: number }>`
      select (select count(*) from listens) as listens, (select sum(plays) from plays_daily) as days,
        (select sum(plays) from artist_plays) as artists`.execute(server.db)
    const { listens, days, artists } = totals.rows[0] ?? { listens: 0, days: 1, artists: 2 }
    expect([days, artists]).toEqual([listens, listens])
  })

  test('a history names an artist once, in any spelling', async () => {
    const [first, second] = await makeTracks(server, 'Hexagons by Basalt Choir', 'HEXAGONS by basalt  choir')
    expect(second).toBe(first)
  })
})
