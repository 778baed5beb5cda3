import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createClient } from '#bench/load/client.ts'
import { seedListeningDays } from '#bench/load/listening-days.ts'
import type { Db } from '#server/db/open.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { testServer } from '#tests/support/test-server.ts'

/** The statistics of an idle connection arrive within seconds. */
const SOON = { timeout: 30_000, interval: 500 }

const readScans = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ name: string; scans: number }>`select indexrelname as name, idx_scan as scans
    from pg_stat_user_indexes where relname = 'plays_daily'`.execute(db)
  return new Map(rows.map(({ name, scans }) => [name, scans]))
}

/** For each index on the largest table: an API read with a plan that uses it. */
const READS = {
  plays_daily_pkey: ['/api/user/top-artists', { period: '7day' }],
  plays_daily_by_artist_and_day: ['/api/artist/top-listeners', { artist: 'Artist 2000', period: '1month' }],
  plays_daily_by_member_and_artist: ['/api/user/listens', { artist: 'Artist 2000' }],
} as const

test('plays_daily has no index that no plan uses', { tags: NIGHTLY }, async () => {
  const { db } = await testServer()
  const now = new Date()
  await seedListeningDays(db, { members: 40, days: 60 }, now)
  const client = createClient(db, now)
  const member = await client.signIn(0)
  expect([...(await readScans(db)).keys()].toSorted()).toEqual(Object.keys(READS).toSorted())
  for (const [index, [path, query]] of Object.entries(READS)) {
    const before = (await readScans(db)).get(index) ?? 0
    await client.get(member, path, { user: member.name, ...query })
    await expect.poll(async () => (await readScans(db)).get(index), { ...SOON, message: index }).toBeGreaterThan(before)
  }
})
