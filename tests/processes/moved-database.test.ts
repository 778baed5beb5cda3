import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { listContradictions, moveBetween, takeBackup, withConnection } from '#tests/support/backups.ts'
import { emptyDatabase, ownedDatabase } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'

/** A community whose server has stopped. */
async function aStoppedCommunity() {
  const server = await testServer()
  const [ada] = await makeMembers(server, 'ada', 'bo')
  if (ada !== undefined) await play(server, ada, await makeTrack(server, 'Rain by Sol Ferro'), { plays: 40 })
  await server.db.destroy()
  return server.address
}

const run = (address: Parameters<typeof withConnection>[0], statement: string) =>
  withConnection(address, ({ client }) => client.query(statement))

/** Allows a second track with the same artist and title, which the target's schema rejects. */
async function addSpoiledTrack(address: Parameters<typeof withConnection>[0]): Promise<void> {
  const { rows } = await run(
    address,
    "select conname as name from pg_constraint where conrelid = 'tracks'::regclass and contype = 'u'",
  )
  for (const { name } of rows) await run(address, `alter table tracks drop constraint ${name}`)
  await run(address, 'insert into tracks (artist_id, title, title_key) select artist_id, title, title_key from tracks')
}

const removeSpoiledTrack = (address: Parameters<typeof withConnection>[0]) =>
  run(address, 'delete from tracks where id > (select min(id) from tracks)')

test('a moved community is equal, and equal again when it is moved back', async () => {
  const source = await aStoppedCommunity()
  const before = (await takeBackup(source)).manifest
  const [there, back] = [await ownedDatabase(), await emptyDatabase()]
  expect(await moveBetween(source, there)).toEqual({
    tables: before.tables.length,
    rows: before.tables.reduce((sum, { rows }) => sum + rows, 0),
    resumed: 0,
    migrated: [],
    skipped: [],
  })
  await moveBetween(there, back)
  for (const address of [source, there, back]) {
    const { tables, sequences } = (await takeBackup(address)).manifest
    expect([tables, sequences]).toEqual([before.tables, before.sequences])
  }
  const moved = await testServer({ database: back })
  const [dot] = await makeMembers(moved, 'dot')
  if (dot !== undefined) await play(moved, dot, await makeTrack(moved, 'Moss by Sol Ferro'), { plays: 3 })
  expect(await listContradictions(moved.db)).toEqual([])
})

test('a repeated move copies only the tables that the failed one has not copied, or that have changed', async () => {
  const [source, target] = [await aStoppedCommunity(), await ownedDatabase()]
  await addSpoiledTrack(source)
  await expect(moveBetween(source, target)).rejects.toThrow('duplicate key value violates unique constraint')
  await removeSpoiledTrack(source)
  await run(source, `update members set first_name = 'Ada' where name = 'ada'`)
  const { manifest } = await takeBackup(source)
  const earlier = manifest.tables.filter(({ name }) => name < 'tracks' && name !== 'members')
  expect(await moveBetween(source, target)).toMatchObject({ resumed: earlier.length })
  const moved = await takeBackup(target)
  expect(moved.manifest.tables).toEqual(manifest.tables)
  const { rows } = await run(target, `select first_name from members where name = 'ada'`)
  expect(rows).toEqual([{ first_name: 'Ada' }])
})

test('no server starts on a database that was moved in part, and no backup is taken of it', async () => {
  const [source, target] = [await aStoppedCommunity(), await emptyDatabase()]
  await addSpoiledTrack(source)
  await expect(moveBetween(source, target)).rejects.toThrow('duplicate key')
  const db = await openDatabase(target, { poolSize: 1, onIdleError: () => {} })
  await expect(migrate(db)).rejects.toThrow('The database contains a community that was moved in part')
  await db.destroy()
  await expect(takeBackup(target)).rejects.toThrow('The database contains a community that was moved in part')
  await removeSpoiledTrack(source)
  await moveBetween(source, target)
  const moved = await testServer({ database: target })
  expect(await migrate(moved.db)).toEqual([])
  const { rows } = await sql`select to_regclass('unfinished_move') as left`.execute(moved.db)
  expect(rows).toEqual([{ left: null }])
})

test('a move to a database with tables is rejected', async () => {
  const [source, target] = [await aStoppedCommunity(), await aStoppedCommunity()]
  await expect(moveBetween(source, target)).rejects.toThrow('The target is not empty')
})

test('a move from a database that a server uses is rejected', async () => {
  const [server, target] = [await testServer(), await emptyDatabase()]
  await expect(moveBetween(server.address, target)).rejects.toThrow('A server uses the source')
})
