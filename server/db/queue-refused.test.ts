import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isPooled, ownedDatabase } from '#tests/support/database.ts'
import { openDatabase } from './open.ts'
import { queueWhenRefused } from './queue-refused.ts'

// PgBouncer waits for a connection itself.
test.skipIf(isPooled)(
  'with fewer connections than the pool wants, callers wait for one instead of failing',
  async () => {
    const address = await ownedDatabase()
    const owner = new pg.Client({ ...inject('postgres'), database: 'postgres' })
    await owner.connect()
    await owner.query(`alter role ${address.user} connection limit 3`)
    await owner.end()
    const refused: number[] = []
    const db = await openDatabase(address, {
      poolSize: 10,
      onIdleError: () => {},
      onRefused: (connections) => refused.push(connections),
    })
    onTestFinished(() => db.destroy())
    const calls = Array.from({ length: 60 }, async (_, n) => {
      const { rows } = await sql<{ n: number }>`select ${n}::integer as n from pg_sleep(0.02)`.execute(db)
      return rows[0]?.n
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 60 }, (_, n) => n))
    expect(refused.at(-1)).toBe(3)
  },
)

type OnConnect = (error?: Error) => void

test('a connection that is accepted after a refusal counts', async () => {
  const connecting: OnConnect[] = []
  class Client extends EventEmitter {
    connect = (onConnect: OnConnect) => void connecting.push(onConnect)
    end = () => {}
  }
  const pool = new pg.Pool({ max: 3, Client: Client as unknown as typeof pg.Client })
  const sizes: number[] = []
  const takeClient = queueWhenRefused(pool, (size) => sizes.push(size))
  const taken = [takeClient(), takeClient(), takeClient()]
  const [acceptFirst, refuse, acceptLast] = connecting
  acceptFirst?.()
  await taken[0]
  refuse?.(Object.assign(new Error('too many connections'), { code: '53300' }))
  await expect.poll(() => sizes).toEqual([1])
  acceptLast?.()
  expect(sizes).toEqual([1, 2])
  expect(pool.options.max).toBe(2)
})
