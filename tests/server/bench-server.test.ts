import { afterAll, expect, test } from 'vitest'
import { reads } from '#bench/load/reads.ts'
import { benchServer } from '#bench/load/server-load.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { migratedDatabase } from '#tests/support/database.ts'

const open: Db[] = []
afterAll(() => Promise.all(open.map((db) => db.destroy())))

async function create(): Promise<Db> {
  const db = await openDatabase(await migratedDatabase(), { poolSize: 4, onIdleError: () => {} })
  open.push(db)
  return db
}

test('the benchmark of the server runs, in small', async () => {
  const said: string[] = []
  const figures = await benchServer(
    { create },
    {
      small: 30,
      large: 120,
      taste: 60,
      artistsEach: 12,
      turns: 2,
      longConversation: 300,
      shortConversation: 5,
      seed: 7,
      say: (sentence) => said.push(sentence),
    },
  )
  expect(figures.reads.map((it) => it.name)).toEqual(reads.map((it) => it.name))
  expect(figures.reads.filter(({ smallMs, largeMs }) => smallMs <= 0 || largeMs <= 0)).toEqual([])
  expect(figures.poll.sent + figures.poll.received).toBeLessThan(1000)
  expect(figures.taste.members).toBe(60)
  expect(figures.taste.plan).toContain('taste_neighbours_pkey')
  expect(said.filter((it) => / members made in \d+ s$/.test(it))).toHaveLength(3)
}, 120_000)
