import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, makeToken, submitListens } from '#tests/support/players.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { toListenDetails } from '../listens/listen-details.ts'

/* Listens that have a list of their artists and no other detail. */

const AT = 1_790_000_000
const NAMES = ['Ebb', 'Flow']

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
})

const submit = async () => {
  const track_metadata = { artist_name: 'Ebb; Flow', track_name: 'Tide', additional_info: { artist_names: NAMES } }
  const payload = [{ listened_at: AT, track_metadata }]
  const token = await makeToken(server, ada)
  expect((await submitListens(server, token, { listen_type: 'single', payload })).status).toBe(200)
  await aggregateAccepted(server)
}
const importFile = (album?: string) => {
  const details = toListenDetails({ artistNames: NAMES, album })
  const listen = { artist: 'Ebb; Flow', title: 'Tide', listenedAt: AT, ...(details && { details }) }
  return createBatchImporter(server.db, ada.id)('listenbrainz', [listen])
}

test.each([
  ['a player', submit],
  ['a file', importFile],
] as const)('a list from %s splits the credit, and a later copy adds the album', async (_source, send) => {
  await send()
  await splitAllCredits(server)
  const { body } = await server.get('/api/user/top-artists', { user: 'ada', period: 'overall' })
  expect(body.topArtists.map(({ name }: { name: string }) => name).toSorted()).toEqual(NAMES)
  expect(await server.db.selectFrom('listens').select('details_id').execute()).toEqual([{ details_id: null }])
  expect(await importFile('Long Days')).toBe(0)
  const { body: page } = await server.get('/api/user/listens', { user: 'ada' }, { as: ada })
  expect(page.listens.map(({ album }: { album: string }) => album)).toEqual(['Long Days'])
})

/** Two plays of one track in one file, of which one has the list. */
test.each([
  ['the first play, in one batch', [true, false], 2],
  ['the second play, in one batch', [false, true], 2],
  ['the second play, in another batch', [false, true], 1],
] as const)('a list that a file has with %s splits the credit', async (_place, withList, batch) => {
  const add = createBatchImporter(server.db, ada.id)
  const listens = withList.map((hasList, place) => ({
    artist: 'Ebb; Flow',
    title: 'Tide',
    listenedAt: AT + place * 7200,
    ...(hasList && { details: { artistNames: NAMES } }),
  }))
  for (let from = 0; from < listens.length; from += batch) await add('listenbrainz', listens.slice(from, from + batch))
  await splitAllCredits(server)
  const { body } = await server.get('/api/user/top-artists', { user: 'ada', period: 'overall' })
  expect(body.topArtists.map(({ name }: { name: string }) => name).toSorted()).toEqual(NAMES)
})
