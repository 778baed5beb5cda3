import type pg from 'pg'

const MEMBERS = 1000
const ARTISTS = 1000
const TRACKS = 5000
const LIKES_PER_BROADCAST = 10

/**
 * Fills an empty community by SQL that every schema since migration 3 accepts: `broadcasts` track
 * broadcasts by 1,000 members, each with ten likes. Needs a superuser, which skips foreign keys.
 */
export async function seedFeed(client: pg.Client, broadcasts: number): Promise<void> {
  await client.query("set session_replication_role = 'replica'")
  await client.query("set synchronous_commit = 'off'")
  await client.query(
    `insert into members (name, name_key) select 'member' || n, 'member' || n from generate_series(1, $1::integer) n`,
    [MEMBERS],
  )
  await client.query(
    `insert into artists (name, name_key) select 'Artist ' || n, 'artist ' || n from generate_series(1, $1::integer) n`,
    [ARTISTS],
  )
  await client.query(
    `insert into tracks (artist_id, title, title_key)
    select ids[1 + n % array_length(ids, 1)], 'Track ' || n, 'track ' || n
    from generate_series(1, $1::integer) n, (select array_agg(id) as ids from artists) a`,
    [TRACKS],
  )
  await client.query(
    `insert into broadcasts (author_id, type, title, body, track_id, likes, created_at)
    select m.ids[1 + (n::bigint * 7919 % array_length(m.ids, 1))::integer], 'Track', 'Listen to this one, number ' || n,
      'Track ' || n || ' by an artist', t.ids[1 + (n::bigint * 104729 % array_length(t.ids, 1))::integer], $2,
      now() - ($1 - n) * interval '10 seconds'
    from generate_series(1, $1::integer) n,
      (select array_agg(id) as ids from members where not is_system) m, (select array_agg(id) as ids from tracks) t`,
    [broadcasts, LIKES_PER_BROADCAST],
  )
  await client.query(
    `insert into likes (broadcast_id, member_id)
    select b.id, m.ids[1 + ((b.id * 31 + k * 97) % array_length(m.ids, 1))::integer]
    from broadcasts b, generate_series(1, $1::integer) k,
      (select array_agg(id) as ids from members where not is_system) m
    on conflict do nothing`,
    [LIKES_PER_BROADCAST],
  )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
}

/** Gives a member likes on every second broadcast among the newest, and some blocks and mutes. */
export async function seedViewer(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `insert into likes (broadcast_id, member_id)
    select b.id, (select id from members where name_key = $1) from broadcasts b where b.id % 2 = 0
    order by b.id desc limit 200 on conflict do nothing`,
    [name],
  )
  for (const [table, from, to, offset] of [
    ['blocks', 'blocker_id', 'blocked_id', 10],
    ['mutes', 'muter_id', 'muted_id', 20],
  ] as const)
    await client.query(
      `insert into ${table} (${from}, ${to}) select (select id from members where name_key = $1), members.id
      from members where not is_system order by members.id offset $2 limit 5`,
      [name, offset],
    )
}
