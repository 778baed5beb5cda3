import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

test('changes of many members delete the recaps from their first changed day on, in linear time', async () => {
  const server = await testServer()
  await sql`insert into members (name, name_key) select 'm' || i, 'm' || i from generate_series(0, 299) as i`.execute(
    server.db,
  )
  const members = sql`(select id, substr(name, 2)::integer as place from members where name ~ '^m\\d') as member`
  await sql`insert into recaps (member_id, kind, first_day, time_zone, last_utc_day, counted, read_at)
    select id, 0, '2026-01-01'::date + day, 'UTC', '2026-01-01'::date + day, '{}', now()
    from ${members}, generate_series(1, 60) as day`.execute(server.db)
  // Days 31 to 60 of even members, 51 to 80 of odd ones. With a scan per recap it took 10 s.
  await server.db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '3s'`.execute(tx)
    await sql`insert into plays_daily (member_id, track_id, artist_id, day, plays)
      select id, 1, 1, '2026-01-01'::date + 30 + place % 2 * 20 + day, 1
      from ${members}, generate_series(1, 30) as day`.execute(tx)
  })
  const { rows } = await sql`select place % 2 as odd, count(*) as stored, max(last_utc_day)::text as last
    from recaps join ${members} on id = member_id group by 1 order by 1`.execute(server.db)
  expect(rows).toEqual([
    { odd: 0, stored: 150 * 30, last: '2026-01-31' },
    { odd: 1, stored: 150 * 50, last: '2026-02-20' },
  ])
})
