import { beforeEach, expect, test } from 'vitest'
import { refreshNext } from '#server/music-services/accounts/refresh.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { chooseLastfm, tracks, worldWithServices } from '#tests/support/music-services.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  server = await testServer()
  ;[ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  return () => server.close()
})

const read = (query: Record<string, string | number>, as = ada) =>
  server.get('/api/user/chart', { user: 'ada', kind: 'tracks', ...query }, { as })

test('a chart has places, plays, and the change since the previous period', async () => {
  const [rain = 0, snow = 0, fog = 0] = await makeTracks(server, 'Rain by Sol', 'Snow by Sol', 'Fog by Loam')
  await play(server, ada, rain, { plays: 3, daysAgo: 1 })
  await play(server, ada, snow, { plays: 2 })
  await play(server, ada, fog, { plays: 1, daysAgo: 2 })
  await play(server, ada, snow, { plays: 5, daysAgo: 10 })
  await play(server, ada, rain, { plays: 4, daysAgo: 11 })
  const { body } = await read({})
  const fields = body.rows.map(
    ({ place, name, artist, plays, place_before, plays_before }: Record<string, unknown>) => [
      place,
      `${name} by ${artist}`,
      plays,
      place_before,
      plays_before,
    ],
  )
  expect(fields).toEqual([
    [1, 'Rain by Sol', 3, 2, 4],
    [2, 'Snow by Sol', 2, 1, 5],
    [3, 'Fog by Loam', 1, null, 0],
  ])
  expect({ ...body, rows: [] }).toEqual({
    rows: [],
    from: '2026-11-15',
    until: '2026-11-21',
    plays: 6,
    entries: 3,
    previous: { from: '2026-11-08', until: '2026-11-14', plays: 9 },
    needs_listens: 0,
  })
})

test('others see the charts of a member, and none of hidden listening', async () => {
  const [rain = 0] = await makeTracks(server, 'Rain by Sol')
  await play(server, ada, rain)
  for (const kind of ['artists', 'tracks']) expect((await read({ kind }, bo)).body.rows).toHaveLength(1)
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', ada.id).execute()
  expect((await read({}, bo)).body).toMatchObject({ rows: [], from: null, plays: null, hidden: 1 })
  expect((await read({})).body.rows).toHaveLength(1)
  expect((await server.get('/api/user/chart', { user: 'ada', kind: 'tracks' })).status).toBe(401)
})

test('pages of a chart continue its places', async () => {
  const ids = await makeTracks(server, ...Array.from({ length: 12 }, (_, place) => `Track ${place} by Sol`))
  for (const [place, id] of ids.entries()) await play(server, ada, id, { plays: 12 - place, daysAgo: place % 3 })
  const page = (await read({ limit: 5, offset: 5 })).body.rows
  expect(page.map((row: { place: number; name: string }) => [row.place, row.name])).toEqual(
    [5, 6, 7, 8, 9].map((place) => [place + 1, `Track ${place}`]),
  )
  expect((await read({ limit: 5, offset: 999 })).body.rows).toEqual([])
})

test.each([
  [{ kind: 'songs' }, 'must be one of artists, tracks, albums'],
  [{ period: '2day' }, 'must be one of overall'],
  [{ from: '2026-11-01' }, 'A range needs both'],
  [{ from: '2026-11-02', until: '2026-11-01' }, 'must not be after'],
  [{ from: '2026-11-22', until: '2026-12-01' }, 'must not be in the future'],
  [{ from: '2026-02-30', until: '2026-03-01' }, 'must be a day such as'],
  [{ from: '1969-12-31', until: '2026-03-01' }, 'must be a day such as'],
  [{ from: '20261101', until: '2026-11-02' }, 'must be a day such as'],
  [{ limit: 1001 }, 'must be at most 1000'],
  [{ offset: -1 }, 'must be 0 to 999'],
  [{ offset: 1000 }, 'must be 0 to 999'],
] as const)('rejects %o', async (query, message) => {
  const { status, body } = await read(query)
  expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
})

test('a range that ends in the future ends today', async () => {
  const [rain = 0] = await makeTracks(server, 'Rain by Sol')
  await play(server, ada, rain, { plays: 2 })
  const { body } = await read({ from: '2026-11-21', until: '2027-01-01' })
  expect(body).toMatchObject({ until: '2026-11-21', plays: 2, previous: { from: '2026-11-20', until: '2026-11-20' } })
})

test('the chart of albums counts listens that name one', async () => {
  const add = createBatchImporter(server.db, ada.id)
  const at = Math.floor(server.clock.now().getTime() / 1000)
  await add('played', [
    { artist: 'Sol', title: 'Rain', listenedAt: at, details: { album: 'Weather' } },
    { artist: 'Sol', title: 'Snow', listenedAt: at - 90_000, details: { album: 'Weather' } },
    { artist: 'Sol', title: 'Fog', listenedAt: at - 200 },
  ])
  const { body } = await read({ kind: 'albums' })
  expect(body).toMatchObject({ plays: 2, entries: 1, rows: [{ name: 'Weather', artist: 'Sol', plays: 2 }] })
})

test('a chart that a music service fills has artists and tracks of periods, and needs listens for the rest', async () => {
  const { server: served, lastfm } = await worldWithServices({ lastfm: [{ name: 'Ada_L', tracks }] })
  const [cleo] = (await makeMembers(served, 'cleo')) as [TestMember]
  const [kept = 0] = await makeTracks(served, 'Kept by Here')
  await play(served, cleo, kept, { plays: 3, daysAgo: 1 })
  const readServed = async (query: object) =>
    (await served.get('/api/user/chart', { user: 'cleo', kind: 'tracks', ...query }, { as: cleo })).body
  expect((await readServed({ period: 'overall' })).rows).toMatchObject([{ name: 'Kept', plays: 3 }])
  await chooseLastfm(served, cleo)
  expect(await refreshNext(served.services)).toBe(true)
  for (const period of ['overall', '7day'])
    expect(await readServed({ period })).toMatchObject({
      rows: [
        { place: 1, name: 'Door', artist: 'Nine Rooms', plays: 440, place_before: null },
        { place: 2, name: 'Peat', artist: 'Loam', plays: 7 },
      ],
      plays: null,
      previous: null,
      needs_listens: 0,
    })
  expect(await readServed({ kind: 'artists', period: 'overall' })).toMatchObject({
    rows: [{ plays: 440 }, { plays: 7 }],
  })
  expect(await readServed({ kind: 'albums' })).toMatchObject({ rows: [], needs_listens: 1 })
  expect(await readServed({ from: '2026-01-01', until: '2026-02-01' })).toMatchObject({ rows: [], needs_listens: 1 })
  expect(lastfm).toBeDefined()
})
