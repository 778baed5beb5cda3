import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { deleteListens } from '../listens/delete-listens.ts'

const server = await testServer()
let round = 0
let ada: TestMember
let bo: TestMember
let names: (name: string) => string
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  // Names that no other test uses.
  names = (name) => `${name} ${round}`
})

const mbid = (number: number) => `00000000-0000-4000-8000-${String(round * 100 + number).padStart(12, '0')}`
const now = () => Math.floor(server.clock.now().getTime() / 1000)

interface Told {
  readonly artist: string
  readonly title?: string
  readonly minutesAgo: number
  readonly album?: string
  readonly artistMbid?: string
  readonly trackMbid?: string
}
const take = (
  member: TestMember,
  told: readonly Told[],
  source: 'listenbrainz' | 'spotify-extended' = 'listenbrainz',
) =>
  createBatchImporter(server.db, member.id)(
    source,
    told.map(({ artist, title = 'Slow Ferry', minutesAgo, album = 'Harbour', artistMbid, trackMbid }) => ({
      details: { album, artistMbids: artistMbid === undefined ? undefined : [artistMbid], recordingMbid: trackMbid },
      artist: names(artist),
      title,
      listenedAt: now() - minutesAgo * 60,
    })),
  )
const artistsOf = async (member: TestMember, period = 'overall') => {
  const { body } = await server.get('/api/user/top-artists', { user: member.name, period })
  return body.topArtists.map((topArtist: { name: string; scrobbles: number }) => [topArtist.name, topArtist.scrobbles])
}
const tracksOf = async (member: TestMember, period = 'overall') => {
  const { body } = await server.get('/api/user/top-tracks', { user: member.name, period }, { as: member })
  return body.topTracks.map((topTrack: { track: string; artist: string; playcount: number }) => [
    topTrack.artist,
    topTrack.track,
    topTrack.playcount,
  ])
}
const boardOf = async (artist: string, period = 'overall') => {
  const { body } = await server.get('/api/artist/top-listeners', { artist: names(artist), period, limit: 50 })
  return body.topListeners.map((topListener: { username: string; playcount: number }) => [
    topListener.username,
    topListener.playcount,
  ])
}

/** Compares every stored sum with the listens, and every number in the catalogue with its rows. */
async function sumsAreRight() {
  await server.db.transaction().execute((tx) => countChanges(tx))
  const { rows } = await sql<{ what: string }>`
    with days as (select l.member_id, l.track_id, t.artist_id, (l.listened_at at time zone 'UTC')::date as day, count(*) as plays
      from listens l join tracks t on t.id = l.track_id group by 1, 2, 3, 4),
    album_days as (select l.member_id, d.album_id, (l.listened_at at time zone 'UTC')::date as day, count(*) as plays
      from listens l join listen_details d on d.id = l.details_id where d.album_id is not null group by 1, 2, 3)
    select 'days' as what from (select member_id, track_id, artist_id, day, plays from plays_daily except select member_id, track_id, artist_id, day, plays from days) x
    union all select 'missing days' from (select member_id, track_id, artist_id, day, plays from days except select member_id, track_id, artist_id, day, plays from plays_daily) x
    union all select 'tracks' from (select member_id, track_id, artist_id, plays, latest from track_plays
      except select member_id, track_id, artist_id, sum(plays), max(day) from days group by 1, 2, 3) x
    union all select 'missing tracks' from (select member_id, track_id from days except select member_id, track_id from track_plays) x
    union all select 'artists' from (select member_id, artist_id, plays, tracks_heard from artist_plays
      except select member_id, artist_id, sum(plays), count(distinct track_id) from days group by 1, 2) x
    union all select 'missing artists' from (select member_id, artist_id from days except select member_id, artist_id from artist_plays) x
    union all select 'albums' from (select member_id, album_id, day, plays from album_plays_daily
      except select member_id, album_id, day, plays from album_days) x
    union all select 'missing albums' from (select member_id, album_id, day, plays from album_days
      except select member_id, album_id, day, plays from album_plays_daily) x
    union all select 'albums of all time' from (select member_id, album_id, plays, latest from album_plays
      except select member_id, album_id, sum(plays), max(day) from album_days group by 1, 2) x
    union all select 'missing albums of all time' from (select member_id, album_id from album_days
      except select member_id, album_id from album_plays) x
    union all select 'spellings of albums' from listen_details join albums on albums.id = album_id where merged_into is not null
    union all select 'albums of spellings' from album_days join albums on albums.id = album_id
      join artists on artists.id = artist_id where artists.merged_into is not null
    union all select 'spellings with plays' from listens join tracks on tracks.id = track_id where merged_into is not null
    union all select 'listeners' from artists where listeners <> (select count(*) from artist_plays where artist_id = artists.id)
    union all select 'sources' from (select member_id, source, listens from listen_sources where listens > 0
      except select member_id, source, count(*) from listens group by 1, 2) x`.execute(server.db)
  expect(rows).toEqual([])
}

describe('an artist under two spellings with one MBID', () => {
  test('two spellings with one MBID in one file are one artist', async () => {
    await take(ada, [
      { artist: 'Beyoncé', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Beyonce', minutesAgo: 20, artistMbid: mbid(1) },
    ])
    expect(await artistsOf(ada)).toEqual([[names('Beyoncé'), 2]])
    expect(await boardOf('beyonce', '7day')).toEqual([[ada.name, 2]])
    await sumsAreRight()
  })

  test('a spelling joined by MBID is the same artist later, also without the MBID', async () => {
    for (const member of [ada, bo]) await take(member, [{ artist: 'Кино', minutesAgo: 10, artistMbid: mbid(1) }])
    for (const member of [ada, bo]) await take(member, [{ artist: 'Kino', minutesAgo: 20, artistMbid: mbid(1) }])
    await take(bo, [{ artist: 'kino', minutesAgo: 50 }], 'spotify-extended')
    expect(await boardOf('Кино')).toEqual([
      [bo.name, 3],
      [ada.name, 2],
    ])
    expect(await boardOf('Kino')).toEqual(await boardOf('Кино'))
    await sumsAreRight()
  })

  test('two known artists with one MBID become one, for all members and in every period', async () => {
    await take(ada, [
      { artist: 'Beyonce', minutesAgo: 10 },
      { artist: 'Beyonce', title: 'Tide', minutesAgo: 20 },
      { artist: 'Beyoncé', title: 'Dusk', minutesAgo: 30 },
    ])
    await take(bo, [{ artist: 'Beyoncé', minutesAgo: 10 }])
    expect(await boardOf('Beyonce')).toEqual([[ada.name, 2]])
    await take(ada, [
      { artist: 'Beyoncé', minutesAgo: 40, artistMbid: mbid(1) },
      { artist: 'Beyonce', minutesAgo: 50, artistMbid: mbid(1) },
    ])
    // Responses contain one name; both spellings find it.
    for (const period of ['overall', '7day']) {
      expect((await artistsOf(ada, period)).map(([, plays]: [string, number]) => plays)).toEqual([5])
      for (const name of ['Beyonce', 'Beyoncé'])
        expect(await boardOf(name, period)).toEqual([
          [ada.name, 5],
          [bo.name, 1],
        ])
    }
    // Tracks by both artists with the same title became one track.
    expect((await tracksOf(ada)).map(([, title, plays]: [string, string, number]) => [title, plays])).toEqual([
      ['Slow Ferry', 3],
      ['Tide', 1],
      ['Dusk', 1],
    ])
    await sumsAreRight()
    const long = { from: new Date(0), until: server.clock.now() }
    await server.db.transaction().execute((tx) => deleteListens(tx, ada.id, long))
    expect(await artistsOf(ada)).toEqual([])
    await sumsAreRight()
  })

  test('joining artists retains one of two equal listens from different sources', async () => {
    await take(ada, [{ artist: 'Beyonce', minutesAgo: 10 }], 'spotify-extended')
    await take(ada, [
      { artist: 'Beyoncé', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Beyoncé', minutesAgo: 30, artistMbid: mbid(1) },
    ])
    await take(ada, [{ artist: 'Beyonce', minutesAgo: 60, artistMbid: mbid(1) }])
    expect((await artistsOf(ada)).map(([, plays]: [string, number]) => plays)).toEqual([3])
    await sumsAreRight()
  })

  test('a joined artist is found by the URL of either spelling', async () => {
    await take(ada, [{ artist: 'Beyonce', minutesAgo: 10 }])
    await take(ada, [{ artist: 'Beyoncé', minutesAgo: 20, artistMbid: mbid(1) }])
    const ids = await server.db.selectFrom('artists').select('id').where('name', 'like', `%${round}`).execute()
    await take(ada, [{ artist: 'Beyonce', minutesAgo: 30, artistMbid: mbid(1) }])
    const responses = await Promise.all(ids.map(({ id }) => server.get('/api/artist/by-id', { id })))
    expect(responses.map((it) => it.status)).toEqual([200, 200])
    expect(new Set(responses.map((response) => response.body.artist.id)).size).toBe(1)
  })
})

describe('names take precedence', () => {
  test('one name under two MBIDs is one artist and joins no other', async () => {
    await take(ada, [
      { artist: 'Nirvana', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Nirvana', title: 'Tide', minutesAgo: 20, artistMbid: mbid(2) },
      { artist: 'Nirvana (UK)', minutesAgo: 30, artistMbid: mbid(2) },
    ])
    expect(await artistsOf(ada)).toEqual([
      [names('Nirvana'), 2],
      [names('Nirvana (UK)'), 1],
    ])
    await take(ada, [{ artist: 'Nirvana', title: 'Dusk', minutesAgo: 40, artistMbid: mbid(2) }])
    expect(await artistsOf(ada)).toEqual([
      [names('Nirvana'), 3],
      [names('Nirvana (UK)'), 1],
    ])
    await sumsAreRight()
  })

  test('two artists with different MBIDs are not joined by a file', async () => {
    await take(ada, [
      { artist: 'Ada Lark', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Bo Lark', minutesAgo: 20, artistMbid: mbid(2) },
    ])
    await take(bo, [{ artist: 'Ada Lark', minutesAgo: 10, artistMbid: mbid(2) }])
    expect(await boardOf('Ada Lark')).toHaveLength(2)
    expect(await boardOf('Bo Lark')).toHaveLength(1)
  })

  test('one file alone does not join two artists with many listeners', async () => {
    const others = await Promise.all(['cleo', 'dan', 'eve'].map((name) => makeMember(server, `${name}${round}`)))
    for (const member of others)
      await take(member, [
        { artist: 'Ada Lark', minutesAgo: 10 },
        { artist: 'Nine Rooms', minutesAgo: 20 },
      ])
    const claim = [
      { artist: 'Ada Lark', minutesAgo: 100, artistMbid: mbid(1) },
      { artist: 'Nine Rooms', minutesAgo: 200, artistMbid: mbid(1) },
    ]
    await take(ada, claim)
    await take(ada, claim)
    expect(await artistsOf(ada)).toHaveLength(2)
    await take(bo, claim)
    expect(await artistsOf(bo)).toHaveLength(2)
    for (const member of others.slice(0, 1)) await take(member, claim)
    expect(await artistsOf(bo)).toHaveLength(1)
    await sumsAreRight()
  })
})

describe("one member's word", () => {
  test('a file with the MBID of another artist does not rename it for others', async () => {
    await take(ada, [{ artist: 'Rude Word', minutesAgo: 10, artistMbid: mbid(1) }])
    await take(bo, [{ artist: 'Ada Lark', minutesAgo: 10, artistMbid: mbid(1) }])
    expect(await artistsOf(bo)).toEqual([[names('Ada Lark'), 1]])
    const cleo = await makeMember(server, `cleo${round}`)
    await take(cleo, [{ artist: 'ada lark', minutesAgo: 10 }], 'spotify-extended')
    expect(await boardOf('Ada Lark')).toHaveLength(2)
    expect(await boardOf('Rude Word')).toEqual([[ada.name, 1]])
    await sumsAreRight()
  })

  test('an MBID moves to the name that more members send with it', async () => {
    await take(ada, [{ artist: 'Rude Word', minutesAgo: 10, artistMbid: mbid(1) }])
    const others = [bo, await makeMember(server, `cleo${round}`)]
    for (const member of others) await take(member, [{ artist: 'Ada Lark', minutesAgo: 10, artistMbid: mbid(1) }])
    const owner = await server.db.selectFrom('artists').select('name').where('mbid', '=', mbid(1)).execute()
    expect(owner).toEqual([{ name: names('Ada Lark') }])
    expect(await artistsOf(bo)).toEqual([[names('Ada Lark'), 1]])
    await sumsAreRight()
  })

  test('one file does not join names of which it sent one before', async () => {
    await take(ada, [
      { artist: 'Rude Word', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Ada Lark', minutesAgo: 20, artistMbid: mbid(1) },
    ])
    await take(bo, [{ artist: 'Ada Lark', minutesAgo: 10, artistMbid: mbid(1) }])
    expect(await boardOf('Rude Word')).toEqual([[ada.name, 1]])
    expect(await boardOf('Ada Lark')).toHaveLength(2)
  })

  test('a file with the MBID of another title does not rename it', async () => {
    await take(ada, [{ artist: 'Ada Lark', title: 'Rude Title', minutesAgo: 10, trackMbid: mbid(1) }])
    await take(bo, [{ artist: 'Ada Lark', title: 'Hit', minutesAgo: 10, trackMbid: mbid(1) }])
    expect((await tracksOf(bo)).map(([, title]: [string, string]) => title)).toEqual(['Hit'])
  })

  test('a name that differs by marks is not joined with an artist of other members on one word', async () => {
    const cleo = await makeMember(server, `cleo${round}`)
    for (const member of [bo, cleo])
      await take(member, [
        { artist: 'Bjork', minutesAgo: 10 },
        { artist: 'Björk', minutesAgo: 20 },
      ])
    await take(ada, [
      { artist: 'Bjork', minutesAgo: 10, artistMbid: mbid(1) },
      { artist: 'Björk', minutesAgo: 20, artistMbid: mbid(1) },
    ])
    expect(await artistsOf(bo)).toHaveLength(2)
  })

  test('a credit of several artists with one MBID is not that artist', async () => {
    for (const member of [ada, bo])
      await take(member, [
        { artist: 'Ada Lark; Bo Fen', minutesAgo: 10, artistMbid: mbid(1) },
        { artist: 'Ada Lark', minutesAgo: 20, artistMbid: mbid(1) },
        { artist: 'Ada Lark feat. Bo Fen', minutesAgo: 30, artistMbid: mbid(1) },
      ])
    expect(await artistsOf(ada)).toHaveLength(3)
    const owner = await server.db.selectFrom('artists').select('name').where('mbid', '=', mbid(1)).execute()
    expect(owner).toEqual([{ name: names('Ada Lark') }])
  })
})

describe('a track under two titles with one MBID', () => {
  test('two titles with one MBID are one track of their artist, and not of another', async () => {
    await take(ada, [
      { artist: 'Nine Rooms', title: 'Slow Ferry', minutesAgo: 10, trackMbid: mbid(1) },
      { artist: 'Nine Rooms', title: 'Slow Ferry - Remastered', minutesAgo: 20, trackMbid: mbid(1) },
      { artist: 'Ada Lark', title: 'Slow Ferry (Cover)', minutesAgo: 30, trackMbid: mbid(1) },
    ])
    expect(await tracksOf(ada)).toEqual([
      [names('Nine Rooms'), 'Slow Ferry', 2],
      [names('Ada Lark'), 'Slow Ferry (Cover)', 1],
    ])
    await sumsAreRight()
  })

  test('two known tracks with one MBID become one', async () => {
    await take(ada, [
      { artist: 'Nine Rooms', title: 'Slow Ferry', minutesAgo: 10 },
      { artist: 'Nine Rooms', title: 'The Slow Ferry', minutesAgo: 20 },
    ])
    for (const member of [ada, bo])
      await take(member, [
        { artist: 'Nine Rooms', title: 'Slow Ferry', minutesAgo: 30, trackMbid: mbid(1) },
        { artist: 'Nine Rooms', title: 'The Slow Ferry', minutesAgo: 40, trackMbid: mbid(1) },
      ])
    expect((await tracksOf(ada)).map(([, , plays]: [string, string, number]) => plays)).toEqual([4])
    await sumsAreRight()
  })
})

test('listens added while artists are joined count for the remaining artist', async () => {
  await take(ada, [
    { artist: 'Beyonce', minutesAgo: 1000 },
    { artist: 'Beyoncé', minutesAgo: 2000, artistMbid: mbid(1) },
  ])
  const remembering = createBatchImporter(server.db, bo.id)
  const play = (minutesAgo: number, more: object = {}) => ({
    artist: names('Beyonce'),
    title: 'Slow Ferry',
    listenedAt: now() - minutesAgo * 60,
    ...more,
  })
  await remembering('maloja', [play(10)])
  await Promise.all([
    take(ada, [{ artist: 'Beyonce', minutesAgo: 3000, artistMbid: mbid(1) }]),
    ...Array.from({ length: 5 }, (_, index) => remembering('maloja', [play(20 + index * 10)])),
  ])
  expect(await boardOf('Beyoncé')).toEqual([
    [bo.name, 6],
    [ada.name, 3],
  ])
  await sumsAreRight()
})

test('storing MBIDs waits for locks as long as the batch that sends them', async () => {
  await sql`create table mbid_waits (lock_timeout text)`.execute(server.db)
  await sql`create function note_wait() returns trigger language plpgsql as $$
    begin insert into mbid_waits values (current_setting('lock_timeout')); return null; end $$`.execute(server.db)
  for (const table of ['artists', 'tracks'])
    await sql`create trigger note_wait after update of mbid on ${sql.table(table)}
      execute function note_wait()`.execute(server.db)
  await take(ada, [{ artist: 'Wrong', minutesAgo: 100, artistMbid: mbid(1), trackMbid: mbid(2) }])
  for (const [place, member] of [bo, await makeMember(server, `cy${round}`)].entries())
    await take(member, [{ artist: 'Right', minutesAgo: 200 + place, artistMbid: mbid(1) }])
  const moved = await server.db.selectFrom('artists').select('name').where('mbid', '=', mbid(1)).executeTakeFirst()
  expect(moved?.name).toBe(names('Right'))
  const { rows } = await sql`select distinct lock_timeout from mbid_waits`.execute(server.db)
  expect(rows).toEqual([{ lock_timeout: '2min' }])
  await sql`drop table mbid_waits`.execute(server.db)
  await sql`drop function note_wait cascade`.execute(server.db)
})

test('a recording whose MBID belongs to another title is joined by its own title, and the MBID does not move', async () => {
  await take(ada, [
    { artist: 'Loam', title: 'Peat', minutesAgo: 10, artistMbid: mbid(1) },
    { artist: 'Loam', title: 'Peat - Remastered', minutesAgo: 20, trackMbid: mbid(2) },
  ])
  await take(bo, [{ artist: 'Lôam', title: 'Peat', minutesAgo: 30, trackMbid: mbid(2) }])
  await take(bo, [{ artist: 'Lôam', title: 'Door', minutesAgo: 40, artistMbid: mbid(1) }])
  expect(await artistsOf(bo)).toEqual([[names('Loam'), 2]])
  expect((await tracksOf(ada)).map(([, title]: [string, string]) => title).toSorted()).toEqual([
    'Peat',
    'Peat - Remastered',
  ])
  await sumsAreRight()
})
