import type { Server } from '../e2e/support/server.ts'

const TRACKS = 5

/** Adds fictional tracks to the server, once. */
export async function insertTracks(server: Server): Promise<void> {
  await server.query(
    `insert into artists (name, name_key) values ('The Tunnels', 'the tunnels') on conflict do nothing`,
  )
  await server.query(
    `insert into tracks (artist_id, title, title_key)
     select a.id, 'Track ' || n, 'track ' || n from artists a, generate_series(1, ${TRACKS}) n
     where a.name_key = 'the tunnels' on conflict do nothing`,
  )
}

/** Adds yesterday's listens to a member, to be shared. */
export async function insertListens(server: Server, member: string): Promise<void> {
  const who = `(select id from members where name = $1)`
  await server.query(
    `insert into listens (member_id, listened_at, track_id)
     select ${who}, now() - interval '1 day' + n * interval '1 minute', t.id
     from (select id, row_number() over (order by id) n from tracks limit ${TRACKS}) t`,
    member,
  )
  await server.query(
    `insert into plays_daily (member_id, track_id, day, artist_id, plays)
     select l.member_id, t.id, (l.listened_at at time zone 'UTC')::date, t.artist_id, count(*)
     from listens l join tracks t on t.id = l.track_id where l.member_id = ${who} group by 1, 2, 3, 4`,
    member,
  )
  await server.query(
    `insert into track_plays (member_id, track_id, artist_id, plays, latest)
     select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily where member_id = ${who} group by 1, 2, 3`,
    member,
  )
  await server.query(
    `insert into artist_plays (member_id, artist_id, plays, tracks_heard)
     select member_id, artist_id, sum(plays), count(distinct track_id) from plays_daily where member_id = ${who} group by 1, 2`,
    member,
  )
  await server.query(`update members set listens_since = now() - interval '1 day' where name = $1`, member)
}

/** Starts a swap in the database; the invited member must rate. Returns its id and its track's. */
export async function insertSwap(
  server: Server,
  from: string,
  to: string,
): Promise<{ swapId: number; trackId: number }> {
  const [swap] = await server.query<{ swapId: number; trackId: number }>(
    `insert into song_swaps (initiator_id, matched_id, initiator_track_id, sent_at)
     select a.id, b.id, (select min(id) from tracks), now() from members a, members b where a.name = $1 and b.name = $2
     returning id::int as "swapId", initiator_track_id::int as "trackId"`,
    from,
    to,
  )
  if (!swap) throw new Error(`${from} and ${to} could not swap.`)
  return swap
}

/** Adds broadcasts to the feed, the last one on top. */
export async function insertBroadcasts(server: Server, author: string, words: readonly string[]): Promise<void> {
  await server.query(
    `insert into broadcasts (author_id, type, title, body, track_id)
     select m.id, 'Track', w.title, 'Track 1 by The Tunnels', (select min(id) from tracks)
     from members m, unnest($2::text[]) with ordinality as w (title, place) where m.name = $1 order by w.place`,
    author,
    words,
  )
}
