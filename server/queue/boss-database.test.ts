import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { testServer } from '#tests/support/test-server.ts'
import { toBossDatabase } from './boss-database.ts'

test('a transaction that fails in its own text leaves no aborted transaction in the pool', async () => {
  const server = await testServer()
  const db = await openDatabase(server.address, { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const boss = toBossDatabase(db, () => false)
  // The connection's status arrives after the error, mostly at once.
  for (let run = 0; run < 300; run++) {
    await expect(boss.executeSql('begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
    expect((await db.executeQuery(CompiledQuery.raw('select 1 as one'))).rows).toEqual([{ one: 1 }])
  }
})
