import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { aggregateInbox } from '#server/music-services/scrobbling/aggregate-inbox.ts'
import { makeMembers } from '#tests/support/members.ts'
import { aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { lockListens } from '../catalogue/lock.ts'
import { joinTracks } from '../identities/join.ts'
import { CHANGED_MAX, CORRECTIONS_MAX } from './moved-change.ts'
import type { Scrobble } from './scrobble.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  server = await testServer()
  const members = await makeMembers(server, 'ada', 'bo')
  ;[ada, bo] = [members[0] as TestMember, members[1] as TestMember]
  return () => server.close()
})

const AT = 1_790_000_000
const scrobble = (title: string, place = 0, details = {}): Scrobble => ({
  artist: 'Ebb',
  title,
  listenedAt: AT + place * 300,
  details,
})
const importListens = (...scrobbles: readonly Scrobble[]) =>
  createBatchImporter(server.db, ada.id)('lastfm-csv', scrobbles)

type Row = Record<'id' | 'track' | 'artist' | 'album' | 'source' | 'listened_at', string>
async function read(as = ada): Promise<Row[]> {
  return (await server.get('/api/user/listens', { user: as.name }, { as })).body.listens
}
const readNames = async () => (await read()).map(({ track, artist, album }) => `${track} by ${artist} on ${album}`)

async function post(path: string, query: Record<string, string>, as = ada) {
  const { status, body } = await server.post(`/api/user/${path}`, { user: as.name, ...query }, { as })
  return [status, body.error ?? body.success]
}
const idOf = async (track: string) => (await read()).find((row) => row.track === track)?.id ?? ''
const DONE = [200, true]
const NONE = [404, 'There is no such listen.']

describe('deleting a listen', () => {
  test('removes it alone, and the same listen sent again is not added', async () => {
    await importListens(scrobble('Dawn'), scrobble('Dusk', 1))
    const id = await idOf('Dawn')
    expect(await post('delete-listen', { id })).toEqual(DONE)
    expect(await readNames()).toEqual(['Dusk by Ebb on '])
    expect(await importListens(scrobble('Dawn'), scrobble('Noon', 2))).toBe(1)
    const token = await makeToken(server, ada)
    await submitListens(server, token, { listen_type: 'import', payload: [aListen(AT + 20, 'Dawn', 'Ebb')] })
    expect(await readNames()).toEqual(['Noon by Ebb on ', 'Dusk by Ebb on '])
    expect(await post('delete-listen', { id })).toEqual(NONE)
    await expectRightCounts(server.db)
  })

  test('does not touch the listens of another member', async () => {
    await importListens(scrobble('Dawn'))
    expect(await post('delete-listen', { id: await idOf('Dawn') }, bo)).toEqual(NONE)
    expect(await readNames()).toHaveLength(1)
  })

  test('deletes a listen that was corrected meanwhile, by the id that it had before', async () => {
    await importListens(scrobble('Dawn'), scrobble('Dawn', 1))
    const [newest, oldest] = (await read()).map(({ id }) => id)
    await post('correct-listen', { id: newest ?? '', artist: 'Ebb', track: 'Noon' })
    await post('correct-listen', { id: newest ?? '', artist: 'Ebb', track: 'Dusk', scope: 'track' })
    expect(await post('delete-listen', { id: newest ?? '' })).toEqual(DONE)
    expect((await read()).map(({ id }) => id)).toEqual([oldest])
  })
})

describe('correcting listens', () => {
  test('corrects one listen, which does not come back under its old name', async () => {
    await importListens(scrobble('Dwan'), scrobble('Dwan', 1))
    const [newest] = await read()
    expect(await post('correct-listen', { id: newest?.id ?? '', artist: 'Ebb', track: 'Dawn' })).toEqual(DONE)
    expect(await readNames()).toEqual(['Dawn by Ebb on ', 'Dwan by Ebb on '])
    expect(await importListens(scrobble('Dwan'), scrobble('Dwan', 1))).toBe(0)
    await expectRightCounts(server.db)
  })

  test('corrects all alike, of any album or of one, and those that arrive later', async () => {
    const all = [{}, { album: 'Days' }, { album: 'Nights' }].map((details, place) => scrobble('Dwan', place, details))
    await importListens(...all, scrobble('Dusk', 9))
    const onDays = (await read()).find(({ album }) => album === 'Days')?.id ?? ''
    const correction = { id: onDays, artist: 'Ebb', track: 'Dawn' }
    expect(await post('correct-listen', { ...correction, scope: 'album', album: 'Long Days' })).toEqual(DONE)
    expect(await readNames()).toEqual([
      'Dusk by Ebb on ',
      'Dwan by Ebb on Nights',
      'Dawn by Ebb on Long Days',
      'Dwan by Ebb on ',
    ])
    expect(
      await post('correct-listen', { id: await idOf('Dwan'), artist: 'Ebb', track: 'Dawn', scope: 'track' }),
    ).toEqual(DONE)
    const names = ['Dusk by Ebb on ', 'Dawn by Ebb on Nights', 'Dawn by Ebb on Long Days', 'Dawn by Ebb on ']
    expect(await readNames()).toEqual(names)
    expect(await importListens(...all)).toBe(0)
    expect(await importListens(scrobble('DWAN', 20, { album: 'days' }))).toBe(1)
    expect(await readNames()).toEqual(['Dawn by Ebb on Long Days', ...names])
    await expectRightCounts(server.db)
  })

  test.each(['one', 'track', 'album'])(
    'corrects title and case of the artist of an album in one, scope %s',
    async (scope) => {
      await importListens(scrobble('Dwan', 0, { album: 'Days', albumArtist: 'Ebb', durationMs: 200_000 }))
      const correction = { id: await idOf('Dwan'), artist: 'EBB', track: 'Dawn', scope }
      expect(await post('correct-listen', correction)).toEqual(DONE)
      expect(await readNames()).toEqual(['Dawn by EBB on Days'])
      await expectRightCounts(server.db)
    },
  )

  test('removes an album, which a copy that is sent again does not bring back', async () => {
    await importListens(scrobble('Dawn', 0, { album: 'Wrong' }))
    expect(await post('correct-listen', { id: await idOf('Dawn'), artist: 'Ebb', track: 'Dawn', album: '' })).toEqual(
      DONE,
    )
    expect(await importListens(scrobble('Dawn', 0, { album: 'Wrong' }))).toBe(0)
    expect(await readNames()).toEqual(['Dawn by Ebb on '])
    await expectRightCounts(server.db)
  })

  test('a correction back to the old name holds', async () => {
    await importListens(scrobble('Dwan'), scrobble('Dwan', 1))
    await post('correct-listen', { id: await idOf('Dwan'), artist: 'Ebb', track: 'Dawn', scope: 'track' })
    await post('correct-listen', { id: await idOf('Dawn'), artist: 'Ebb', track: 'Dwan', scope: 'track' })
    expect(await importListens(scrobble('Dwan'), scrobble('Dwan', 1), scrobble('Dwan', 2))).toBe(1)
    expect(new Set(await readNames())).toEqual(new Set(['Dwan by Ebb on ']))
  })

  test('a correction follows when the tracks are joined', async () => {
    await importListens(scrobble('Dwan'), scrobble('Dawn (live)', 1), scrobble('Dwaan', 3))
    await post('correct-listen', { id: await idOf('Dwan'), artist: 'Ebb', track: 'Dawn (live)', scope: 'track' })
    const rows = await server.db.selectFrom('tracks').select(['id', 'title']).execute()
    const track = (title: string) => rows.find((row) => row.title === title)?.id ?? 0
    await importListens(scrobble('Dawn', 2))
    const [dawn = 0] = (await server.db.selectFrom('tracks').select('id').where('title', '=', 'Dawn').execute()).map(
      ({ id }) => id,
    )
    await joinTracks(server.db, track('Dawn (live)'), dawn)
    await joinTracks(server.db, track('Dwaan'), track('Dwan'))
    expect(await importListens(scrobble('Dwaan', 7), scrobble('Dwan'))).toBe(1)
    expect((await readNames())[0]).toBe('Dawn by Ebb on ')
    await expectRightCounts(server.db)
  })

  test.each([
    [{ artist: 'Ebb', track: '\u200b' }, 'Artist and title must have visible characters.'],
    [{ artist: 'ﷺ'.repeat(100), track: 'Dawn' }, 'artist must be at most 500 characters.'],
    [{ artist: 'x'.repeat(501), track: 'Dawn' }, 'artist must be at most 500 characters.'],
    [{ artist: 'Ebb', track: 'Dawn', scope: 'every' }, 'scope must be one of one, track, album, artist.'],
    [{ artist: 'Ebb', track: 'Dawn', album: 'x'.repeat(501) }, 'album must be at most 500 characters.'],
  ])('rejects %o', async (query, sentence) => {
    await importListens(scrobble('Dawn'))
    expect(await post('correct-listen', { id: await idOf('Dawn'), ...query })).toEqual([400, sentence])
    expect(await readNames()).toEqual(['Dawn by Ebb on '])
  })
})

describe('adding a listen by hand', () => {
  const listened_at = new Date(AT * 1000).toISOString()

  test('adds it once, with its album, and with the corrections of the member', async () => {
    const listen = { artist: 'Ebb', track: 'Dawn', album: 'Days', listened_at }
    expect(await post('add-listen', listen)).toEqual(DONE)
    expect(await post('add-listen', listen)).toEqual(DONE)
    expect(await read()).toMatchObject([{ track: 'Dawn', album: 'Days', source: 'by-hand', listened_at }])
    await post('correct-listen', { id: await idOf('Dawn'), artist: 'Ebb', track: 'Noon', scope: 'track' })
    await post('add-listen', { ...listen, listened_at: new Date((AT + 600) * 1000).toISOString() })
    expect(await readNames()).toEqual(['Noon by Ebb on Days', 'Noon by Ebb on Days'])
    await expectRightCounts(server.db)
  })

  test('adds a listen that was deleted before', async () => {
    await importListens(scrobble('Dawn'))
    await post('delete-listen', { id: await idOf('Dawn') })
    expect(await post('add-listen', { artist: 'Ebb', track: 'Dawn', listened_at })).toEqual(DONE)
    expect(await readNames()).toEqual(['Dawn by Ebb on '])
    expect(await importListens(scrobble('Dawn'))).toBe(0)
  })

  test('rejects a future time and one before there were scrobbles', async () => {
    const add = (at: string) => post('add-listen', { artist: 'Ebb', track: 'Dawn', listened_at: at })
    const future = new Date(server.clock.now().getTime() + 120_000).toISOString()
    expect(await add(future)).toEqual([400, 'The time must be in the past.'])
    expect(await add('2001-12-31T23:59:59Z')).toEqual([400, 'The time must be after 2001.'])
    expect(await add('now')).toEqual([400, 'listened_at must be a time such as 2024-05-17T00:00:00Z.'])
    expect(await readNames()).toEqual([])
  })
})

describe('limits', () => {
  test('the number of recorded changes is bounded', async () => {
    await importListens(scrobble('Dawn'), scrobble('Dusk', 1))
    await server.db
      .insertInto('changed_listens')
      .values(Array.from({ length: 5_000 }, (_, place) => toChanged(place)))
      .execute()
    for (const part of [1, 2, 3])
      await server.db
        .insertInto('changed_listens')
        .values(Array.from({ length: CHANGED_MAX / 4 }, (_, place) => toChanged(part * 5_000 + place)))
        .execute()
    const [status, sentence] = await post('delete-listen', { id: await idOf('Dawn') })
    expect([status, sentence]).toEqual([409, expect.stringContaining('You have changed 20,000 single listens')])
    expect(await readNames()).toHaveLength(2)
    const { id: track_id } = await server.db.selectFrom('tracks').select('id').executeTakeFirstOrThrow()
    const rule = { member_id: ada.id, track_id, on_album: null, to_track: track_id, to_album: null }
    await server.db
      .insertInto('listen_corrections')
      .values(Array.from({ length: CORRECTIONS_MAX }, () => rule))
      .execute()
    const correction = { id: await idOf('Dawn'), artist: 'Ebb', track: 'Noon', scope: 'track' }
    expect(await post('correct-listen', correction)).toEqual([409, expect.stringContaining('2,000 tracks')])
    await expectRightCounts(server.db)
  })
  const toChanged = (place: number) => ({
    member_id: ada.id,
    track_id: 1,
    source: 0,
    moved_to: null,
    listened_at: new Date(place * 1000),
  })
})

describe('while other transactions add listens', () => {
  test('a batch that began before a correction is added with it', async () => {
    await importListens(scrobble('Dwan'))
    // Holds the listens, so that a correction and then an import wait for it, in this order.
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    let lock = () => {}
    const isLocked = new Promise<void>((resolve) => {
      lock = resolve
    })
    const holding = inTransaction(server.db, async (tx) => {
      await lockListens(tx, ada.id)
      lock()
      await isHeld
    })
    await isLocked
    const waiting = async (count: number) => {
      const locks = server.db.selectFrom('pg_locks' as never).selectAll()
      for (;;) {
        const rows = (await locks.where('granted' as never, '=', false as never).execute()) as unknown[]
        if (rows.length >= count) return
        await wait(5)
      }
    }
    const id = `${AT}000000.${String((await server.db.selectFrom('tracks').select('id').executeTakeFirstOrThrow()).id).padStart(10, '0')}`
    const correcting = post('correct-listen', { id, artist: 'Ebb', track: 'Dawn', scope: 'track' })
    await waiting(1)
    const importing = importListens(scrobble('Dwan', 1))
    const token = await makeToken(server, ada)
    await submitListens(server, token, { listen_type: 'import', payload: [aListen(AT + 900, 'Dwan', 'Ebb')] })
    await waiting(2)
    release()
    await holding
    expect(await correcting).toEqual(DONE)
    expect(await importing).toBe(1)
    await aggregateInbox(server.services)
    expect(await readNames()).toEqual(['Dawn by Ebb on ', 'Dawn by Ebb on ', 'Dawn by Ebb on '])
    await expectRightCounts(server.db)
  })
})

describe('correcting an artist', () => {
  const byBjork = (title: string, place: number, details = {}): Scrobble => ({
    ...scrobble(title, place, details),
    artist: 'Bjork',
  })

  test('corrects all tracks and the artist of the album, now and later, in one action', async () => {
    await importListens(
      byBjork('Army of Me', 0, { album: 'Post', albumArtist: 'Bjork' }),
      byBjork('Hyperballad', 1, { album: 'Post' }),
      byBjork('Jóga', 2),
      { ...scrobble('Sun in My Mouth', 3, { album: 'Post', albumArtist: 'Bjork' }), artist: 'Guest' },
      scrobble('Dawn', 4),
    )
    const correction = { id: await idOf('Jóga'), artist: 'Björk', track: 'ignored', album: 'ignored', scope: 'artist' }
    expect(await post('correct-listen', correction)).toEqual(DONE)
    expect(await readNames()).toEqual([
      'Dawn by Ebb on ',
      'Sun in My Mouth by Guest on Post',
      'Jóga by Björk on ',
      'Hyperballad by Björk on Post',
      'Army of Me by Björk on Post',
    ])
    const { body } = await server.get(
      '/api/user/chart',
      { user: 'ada', kind: 'albums', period: 'overall' },
      { as: ada },
    )
    expect(body.rows.map((row: Row & { plays: number }) => [row.artist, row.plays])).toContainEqual(['Björk', 2])
    await importListens(byBjork('Bachelorette', 5, { album: 'Homogenic', albumArtist: 'bjork' }), byBjork('Jóga', 2))
    expect((await readNames())[0]).toBe('Bachelorette by Björk on Homogenic')
    expect(await read()).toHaveLength(6)
    const { body: later } = await server.get(
      '/api/user/chart',
      { user: 'ada', kind: 'albums', period: 'overall' },
      { as: ada },
    )
    expect(later.rows.map((row: Row) => `${row.artist} ${(row as unknown as { name: string }).name}`)).toContain(
      'Björk Homogenic',
    )
    await expectRightCounts(server.db)
  })

  test('is found by its former id, applied once, and undone by correcting it back', async () => {
    await importListens(byBjork('Army of Me', 0), byBjork('Jóga', 1))
    const [former, other] = [await idOf('Jóga'), await idOf('Army of Me')]
    expect(await post('correct-listen', { id: former, artist: 'Björk', track: 'Jóga', scope: 'artist' })).toEqual(DONE)
    expect(await post('correct-listen', { id: former, artist: 'Björk', track: 'Jóga', scope: 'artist' })).toEqual([
      409,
      'The listen already has these names.',
    ])
    expect(await post('correct-listen', { id: other, artist: 'Bjork', track: 'x', scope: 'artist' })).toEqual(DONE)
    await importListens(byBjork('Unravel', 2), { ...byBjork('Isobel', 3), artist: 'Björk' })
    expect(await readNames()).toEqual([
      'Isobel by Bjork on ',
      'Unravel by Bjork on ',
      'Jóga by Bjork on ',
      'Army of Me by Bjork on ',
    ])
    await expectRightCounts(server.db)
  })

  test('that differs in case only changes the name, and changes no other artist', async () => {
    await importListens(byBjork('Jóga', 0), scrobble('Dawn', 1))
    expect(
      await post('correct-listen', { id: await idOf('Jóga'), artist: 'BJORK', track: 'x', scope: 'artist' }),
    ).toEqual(DONE)
    expect(await readNames()).toEqual(['Dawn by Ebb on ', 'Jóga by BJORK on '])
    expect(
      await post('correct-listen', { id: await idOf('Jóga'), artist: 'BJORK', track: 'x', scope: 'artist' }),
    ).toEqual([409, 'The listen already has these names.'])
  })

  test('follows one correction after the other: of a track, then of its artist', async () => {
    await importListens(byBjork('Joga', 0), byBjork('Isobel', 1))
    expect(
      await post('correct-listen', { id: await idOf('Joga'), artist: 'Bjork', track: 'Jóga', scope: 'track' }),
    ).toEqual(DONE)
    expect(
      await post('correct-listen', { id: await idOf('Jóga'), artist: 'Björk', track: 'x', scope: 'artist' }),
    ).toEqual(DONE)
    await importListens(byBjork('Joga', 2))
    expect(await readNames()).toEqual(['Jóga by Björk on ', 'Isobel by Björk on ', 'Jóga by Björk on '])
  })
})
