import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/support/database.ts'
import { applyFunctions, readFunctionFiles } from './apply-functions.ts'
import { type MigrationReport, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

const all = migrations.map((it) => it.number)

test('two servers that start concurrently on an empty database create the tables once', async () => {
  const address = await emptyDatabase()
  const [one, two] = [open(address), open(address)]
  const taken = await Promise.all([migrate(one), migrate(two)])
  expect(taken.toSorted((a, b) => b.length - a.length)).toEqual([all, []])
  await Promise.all([one.destroy(), two.destroy()])
})

test('a migration is repeated after a deadlock with a running server', async () => {
  const address = await emptyDatabase()
  const db = open(address)
  await migrate(db)
  const running = new pg.Client(address)
  await running.connect()
  // The migration finds the deadlock first.
  await running.query("set deadlock_timeout = '60s'")
  await running.query('begin')
  await running.query('lock table likes')
  let blocked: Promise<unknown> | undefined
  const up: Migration['up'] = async (tx) => {
    await sql`lock table broadcasts`.execute(tx)
    blocked ??= running.query('lock table broadcasts').then(() => running.query('commit'))
    await sql`lock table likes`.execute(tx)
  }
  const next = { number: (all.at(-1) ?? 0) + 1, name: 'next', up }
  expect(await migrate(db, [...migrations, next])).toEqual([next.number])
  await blocked
  await running.end()
  await db.destroy()
})

test('each migration is reported with its number and duration, a new schema as a whole', async () => {
  const db = open(await emptyDatabase())
  const reported: MigrationReport[] = []
  const report = (line: MigrationReport) => reported.push(line)
  await migrate(db, migrations.slice(0, -2), [], report)
  await migrate(db, migrations, [], report)
  await migrate(db, migrations, [], report)
  const ms = expect.any(Number) as number
  expect(reported).toEqual([
    { done: 'Created the schema', migrations: migrations.length - 2, ms },
    ...migrations.slice(-2).map(({ number, name }) => ({ done: `Migration ${number} (${name})`, ms })),
  ])
  await db.destroy()
})

test('a failed migration rolls back the earlier ones of the same run', async () => {
  const db = open(await emptyDatabase())
  const next = migrations.length + 1
  const broken: Migration = { number: next, name: 'broken', up: (tx) => sql`select 1 / 0`.execute(tx).then(() => {}) }
  await expect(migrate(db, [...migrations, broken])).rejects.toThrow('division by zero')
  const tables = await sql`select from pg_tables where schemaname = 'public'`.execute(db)
  expect(tables.rows).toHaveLength(0)
  await db.destroy()
})

test('a database of a newer version is rejected with an error message', async () => {
  const db = open(await emptyDatabase())
  await migrate(db)
  await expect(migrate(db, migrations.slice(0, 0))).rejects.toThrow(
    `The database was made by a newer Flipside (its schema is number ${all.at(-1)}, this program knows 0)`,
  )
  await db.destroy()
})

test('the numbers of migrations increase and are unique', () => {
  expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b))
  expect(all[0]).toBe(1)
})

const open = (address: pg.PoolConfig) =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...address, max: 2 }) }) })

test('a migration computes the skeletons of existing members, which may be equal', async () => {
  const db = open(await emptyDatabase())
  await migrate(
    db,
    migrations.filter((migration) => migration.number < 20),
    [],
  )
  await sql`insert into members (name, name_key) values ('paypal', 'paypal'), ('PaypaI', 'paypai')`.execute(db)
  expect(await migrate(db)).toEqual(all.filter((number) => number >= 20))
  const { rows } = await sql`select name, name_skeleton from members order by id`.execute(db)
  expect(rows).toEqual([
    { name: 'System', name_skeleton: 'systern' },
    { name: 'paypal', name_skeleton: 'paypal' },
    { name: 'PaypaI', name_skeleton: 'paypal' },
  ])
  await db.destroy()
})

/** Returns the definitions for all functions and triggers in the schema. */
async function listDefinitions(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc where pronamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows.map((row) => row.definition)
}

test('a fresh database and an old one end with the same functions and triggers', async () => {
  const [fresh, old] = [open(await emptyDatabase()), open(await emptyDatabase())]
  await migrate(fresh)
  await migrate(
    old,
    migrations.filter((migration) => migration.number < 16),
    [],
  )
  await sql`create or replace function name_pieces(name text) returns text[] language sql immutable strict parallel safe
    as 'select array[name]'`.execute(old)
  await migrate(old)
  const definitions = await listDefinitions(fresh)
  expect(await listDefinitions(old)).toEqual(definitions)
  expect(definitions.length).toBeGreaterThan(10)
  await Promise.all([fresh.destroy(), old.destroy()])
})

test('the files of functions/ define every function and trigger that the migrations have created', async () => {
  const [migrated, applied] = [open(await emptyDatabase()), open(await emptyDatabase())]
  await migrate(migrated, migrations, [])
  await migrate(applied)
  const before = await listDefinitions(migrated)
  // A file may have a newer function body than the migration that created it.
  const toSignature = (definition: string) => (definition.includes('TRIGGER') ? definition : definition.split('\n')[0])
  const signatures = (await listDefinitions(applied)).map(toSignature)
  expect(signatures).toEqual(expect.arrayContaining(before.map(toSignature)))
  const files = readFunctionFiles()
  const names = before.map((definition) => /(?:FUNCTION public\.|TRIGGER )(\w+)/.exec(definition)?.[1] ?? '')
  expect(names.filter((name) => !files.some(({ text }) => text.includes(` ${name}`)))).toEqual([])
  await Promise.all([migrated.destroy(), applied.destroy()])
})

test('a function file is applied when its text has changed, and only then', async () => {
  const db = open(await emptyDatabase())
  await migrate(db)
  const file = (result: number) => ({
    name: 'example.sql',
    text: `create or replace function example() returns integer language sql as 'select ${result}'`,
  })
  expect(await applyFunctions(db, [...readFunctionFiles(), file(1)])).toEqual(['example.sql'])
  expect(await applyFunctions(db, [...readFunctionFiles(), file(1)])).toEqual([])
  expect(await applyFunctions(db, [...readFunctionFiles(), file(2)])).toEqual(['example.sql'])
  const { rows } = await sql`select example() as result`.execute(db)
  expect(rows).toEqual([{ result: 2 }])
  await db.destroy()
})

test('jobs keep their due time when their ids change', async () => {
  const db = open(await emptyDatabase())
  await migrate(
    db,
    migrations.filter((migration) => migration.number < 24),
    [],
  )
  await sql`insert into jobs (name, due_at) values ('forget ways to Last.fm', '2030-01-02T03:04:05Z')`.execute(db)
  // The newest migration leaves the table for processes of an earlier version.
  await migrate(db)
  const { rows } = await sql`select name, due_at from jobs`.execute(db)
  expect(rows).toEqual([{ name: 'purge-lastfm-auth-requests', due_at: new Date('2030-01-02T03:04:05Z') }])
  await db.destroy()
})

test('the search is rebuilt for names that exist already', async () => {
  const db = open(await emptyDatabase())
  await migrate(
    db,
    migrations.filter((migration) => migration.number < 59),
    [],
  )
  // An earlier version's index, which rejects the longest name.
  await sql`create index artists_by_words on artists using gin (array_to_tsvector(string_to_array(name_key, ' ')))`.execute(
    db,
  )
  const long = `${'x'.repeat(399)} y tail`
  await sql`insert into artists (name, name_key) values ('Nine Rooms', 'nine rooms'), (${long}, ${long})`.execute(db)
  await migrate(db)
  await sql`create index artists_by_words on artists using gin (search_words(name_key))`.execute(db)
  const { rows } =
    await sql`select name from artists where search_words(name_key) @@ ${'x'.repeat(399)}::tsquery`.execute(db)
  expect(rows).toEqual([{ name: long }])
  const plan = await db.transaction().execute(async (tx) => {
    // The planner would read every row in a two-row table.
    for (const scan of ['seqscan', 'indexscan', 'indexonlyscan'])
      await sql`set local ${sql.raw(`enable_${scan}`)} = off`.execute(tx)
    const explained = await sql<{ 'QUERY PLAN': string }>`explain select from artists
      where search_words(name_key) @@ 'rooms'::tsquery`.execute(tx)
    return explained.rows
  })
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('artists_by_words')
  await db.destroy()
})

test('codes of invitations that exist already are hashed, and stay valid', async () => {
  const db = open(await emptyDatabase())
  await migrate(
    db,
    migrations.filter((migration) => migration.number < 59),
    [],
  )
  await sql`insert into invitations (code, max_uses, expires_at) values ('an-invitation', 1, now())`.execute(db)
  await migrate(db)
  const { rows } = await sql`select code, code_hash from invitations`.execute(db)
  expect(rows).toEqual([{ code: null, code_hash: createHash('sha256').update('an-invitation').digest() }])
  await db.destroy()
})
