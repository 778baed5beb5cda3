import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations/index.ts'
import { listContradictions, restoreInto, takeBackup, withConnection } from '#tests/support/backups.ts'
import { emptyDatabase, migratedDatabase, ownedDatabase } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { testServer } from '#tests/support/test-server.ts'

const latest = migrations.at(-1)?.number ?? 0

const countTables = (address: Parameters<typeof withConnection>[0]) =>
  withConnection(address, async ({ client }) => {
    const { rowCount } = await client.query(`select from pg_class
      where relkind in ('r', 'S', 'v') and relnamespace = current_schema()::regnamespace`)
    return rowCount
  })

async function aCommunity() {
  const server = await testServer()
  const [ada] = await makeMembers(server, 'ada', 'bo')
  if (ada !== undefined) await play(server, ada, await makeTrack(server, 'Rain by Sol Ferro'), { plays: 40 })
  return server
}

test('a role that owns its database, and nothing else, restores a backup', async () => {
  const server = await aCommunity()
  const { path, manifest } = await takeBackup(server.address)
  const address = await ownedDatabase()
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  expect(await restoreInto(address, path)).toEqual({ tables: manifest.tables.length, rows, migrated: [], skipped: [] })
  const again = await takeBackup(address)
  const withoutVersions = (tables: typeof manifest.tables) => tables.filter(({ name }) => name !== 'conversations')
  expect(withoutVersions(again.manifest.tables)).toEqual(withoutVersions(manifest.tables))
})

test('ids and versions of the time after a backup are not used again after a restore', async () => {
  const server = await testServer()
  const [ada] = await makeMembers(server, 'ada', 'bo')
  if (ada === undefined) throw new Error('Two members are needed.')
  await server.post('/api/send-direct-message', { user: 'ada', recipient: 'bo', message: 'Hello' }, { as: ada })
  const { path } = await takeBackup(server.address)
  const share = (on: typeof server) =>
    sql<{ id: number }>`insert into broadcasts (author_id, type, title) values (1, 'Activity', 'A title')
      returning id`.execute(on.db)
  const readVersions = async (on: typeof server) =>
    (await on.db.selectFrom('conversations').select('version').execute()).map(({ version }) => version)
  const lost = (await share(server)).rows[0]?.id ?? 0
  const address = await emptyDatabase()
  await restoreInto(address, path)
  const restored = await testServer({ database: address })
  expect((await share(restored)).rows[0]?.id).toBe(lost + 1_000_000)
  expect(await readVersions(restored)).toEqual((await readVersions(server)).map((version) => version + 1_000_000))
})

test('a restored database has the schema of a migrated one', async () => {
  const { path } = await takeBackup(await migratedDatabase())
  const address = await emptyDatabase()
  await restoreInto(address, path)
  const describe = (database: typeof address) =>
    withConnection(database, async ({ client }) => {
      const { rows } = await client.query(`
        select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as definition, convalidated::text as state
          from pg_constraint where connamespace = current_schema()::regnamespace
        union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
        union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid::text
          from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = current_schema()::regnamespace
        order by 1, 2, 3`)
      return rows
    })
  const restored = await describe(address)
  expect(restored).toEqual(await describe(await migratedDatabase()))
  expect(restored.length).toBeGreaterThan(150)
})

test('a backup of an earlier version is migrated after its rows are inserted', async () => {
  const old = await emptyDatabase()
  await withConnection(old, async ({ client, db }) => {
    await migrate(
      db,
      migrations.filter(({ number }) => number < 20),
      [],
    )
    await client.query(`insert into members (name, name_key) values ('PaypaI', 'paypai')`)
    await client.query(`insert into sessions (token_hash, member_id, renewed_at, expires_at)
      select '\\x01', id, '2026-01-02', '2027-01-02' from members where name_key = 'paypai'`)
  })
  const { path } = await takeBackup(old)
  const address = await emptyDatabase()
  expect((await restoreInto(address, path)).migrated).toEqual(
    migrations.map(({ number }) => number).filter((number) => number >= 20),
  )
  const restored = await testServer({ database: address })
  const { rows } =
    await sql`select name_skeleton, last_used_at from members join sessions on member_id = members.id`.execute(
      restored.db,
    )
  expect(rows).toEqual([{ name_skeleton: 'paypal', last_used_at: new Date('2026-01-02') }])
  expect(await listContradictions(restored.db)).toEqual([])
})

test('a backup of a newer version is rejected, and the database stays empty', async () => {
  const newer = await migratedDatabase()
  await withConnection(newer, ({ client }) => client.query(`insert into migrations values ($1, 'later')`, [latest + 1]))
  await expect(takeBackup(newer)).rejects.toThrow(
    `The database was made by a newer Flipside (migration ${latest + 1}, "later", is unknown to this program): use the newer version.`,
  )
})

test('a database with tables is rejected and not changed', async () => {
  const server = await aCommunity()
  const { path } = await takeBackup(server.address)
  await expect(restoreInto(server.address, path)).rejects.toThrow('The target is not empty')
  const other = await emptyDatabase()
  await withConnection(other, ({ client }) => client.query('create table notes (text text)'))
  await expect(restoreInto(other, path)).rejects.toThrow('The target is not empty')
  expect(await countTables(other)).toBe(1)
})

test('a failed restore leaves the database as empty as before, and can be repeated', async () => {
  const server = await aCommunity()
  // Rows that violate a foreign key: their check is the last step.
  await sql`alter table likes drop constraint likes_member_id_fkey`.execute(server.db)
  await sql`insert into broadcasts (author_id, type, title) values (1, 'Activity', 'A title')`.execute(server.db)
  await sql`insert into likes (broadcast_id, member_id) select id, 999 from broadcasts`.execute(server.db)
  const { path } = await takeBackup(server.address)
  const address = await emptyDatabase()
  await expect(restoreInto(address, path)).rejects.toThrow('violates foreign key constraint "likes_member_id_fkey"')
  expect(await countTables(address)).toBe(0)
  await sql`delete from likes`.execute(server.db)
  await restoreInto(address, (await takeBackup(server.address)).path)
  expect(await countTables(address)).toBeGreaterThan(50)
})

test("another program's tables do not prevent a restore, and are reported", async () => {
  const server = await aCommunity()
  await sql`create table notes (text text)`.execute(server.db)
  await sql`insert into notes values ('one'), (null)`.execute(server.db)
  const { path } = await takeBackup(server.address)
  expect((await restoreInto(await emptyDatabase(), path)).skipped).toEqual(['notes'])
})
