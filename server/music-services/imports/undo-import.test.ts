import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { importFile } from '#tests/support/import-files.ts'
import { brainzListen, extendedPlay } from '#tests/support/listen-files.ts'
import { makeMember } from '#tests/support/members.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { createBatchImporter } from './import-batch.ts'
import { removeBatch } from './remove-batch.ts'

const server = await testServer()
const START = Math.floor(Date.UTC(2024, 4, 17) / 1000)

let round = 0
let ada: TestMember
beforeEach(async () => {
  ada = await makeMember(server, `ada${++round}`)
})

/** A ListenBrainz file with the plays at these numbers. */
const brainz = (...numbers: readonly number[]) =>
  numbers.map((number) => brainzListen('Nine Rooms', `Track ${number % 5}`, START + number * 1000))
/** The same plays in a Spotify file. */
const spotify = (...numbers: readonly number[]) =>
  numbers.map((number) =>
    extendedPlay({
      master_metadata_album_artist_name: 'Nine Rooms',
      master_metadata_track_name: `Track ${number % 5}`,
      ts: new Date((START + number * 1000 + 200) * 1000).toISOString(),
      ms_played: 200_000,
    }),
  )

const remove = (query: Readonly<Record<string, string | number>>) =>
  server.post('/api/user/remove-listens', { user: ada.name, ...query }, { as: ada })
async function runJobs() {
  while (await inTransaction(server.db, removeBatch)) await expectRightCounts(server.db)
}
async function undo(id: number) {
  expect((await remove({ what: 'import', id })).status).toBe(200)
  await runJobs()
}
async function readNumbers(): Promise<readonly number[]> {
  const rows = await server.db.selectFrom('listens').select('listened_at').where('member_id', '=', ada.id).execute()
  return rows.map((row) => (row.listened_at.getTime() / 1000 - START) / 1000).toSorted((a, b) => a - b)
}
async function readSources() {
  const { body } = await server.get('/api/user/listening-sources', { user: ada.name }, { as: ada })
  return body
}

test('undoing an import deletes what it added, and the same file adds it again', async () => {
  await importFile(server, ada, brainz(1))
  const { id } = await importFile(server, ada, brainz(2, 3, 4))
  expect((await readSources()).imports[0].undo).toEqual({ status: 'possible', progress: 0, deleted: 0 })
  await undo(id)
  expect(await readNumbers()).toEqual([1])
  expect((await readSources()).imports[0].undo).toEqual({ status: 'done', progress: 1, deleted: 3 })
  expect(await importFile(server, ada, brainz(2, 3, 4))).toMatchObject({ taken: 3 })
})

test('undoing an import retains what a later import had, from any source', async () => {
  const { id } = await importFile(server, ada, brainz(1, 2, 3, 4))
  expect(await importFile(server, ada, spotify(2, 5))).toMatchObject({ taken: 1, known: 1 })
  expect(await importFile(server, ada, brainz(3))).toMatchObject({ taken: 0, known: 1 })
  await undo(id)
  expect(await readNumbers()).toEqual([2, 3, 5])
})

test('an undone import does not confirm those before it', async () => {
  const first = await importFile(server, ada, brainz(1, 2))
  const second = await importFile(server, ada, brainz(2, 3))
  await undo(second.id)
  await undo(first.id)
  expect(await readNumbers()).toEqual([])
})

test('a repeat of the request, of an offline entry for instance, changes nothing', async () => {
  const { id } = await importFile(server, ada, brainz(1, 2))
  await undo(id)
  await importFile(server, ada, brainz(1, 2))
  await undo(id)
  expect(await readNumbers()).toEqual([1, 2])
})

test('a corrected listen of an import is deleted with it, unless a later import had it', async () => {
  const { id } = await importFile(server, ada, brainz(1, 2))
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  for (const listen of body.listens) {
    const names = { artist: 'Nine Rooms', track: `Right ${listen.track}`, scope: 'one' }
    await server.post('/api/user/correct-listen', { user: ada.name, id: listen.id, ...names }, { as: ada })
  }
  expect(await importFile(server, ada, brainz(2))).toMatchObject({ taken: 0, known: 1 })
  await undo(id)
  expect(await readNumbers()).toEqual([2])
})

test('a longer import is undone in several runs, none of which parts the listens of a second', async () => {
  // The 5,000th and the next one are in the same second.
  const file = Array.from({ length: 5005 }, (_, n) =>
    brainzListen('Nine Rooms', `Track ${n % 2}`, START + Math.ceil(n / 2)),
  )
  const { id, taken } = await importFile(server, ada, file)
  expect(taken).toBe(5005)
  await undo(id)
  expect(await readNumbers()).toEqual([])
})

test('a listen of the same source and second that another import added stays', async () => {
  const at = (title: string) => brainzListen('Nine Rooms', title, START)
  await importFile(server, ada, [at('One')])
  const { id } = await importFile(server, ada, [at('Two')])
  await undo(id)
  expect(await readNumbers()).toEqual([0, 0])
})

test('scrobbles and listens by hand that an import found stored stay', async () => {
  await createBatchImporter(server.db, ada.id)('played', [
    { artist: 'Nine Rooms', title: 'Track 1', listenedAt: START + 1000 },
  ])
  const { id } = await importFile(server, ada, brainz(1, 2))
  await undo(id)
  expect(await readNumbers()).toEqual([1])
})

test('a batch that arrives after the request is not added', async () => {
  const { id } = await importFile(server, ada, brainz(1))
  expect((await remove({ what: 'import', id })).status).toBe(200)
  const late = createBatchImporter(server.db, ada.id, id)
  await expect(late('listenbrainz', [{ artist: 'Nine Rooms', title: 'Late', listenedAt: START }])).rejects.toThrow(
    'The import was undone.',
  )
  await runJobs()
  expect(await readNumbers()).toEqual([])
})

test('rejects to undo an import that added nothing, of another member, or unknown', async () => {
  const { id } = await importFile(server, ada, brainz(1))
  const empty = await importFile(server, ada, brainz(1))
  expect((await readSources()).imports[0].undo.status).toBe('none')
  expect((await remove({ what: 'import', id: empty.id })).status).toBe(409)
  expect((await remove({ what: 'import' })).status).toBe(404)
  ada = await makeMember(server, `bo${round}`)
  expect((await remove({ what: 'import', id })).status).toBe(404)
})

test('what more than twenty imports have added is not recorded', async () => {
  const { id } = await importFile(server, ada, brainz(1))
  for (let number = 2; number <= 21; number++) await importFile(server, ada, brainz(number))
  expect((await remove({ what: 'import', id })).status).toBe(409)
  const rows = await server.db.selectFrom('import_listens').select('import_id').where('import_id', '>=', id).execute()
  expect(rows).toHaveLength(20)
})

test('deleting a source deletes its listens and no others, with its progress', async () => {
  await importFile(server, ada, brainz(1, 2, 3))
  await importFile(server, ada, spotify(4, 5))
  expect((await remove({ what: 'source', source: 'listenbrainz' })).status).toBe(200)
  const sources = (await readSources()).sources.toSorted((a: { source: string }, b: { source: string }) =>
    a.source.localeCompare(b.source),
  )
  expect(sources).toMatchObject([
    { source: 'listenbrainz', deleting: 0 },
    { source: 'spotify-extended', listens: 2 },
  ])
  expect(sources[1].deleting).toBeUndefined()
  await runJobs()
  expect(await readNumbers()).toEqual([4, 5])
  expect((await readSources()).sources).toMatchObject([{ source: 'spotify-extended' }])
  expect((await remove({ what: 'source', source: 'nonsense' })).status).toBe(400)
})
