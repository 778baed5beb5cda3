import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { CANCELLED, limitStatements } from '#server/db/statement-limit.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { expectExactlyOnce } from '#tests/load/expect-exactly-once.ts'
import { prepareLoad } from '#tests/load/generate-load.ts'
import { startCluster } from '#tests/load/server-cluster.ts'
import { aDebianPostgres } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { findPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'

/** Starts PgBouncer over an empty database. */
async function startPooled(skip: (reason: string) => never) {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const reason = findPgBouncer()
  if (reason !== undefined) return skip(reason)
  const postgres = await aDebianPostgres({ programs })
  const pooler = await startPgBouncer(postgres, 4)
  onTestFinished(() => pooler.stop())
  await postgres.query('create database pooled')
  return { postgres, url: `postgres://postgres@localhost/pooled?host=${pooler.folder}&port=${pooler.port}` }
}

test('PgBouncer passes on the cancellation of a slow statement', async ({ skip }) => {
  const { url, postgres } = await startPooled(skip)
  const db = await openDatabase(url, { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const sleep = () => sql`select pg_sleep(600)`.execute(db)
  await expect(limitStatements(500, sleep)).rejects.toMatchObject({ code: CANCELLED })
  const active = `select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`
  expect(await postgres.readIn('pooled', active)).toEqual([])
})

test('two processes work through PgBouncer in transaction mode', async ({ skip }) => {
  const { postgres, url } = await startPooled(skip)
  const cluster = await startCluster(2, { DATABASE_URL: url })
  const [target = '', ...others] = cluster.ports.map((port) => `http://127.0.0.1:${port}`)
  const load = await prepareLoad(
    [target, ...others].map((address) => ({ url: address })),
    1,
    4,
  )
  await load.runActions(15)
  const database = { host: postgres.folder, user: 'postgres', database: 'pooled' }
  await expectExactlyOnce('PgBouncer', load, database)
  expect(await importListens(target)).toMatchObject({ status: 'done', taken: 50 })
  const countMissing = async () => {
    const [row] = await postgres.readIn(
      'pooled',
      'select (select count(*) from listens) - (select sum(plays) from artists) as missing',
    )
    return Number(row?.['missing'])
  }
  // Counted by a job in one of the processes.
  await expect.poll(countMissing).toBe(0)
})

/** Imports a new member's file. Returns the import. */
async function importListens(url: string): Promise<unknown> {
  const member = await signUp(url)
  const now = Math.floor(Date.now() / 1000)
  const lines = Array.from({ length: 50 }, (_, at) =>
    JSON.stringify(brainzListen('Nine Rooms', `Tide ${at}`, now - 100_000 + at * 300)),
  )
  const response = await fetch(`${url}/api/user/import-listens?user=${member.name}`, {
    method: 'POST',
    headers: { cookie: await session(url, member) },
    body: lines.join('\n'),
  })
  return (await response.json()).import
}
