import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { storedData } from '#src/instance/stored-data.ts'
import { testServer } from '#tests/support/test-server.ts'

/** Tables without member data, or with member counts only. */
const OTHERS = [
  'artists',
  'tracks',
  'track_links',
  'track_lookups',
  'albums',
  'covers',
  'community_charts',
  'artist_identities',
  'artist_credits',
  'possible_credits',
  'unused_names',
  'track_identities',
  'audit_log',
  'demo_community',
  'demo_members',
  'listeners_by_plays',
  'listeners_by_tracks',
  'service_turns',
  'server_processes',
  'former_names',
  'function_files',
  'held_jobs',
  'instance',
  'jobs',
  'migrations',
  'music_decisions',
  'rate_limits',
  'taste_scale',
  'vapid_keys',
]

test('the privacy page names every table with data of members', async () => {
  const { db } = await testServer()
  const { rows } = await sql<{ table: string }>`select table_name as table from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(db)
  const named = new Set([...storedData.flatMap(({ tables }) => tables), ...OTHERS])
  expect(rows.map((row) => row.table).filter((table) => !named.has(table))).toEqual([])
})
