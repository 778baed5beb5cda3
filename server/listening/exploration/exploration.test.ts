import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'

let server: TestServer
let tracks: readonly number[]
let artistId: number
const members = new Map<string, TestMember>()

/** Returns a member in the test by name. */
const of = (name: string): TestMember => {
  const member = members.get(name)
  if (member === undefined) throw new Error(`There is no ${name}.`)
  return member
}
const explore = (as?: TestMember, query: object = {}) =>
  server.get('/api/artist/exploration', { id: artistId, ...query }, as === undefined ? {} : { as })

/** Adds listens to a range of the artist's twenty tracks for a member. */
async function hear(name: string, from: number, to: number): Promise<void> {
  for (const track of tracks.slice(from, to)) await play(server, of(name), track, { plays: 2 })
}

beforeAll(async () => {
  server = await testServer()
  const names = Array.from({ length: 20 }, (_, place) => `Song ${place} by Basalt Choir`)
  tracks = await makeTracks(server, ...names, 'Elsewhere by Nine Rooms')
  artistId = (
    await server.db.selectFrom('artists').select('id').where('name', '=', 'Basalt Choir').executeTakeFirstOrThrow()
  ).id
  for (const member of await makeMembers(server, 'ada', 'bo', 'cy', 'dee', 'eve', 'fay'))
    members.set(member.name, member)
  // Of twenty tracks, two members have heard twelve: ada 5, bo 1, cy 7, dee 12, eve 20, fay none.
  await hear('ada', 0, 5)
  await hear('bo', 0, 1)
  await hear('cy', 3, 10)
  await hear('dee', 0, 12)
  await hear('eve', 0, 20)
})

describe('the exploration of an artist', () => {
  test('exploration is the share of known tracks heard, with a percentile of depth', async () => {
    expect((await explore(of('ada'), { current_user: 'ada' })).body).toEqual({
      artist: 'Basalt Choir',
      known_tracks: 12,
      heard_tracks: 5,
      percentile: 25, // bo alone among bo, cy, dee and eve
      explorers: [
        { username: 'eve', depth: 1, pfpsm: '' },
        { username: 'dee', depth: 1, pfpsm: '' },
        { username: 'cy', depth: 7 / 12, pfpsm: '' },
        { username: 'bo', depth: 1 / 12, pfpsm: '' },
      ],
      viewer: 'ada',
    })
  })

  test('exploration without listens begins at the beach, without a ranking', async () => {
    expect((await explore(of('fay'))).body).toMatchObject({ heard_tracks: 0, percentile: null })
  })

  test('exploration shows a visitor the explorers', async () => {
    const { body } = await explore()
    expect(body).toMatchObject({ heard_tracks: 0, percentile: null })
    expect(body.explorers.map((it: { username: string }) => it.username)).toEqual(['eve', 'dee', 'cy', 'ada', 'bo'])
  })

  test('exploration counts equally deep members half', async () => {
    const gus = await makeMember(server, 'gus')
    for (const track of tracks.slice(10, 15)) await play(server, gus, track)
    // bo below, ada level, cy, dee, eve above: 1.5 of 5.
    expect((await explore(gus)).body.percentile).toBe(30)
    await sql`delete from members where id = ${gus.id}`.execute(server.db)
    expect((await explore(of('ada'))).body.percentile).toBe(25)
  })

  test('exploration of the only listener has no ranking', async () => {
    const [only = 0] = await makeTracks(server, 'Alone by Mothlight')
    await play(server, of('ada'), only)
    const artist = await server.db
      .selectFrom('tracks')
      .select('artist_id')
      .where('id', '=', only)
      .executeTakeFirstOrThrow()
    const { body } = await explore(of('ada'), { id: artist.artist_id })
    expect(body).toMatchObject({ known_tracks: 1, heard_tracks: 1, percentile: null, explorers: [] })
  })

  test('exploration hides blocked members', async () => {
    const blocks = { blocker_id: of('eve').id, blocked_id: of('ada').id, created_at: server.clock.now() }
    await server.db.insertInto('blocks').values(blocks).execute()
    const seenBy = async (name: string) =>
      (await explore(of(name))).body.explorers.map((it: { username: string }) => it.username)
    expect(await seenBy('ada')).toEqual(['dee', 'cy', 'bo'])
    expect(await seenBy('eve')).toEqual(['dee', 'cy', 'bo'])
    expect(await seenBy('bo')).toEqual(['eve', 'dee', 'cy', 'ada'])
    await server.db.deleteFrom('blocks').execute()
  })

  test('exploration of an unknown artist is not found', async () => {
    const response = await explore(of('ada'), { id: 999_999 })
    expect([response.status, response.body]).toEqual([404, { error: 'Artist not found', code: 'not_found' }])
  })

  test('exploration shows every zone, however crowded one of them is', async () => {
    const crowd = await makeMembers(server, ...Array.from({ length: 30 }, (_, place) => `crowd${place}`))
    for (const [place, member] of crowd.entries()) await play(server, member, tracks[place % 2] ?? 0)
    const { body } = await explore(of('ada'))
    const depths = body.explorers.map((it: { depth: number }) => it.depth)
    expect(depths).toEqual([1, 1, 7 / 12, 1 / 12, 1 / 12, 1 / 12, 1 / 12])
  })

  test('exploration is included in a member’s top artists', async () => {
    const { body } = await server.get('/api/user/top-artists', { user: 'ada' })
    expect(body.topArtists).toMatchObject([
      { name: 'Basalt Choir', scrobbles: 10, known_tracks: 12, depth: 5 / 12 },
      { name: 'Mothlight', scrobbles: 1, known_tracks: 1 },
    ])
    const week = (await server.get('/api/user/top-artists', { user: 'ada', period: '7day' })).body
    expect(week.topArtists[0]).toMatchObject({ scrobbles: 10, depth: 5 / 12 })
  })
})

describe('an artist of which too little is known', () => {
  const topArtists = async (as: TestMember) =>
    (await server.get('/api/user/top-artists', { user: as.name }, { as })).body.topArtists
  const makeAlbum = (artist: string, length: number) =>
    makeTracks(server, ...Array.from({ length }, (_, place) => `Song ${place} by ${artist}`))

  test('four known tracks are too few for a depth, five are enough', async () => {
    const [ivy, jo] = await makeMembers(server, 'ivy', 'jo')
    if (!ivy || !jo) throw new Error('Two members are needed.')
    const songs = await makeAlbum('Few', 4)
    for (const song of songs) for (const member of [ivy, jo]) await play(server, member, song)
    expect(await topArtists(ivy)).toEqual([expect.not.objectContaining({ depth: expect.anything() })])
    const [fifth = 0] = await makeTracks(server, 'Song 4 by Few')
    await play(server, jo, fifth)
    expect(await topArtists(jo)).toMatchObject([{ known_tracks: 5, depth: 1 }])
    await play(server, of('eve'), fifth)
    expect(await topArtists(ivy)).toMatchObject([{ known_tracks: 5, depth: 0.8 }])
  })

  test('tracks that only the member has played give no depth, however many they are', async () => {
    const [kim, lou] = await makeMembers(server, 'kim', 'lou')
    if (!kim || !lou) throw new Error('Two members are needed.')
    const songs = await makeAlbum('Own', 12)
    for (const song of songs) await play(server, kim, song)
    expect(await topArtists(kim)).toEqual([expect.not.objectContaining({ depth: expect.anything() })])
    await play(server, lou, songs[0] ?? 0)
    expect(await topArtists(kim)).toMatchObject([{ known_tracks: 12, depth: 1 }])
    const hide = (hides_listening: boolean) =>
      server.db.updateTable('members').set({ hides_listening }).where('id', '=', lou.id).execute()
    await hide(true)
    expect(await topArtists(kim)).toEqual([expect.not.objectContaining({ depth: expect.anything() })])
    await hide(false)
  })

  test('titles that one other member made up, that were corrected or deleted, are not known', async () => {
    const [mia, ned, forger] = await makeMembers(server, 'mia', 'ned', 'forger')
    if (!mia || !ned || !forger) throw new Error('Three members are needed.')
    const songs = await makeAlbum('True', 6)
    for (const song of songs) for (const member of [mia, ned]) await play(server, member, song)
    for (const song of await makeTracks(server, ...Array.from({ length: 40 }, (_, place) => `Fake ${place} by True`)))
      await play(server, forger, song)
    expect(await topArtists(mia)).toMatchObject([{ known_tracks: 6, depth: 1 }])
    const [wrong = 0] = await makeTracks(server, 'Sogn by True')
    await play(server, mia, wrong)
    expect(await topArtists(mia)).toMatchObject([{ known_tracks: 7, depth: 1 }])
    expect(await topArtists(ned)).toMatchObject([{ known_tracks: 6, depth: 1 }])
    const { body } = await server.get('/api/user/listens', { user: 'mia', limit: 1 }, { as: mia })
    const correction = { user: 'mia', id: body.listens[0].id, artist: 'True', track: 'Song 0' }
    expect((await server.post('/api/user/correct-listen', correction, { as: mia })).status).toBe(200)
    expect(await topArtists(mia)).toMatchObject([{ known_tracks: 6, depth: 1 }])
    const id = (await topArtists(mia))[0].id
    const explored = (await explore(mia, { id })).body
    expect(explored).toMatchObject({ known_tracks: 6, heard_tracks: 6 })
    // The forger knows own titles, and the others'.
    const depths = explored.explorers.map((each: { username: string; depth: number }) => [each.username, each.depth])
    expect(depths).toEqual([
      ['ned', 1],
      ['forger', 40 / 46],
    ])
  })

  test('the offline copy has the same depths', async () => {
    const copied = async (name: string) => {
      const { body } = await server.get('/api/user/offline-copy', { user: name }, { as: of(name) })
      return body.members[0].charts.top_artists.topArtists
    }
    expect(await copied('ada')).toEqual(await topArtists(of('ada')))
  })
})

describe('plays per day', () => {
  const days = (query: object, as = of('bo')) => server.get('/api/user/daily-plays', { user: 'bo', ...query }, { as })

  test('plays per day are counted by UTC day up to today, without empty days', async () => {
    await play(server, of('bo'), tracks[20] ?? 0, { plays: 3, daysAgo: 2 })
    await play(server, of('bo'), tracks[20] ?? 0, { plays: 4, daysAgo: 55 })
    await play(server, of('bo'), tracks[20] ?? 0, { plays: 5, daysAgo: 56 })
    expect((await days({})).body).toEqual({
      days: [
        { day: '2026-09-27', plays: 4 },
        { day: '2026-11-19', plays: 3 },
        { day: '2026-11-21', plays: 2 },
      ],
      until: '2026-11-21',
    })
    expect((await days({ days: 1 })).body.days).toEqual([{ day: '2026-11-21', plays: 2 }])
    expect((await days({ days: 366 })).body.days).toHaveLength(4)
  })

  test.each([0, 367, 'all'])('plays per day of %s days are rejected', async (requested) => {
    expect((await days({ days: requested })).status).toBe(400)
  })

  test('plays per day are visible only to the member', async () => {
    expect((await days({}, of('ada'))).status).toBe(403)
    expect((await server.get('/api/user/daily-plays', { user: 'bo' })).status).toBe(401)
  })
})

describe('stored counts', () => {
  /** Each query returns no rows if the stored counts equal the counts computed from the listens. */
  const contradictions = {
    'tracks heard': `select member_id, artist_id, count(distinct track_id), count(*) from listens join tracks
      on tracks.id = track_id group by 1, 2
      except select member_id, artist_id, tracks_heard, plays from artist_plays`,
    'all plays': `select id from artists left join (select artist_id, count(*) as n, sum(plays) as sum from artist_plays
      group by 1) as slow on artist_id = id where listeners <> coalesce(n, 0) or plays <> coalesce(sum, 0)`,
  }

  test('stored counts equal a full count after random concurrent histories and deletions', async () => {
    const crowd = await makeMembers(server, ...Array.from({ length: 6 }, (_, place) => `random${place}`))
    let state = 7
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 12; round++) {
      const writes = Array.from({ length: 8 }, () =>
        play(server, crowd[next(6)] ?? of('ada'), tracks[next(21)] ?? 0, { plays: 1 + next(4), daysAgo: next(5) }),
      )
      await Promise.all([...writes, round % 3 === 0 ? server.db.transaction().execute(countChanges) : undefined])
    }
    await sql`delete from members where id = ${crowd[0]?.id}`.execute(server.db)
    await server.db.transaction().execute(countChanges)
    expect(await server.db.transaction().execute(countChanges)).toBe(0)
    for (const [what, query] of Object.entries(contradictions)) {
      expect([what, (await sql.raw(query).execute(server.db)).rows]).toEqual([what, []])
    }
  })

  test('stored counts are exact for readers before and after the job', async () => {
    const responses = async () => ({
      ranks: await Promise.all(
        ['ada', 'bo', 'cy', 'dee', 'eve'].map(async (name) => {
          const query = { artist: 'Basalt Choir', current_user: name }
          return (await server.get('/api/artist/top-listeners', query, { as: of(name) })).body.rank
        }),
      ),
      artist: (await server.get('/api/artist/by-id', { id: artistId })).body,
      exploration: (await explore(of('cy'))).body,
    })
    await hear('bo', 0, 20)
    await play(server, of('eve'), tracks[0] ?? 0, { plays: 1, daysAgo: 9 })
    const before = await responses()
    await server.db.transaction().execute(countChanges)
    expect(await responses()).toEqual(before)
  })
})

test('an artist that only a service’s chart names has listeners and no depth', async () => {
  const { rows } = await sql<{ id: number }>`with made as (
      insert into artists (name, name_key) values ('Nobody Here', 'nobody here') returning id)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select members.id, made.id, 9, 0 from made cross join members where members.name = 'bo' returning artist_id as id`.execute(
    server.db,
  )
  const { status, body } = await explore(of('ada'), { id: rows[0]?.id })
  expect([status, body.known_tracks, body.explorers]).toEqual([200, 0, []])
})
