import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'

/**
 * `docs/operating.md`, "Retention": the row inserted first is just retained, the other one is not.
 */
const RETAINED: readonly { table: string; job: string; insert: string }[] = [
  {
    table: 'sessions',
    job: 'delete-expired-sessions',
    insert:
      '(token_hash, member_id, renewed_at, expires_at) select int4send(place), member, now, now + slack from rows',
  },
  {
    table: 'client_ids',
    job: 'delete-old-client-ids',
    insert: `(member_id, client_id, endpoint, fingerprint, status, delete_after)
      select member, gen_random_uuid(), '/api/user/follow', '', 200, now + slack from rows`,
  },
  {
    table: 'known_addresses',
    job: 'delete-old-addresses',
    insert: `(member_id, address_hash, last_used_at)
      select member, int4send(place), now - interval '180 days' + slack from rows`,
  },
  {
    table: 'password_resets',
    job: 'delete-old-password-resets',
    insert: '(token_hash, member_id, expires_at) select int4send(place), member, now + slack from rows',
  },
  {
    table: 'email_confirmations',
    job: 'delete-old-email-confirmations',
    insert: "(token_hash, member_id, email, expires_at) select int4send(place), member, '', now + slack from rows",
  },
  {
    table: 'rate_limits',
    job: 'delete-old-rate-limits',
    insert: `(key, tokens, is_allowed, refilled_at) select place, 1, true, now - interval '24 hours' + slack from rows`,
  },
  {
    table: 'deleted_broadcasts',
    job: 'delete-old-deleted-broadcasts',
    insert: "(id, author_id, deleted_at) select place, member, now - interval '90 days' + slack from rows",
  },
  {
    table: 'source_proofs',
    job: 'purge-lastfm-auth-requests',
    insert: '(nonce_hash, member_id, expires_at) select int4send(place), member, now + slack from rows',
  },
  {
    table: 'service_turns',
    job: 'purge-service-slots',
    insert: `(service, next_at) select place, clock_timestamp() - interval '1 day' + slack from rows`,
  },
]

test.each(RETAINED)(
  'rows of $table are deleted after the documented time, and not before',
  async ({ table, job, insert }) => {
    const server = await testServer()
    const [ada] = await makeMembers(server, 'ada')
    if (ada === undefined) throw new Error('Not found.')
    await sql.raw(`delete from ${table}`).execute(server.db)
    const now = server.clock.now()
    await sql`with rows as (select place, ${sql.lit(ada.id)} as member, ${sql.lit(now.toISOString())}::timestamptz as now,
      (case place when 1 then '1 minute' else '-1 minute' end)::interval as slack from generate_series(1, 2) as place)
    insert into ${sql.table(table)} ${sql.raw(insert)}`.execute(server.db)
    const before = await sql`select * from ${sql.table(table)}`.execute(server.db)
    expect(before.rows).toHaveLength(2)
    await runScheduled(server.db, job, now)
    const after = await sql`select * from ${sql.table(table)}`.execute(server.db)
    expect(after.rows).toEqual([before.rows[0]])
  },
)
