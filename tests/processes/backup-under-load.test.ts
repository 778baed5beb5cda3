import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listContradictions, restoreInto, takeBackup } from '#tests/support/backups.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const related = (id: number) => ({ relatedtype: 'Broadcast', relatedid: id })

const share = async (server: TestServer, as: TestMember, trackId: number) => {
  const query = { user: as.name, title: 'Listen.', body: '', relatedtype: 'Track', relatedid: trackId }
  return server.post('/api/create-broadcast', query, { as })
}

const message = (server: TestServer, as: TestMember, to: TestMember) =>
  server.post('/api/send-direct-message', { user: as.name, recipient: to.name, message: 'Hello.' }, { as })

/** A member who writes in every way until the signal. Returns the write count. */
async function write(server: TestServer, as: TestMember, to: TestMember, ids: readonly number[], signal: AbortSignal) {
  const token = await makeToken(server, as)
  let writes = 0
  for (let round = 0; !signal.aborted; round++) {
    const on = related(ids[round % ids.length] ?? 0)
    const path = round % ids.length === round % (2 * ids.length) ? '/api/create-like' : '/api/undo-like'
    await server.post(path, { user: as.name, ...on }, { as })
    expect((await message(server, as, to)).status).toBe(200)
    const listens = [0, 1, 2].map((place) => aListen(1_600_000_000 + (round * 3 + place) * 200, `Track ${round % 7}`))
    expect((await submitListens(server, token, { listen_type: 'import', payload: listens })).status).toBe(200)
    await server.get('/api/user/top-artists', { user: as.name }, { as })
    writes += 3
  }
  return writes
}

test('a backup taken while members write restores to the state of one moment', async () => {
  const server = await testServer()
  const members = await makeMembers(server, 'ada', 'bo', 'cem', 'dot')
  const tracks = await makeTracks(server, 'Night Bus by Lamplight Parade', 'Rain by Sol Ferro')
  for (const member of members) await play(server, member, tracks[0] ?? 0, { plays: 3000 })
  const shared = await Promise.all(members.map((member) => share(server, member, tracks[1] ?? 0)))
  const ids = shared.map((response) => response.body.id as number)

  const end = new AbortController()
  const writing = Promise.all(
    members.map((member, place) => write(server, member, members[(place + 1) % 4] ?? member, ids, end.signal)),
  )
  const countMessages = async () => (await server.db.selectFrom('messages').select('id').execute()).length
  await expect.poll(countMessages).toBeGreaterThan(0)
  const paths: string[] = []
  for (let round = 0; round < 4; round++) paths.push((await takeBackup(server.address)).path)
  end.abort()
  const written = (await writing).reduce((sum, writes) => sum + writes, 0)
  expect(written).toBeGreaterThan(50)

  let earlier = 0
  for (const path of paths) {
    const address = await emptyDatabase()
    expect(await restoreInto(address, path)).toMatchObject({ migrated: [], skipped: [] })
    const restored = await testServer({ database: address })
    expect(await listContradictions(restored.db)).toEqual([])
    const { rows } = await sql<{ count: number }>`select count(*) from messages`.execute(restored.db)
    expect(rows[0]?.count).toBeGreaterThan(earlier)
    earlier = rows[0]?.count ?? 0
  }
})

test('a restored community can be written to: sequences continue, triggers and foreign keys work', async () => {
  const server = await testServer()
  const ada = await server.signUp('ada')
  const [track = 0] = await makeTracks(server, 'Rain by Sol Ferro')
  await play(server, ada, track, { plays: 5 })
  const { body } = await share(server, ada, track)
  const { body: last } = await share(server, ada, track)
  await server.post('/api/delete-broadcast', { user: 'ada', id: last.id }, { as: ada })
  const { path } = await takeBackup(server.address)
  const address = await emptyDatabase()
  await restoreInto(address, path)

  const restored = await testServer({ database: address })
  const again = await restored.logIn('ada', ada.password)
  const bo = await restored.signUp('bo')
  expect(bo.id).toBeGreaterThan(ada.id)
  expect((await share(restored, bo, track)).body.id).toBeGreaterThan(last.id)
  expect((await restored.post('/api/create-like', { user: 'bo', ...related(body.id) }, { as: bo })).status).toBe(200)
  expect((await message(restored, bo, again)).status).toBe(200)
  await play(restored, bo, track, { plays: 2 })
  expect(await listContradictions(restored.db)).toEqual([])
  await restored.db.deleteFrom('members').where('id', '=', ada.id).execute()
  const { rows } = await sql<{ left: number }>`select
    (select count(*) from listens where member_id = ${ada.id}) + (select count(*) from sessions where member_id = ${ada.id})
    as left`.execute(restored.db)
  expect(rows).toEqual([{ left: 0 }])
  const { rows: pending } = await sql`select from artist_plays_changes where member_id = ${ada.id}`.execute(restored.db)
  expect(pending.length).toBeGreaterThan(0)
})
