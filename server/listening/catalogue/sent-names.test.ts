import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 10_000
const DONE = [200, true]

let round = 0
let ada: TestMember
let bo: TestMember
let cleo: TestMember
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  cleo = await makeMember(server, `cleo${round}`)
})

const importAs = (member: TestMember, artist: string, title: string, details = {}) =>
  createBatchImporter(server.db, member.id)('lastfm-csv', [
    { artist: `${artist} ${round}`, title, listenedAt: AT, details },
  ])

/** Returns the name in a member's listen, as a viewer sees it. */
async function readListen(of: TestMember, as = of) {
  const { body } = await server.get('/api/user/listens', { user: of.name }, { as })
  const [listen] = body.listens
  return `${listen.track} by ${listen.artist}`.replace(` ${round}`, '')
}

async function correct(member: TestMember, names: { artist: string; track: string; scope?: string }) {
  const { body } = await server.get('/api/user/listens', { user: member.name }, { as: member })
  const query = { user: member.name, id: body.listens[0].id, ...names, artist: `${names.artist} ${round}` }
  const response = await server.post('/api/user/correct-listen', query, { as: member })
  return [response.status, response.body.error ?? response.body.success]
}

test('members see their own listens under the names that they sent, others the name that most members sent', async () => {
  await importAs(ada, 'mEtAl', 'sAnD')
  await importAs(bo, 'Metal', 'Sand')
  expect([await readListen(ada), await readListen(bo)]).toEqual(['sAnD by mEtAl', 'Sand by Metal'])
  expect([await readListen(ada, cleo), await readListen(bo, cleo)]).toEqual(['sAnD by mEtAl', 'sAnD by mEtAl'])
  await importAs(cleo, 'Metal', 'Sand')
  expect([await readListen(ada), await readListen(bo)]).toEqual(['sAnD by mEtAl', 'Sand by Metal'])
  expect([await readListen(ada, cleo), await readListen(bo, ada)]).toEqual(['Sand by Metal', 'Sand by Metal'])
})

test('charts, recaps and players show a member the own names', async () => {
  await importAs(bo, 'Metal', 'Sand')
  await importAs(ada, 'mEtAl', 'sAnD')
  const name = `mEtAl ${round}`
  const { body: artists } = await server.get('/api/user/top-artists', { user: ada.name }, { as: ada })
  expect(artists.topArtists).toMatchObject([{ name }])
  const { body: seen } = await server.get('/api/user/top-artists', { user: ada.name }, { as: bo })
  expect(seen.topArtists).toMatchObject([{ name: `Metal ${round}` }])
  const { body: tracks } = await server.get('/api/user/top-tracks', { user: ada.name }, { as: ada })
  expect(tracks.topTracks).toMatchObject([{ track: 'sAnD', artist: name }])
  const { body: chart } = await server.get('/api/user/chart', { user: ada.name, kind: 'tracks' }, { as: ada })
  expect(chart.rows).toMatchObject([{ name: 'sAnD', artist: name }])
  const headers = { Authorization: `Token ${await makeToken(server, ada)}` }
  const { body: read } = await server.get(`/1/user/${ada.name}/listens`, {}, { headers })
  expect(read.payload.listens[0].track_metadata).toMatchObject({ artist_name: name, track_name: 'sAnD' })
})

test('scrobbles count as imports do', async () => {
  await importAs(ada, 'mEtAl', 'sAnD')
  for (const member of [bo, cleo]) {
    const listen = aListen(AT, 'Sand', `Metal ${round}`)
    await submitListens(server, await makeToken(server, member), { listen_type: 'import', payload: [listen] })
  }
  await aggregateAccepted(server)
  expect([await readListen(ada), await readListen(ada, bo), await readListen(bo, ada)]).toEqual([
    'sAnD by mEtAl',
    'Sand by Metal',
    'Sand by Metal',
  ])
})

test('a member who sends another spelling later retains the first, and can correct it', async () => {
  await importAs(ada, 'mEtAl', 'sAnD')
  await createBatchImporter(server.db, ada.id)('lastfm-csv', [
    { artist: `Metal ${round}`, title: 'Sand', listenedAt: AT + 500 },
  ])
  expect(await readListen(ada)).toBe('sAnD by mEtAl')
  expect(await correct(ada, { artist: 'Metal', track: 'Sand' })).toEqual(DONE)
  expect([await readListen(ada), await readListen(ada, bo)]).toEqual(['Sand by Metal', 'Sand by Metal'])
})

test('a correction to another width is shown to the member only, if others sent another one', async () => {
  for (const member of [ada, bo]) await importAs(member, 'Ｌoam', 'Peat')
  expect(await correct(ada, { artist: 'Loam', track: 'Peat', scope: 'track' })).toEqual(DONE)
  expect([await readListen(ada), await readListen(ada, bo), await readListen(bo)]).toEqual([
    'Peat by Loam',
    'Peat by Ｌoam',
    'Peat by Ｌoam',
  ])
})

test('a correction that would change nothing is refused with the reason', async () => {
  await importAs(ada, 'Metal', 'Sand', { album: 'Dunes' })
  const unchanged = [409, 'The listen already has these names.']
  expect(await correct(ada, { artist: 'Metal', track: 'Sand' })).toEqual(unchanged)
  expect(await correct(ada, { artist: 'Metal', track: 'Sand', scope: 'track' })).toEqual(unchanged)
  expect(await correct(ada, { artist: 'METAL', track: 'Sand' })).toEqual(DONE)
  expect(await correct(ada, { artist: 'METAL', track: 'Sand' })).toEqual(unchanged)
})

test('a member retains the own name of an artist that is joined with another', async () => {
  const artistMbids = [`00000000-0000-4000-8000-${String(round).padStart(12, '0')}`]
  for (const member of [ada, bo, cleo]) await importAs(member, 'Kino', 'Sand', { artistMbids })
  const dan = await makeMember(server, `dan${round}`)
  const eve = await makeMember(server, `eve${round}`)
  for (const member of [dan, eve, ada]) await importAs(member, 'Кино', 'Сон', { artistMbids })
  expect([await readListen(dan), await readListen(dan, bo), await readListen(bo)]).toEqual([
    'Сон by Кино',
    'Сон by Kino',
    'Sand by Kino',
  ])
})

test('a listen is exported under the name that was sent', async () => {
  await importAs(bo, 'Metal', 'Sand')
  await importAs(ada, 'mEtAl', 'sAnD')
  const { readMonth } = await import('#server/ownership/export/listens.ts')
  const month = new Date(AT * 1000).toISOString().slice(0, 7)
  const lines = await Array.fromAsync(readMonth(server.db, ada.id, month))
  expect(JSON.parse(lines.join('')).track_metadata).toMatchObject({ artist_name: `mEtAl ${round}`, track_name: 'sAnD' })
})
