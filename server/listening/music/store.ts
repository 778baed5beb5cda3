import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { TopListener } from '#contract/listening/charts.ts'
import type { MusicItem } from '#contract/listening/music.ts'
import { isBroadcastOpen } from '#server/activity/index.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOnBoards, isSuspended, visibleTo } from '#server/db/visible-to.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { selectIgnored } from '../catalogue/ignored.ts'
import { listMusicNames, type MusicName } from '../catalogue/names.ts'
import { isOfDay } from '../days.ts'
import { type ListenerRow, toTopListener } from '../leaderboards/board.ts'
import { countsStoredListens } from '../listens/served-by.ts'
import { type CommunityChart, type CommunityKey, selectCountedPlays } from './community-charts.ts'

/** Returns the main track or album, also if another spelling has this id. */
export async function findMusic(db: Db, kind: 'tracks' | 'albums', id: number): Promise<MusicName | undefined> {
  const { rows } = await markPrepared(sql<MusicName>`
    select found.id, found.title as name, artists.id as artist_id, artists.name as artist
    from ${sql.table(kind)} as found join artists on artists.id = found.artist_id
    where found.id = (select coalesce(merged_into, id) from ${sql.table(kind)} where id = ${id})`).execute(db)
  return rows[0]
}

export async function toMusicItems(
  db: Db,
  kind: 'tracks' | 'albums',
  items: CommunityChart['tracks'],
): Promise<Omit<MusicItem, 'cover' | 'links' | 'artists'>[]> {
  const ids = items.map((item) => item.id)
  const names = await listMusicNames(db, kind, ids)
  return items.flatMap(({ id, plays, listeners }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ ...name, plays, listeners }]
  })
}

const LISTENERS_MAX = 10

/** Listeners are counted at once up to this number; beyond it, the stored first ones are shown. */
const COUNTED_LISTENERS_MAX = 1_000

/** Returns the listeners with most plays that the viewer may see. */
export async function listListeners(
  db: Db,
  { subject, id }: CommunityKey,
  { listeners, top }: CommunityChart,
  viewerId: number | null,
): Promise<TopListener[]> {
  const counted =
    subject === 'artist' || listeners > COUNTED_LISTENERS_MAX
      ? sql`unnest(${top.map((member) => member.id)}::bigint[], ${top.map((member) => member.plays)}::integer[])
          as counted (member_id, plays)`
      : sql`${selectCountedPlays(subject, sql`${id}`)} as counted`
  const { rows } = await markPrepared(sql<ListenerRow>`
    select members.name as username, first.plays as playcount, members.picture_url
    from (
      select member_id, plays from ${counted}
      where ${visibleTo(viewerId, 'counted.member_id')}
        and ${isOnBoards('counted.member_id')} and ${countsStoredListens('counted.member_id')}
      order by plays desc, member_id limit ${sql.lit(LISTENERS_MAX)}) as first
    join members on members.id = first.member_id
    order by first.plays desc, members.id`).execute(db)
  return rows.map(toTopListener)
}

export async function countOwnPlays(db: Db, { subject, id }: CommunityKey, memberId: number | null): Promise<number> {
  if (memberId === null) return 0
  const [table, column] = subject === 'track' ? ['track_plays', 'track_id'] : ['album_plays', 'album_id']
  const { rows } = await markPrepared(sql<{ plays: number }>`select plays from ${sql.table(table ?? '')}
    where member_id = ${memberId} and ${sql.ref(column ?? '')} = ${id}`).execute(db)
  return rows[0]?.plays ?? 0
}

/** Returns whether a track is in a broadcast that visitors may see. */
export async function isBroadcastToVisitors(db: Db, trackId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (
    select from broadcasts
    where track_id = any(array(select id from tracks where id = ${trackId} or merged_into = ${trackId}))
      and ${isBroadcastOpen(null)} and not ${isSuspended('author_id', now)}) as is`.execute(db)
  return rows[0]?.is === true
}

/**
 * Returns whether a track is in a broadcast that the member may see, or in one of the member's
 * swaps, messages or lists: then its name is known to the member.
 */
export async function isShared(db: Db, trackId: number, viewerId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    with spellings as materialized (select id from tracks where id = ${trackId} or merged_into = ${trackId})
    select exists (
        select from broadcasts join spellings on track_id = spellings.id
        where ${isBroadcastOpen(viewerId)})
      or exists (
        select from song_swaps join spellings on spellings.id in (initiator_track_id, matched_track_id)
        where ${viewerId}::bigint in (initiator_id, matched_id))
      or exists (
        select from messages join spellings on track_id = spellings.id
        where (sender_id = ${viewerId}::bigint and ${visibleTo(viewerId, 'messages.recipient_id')})
          or (recipient_id = ${viewerId}::bigint and ${visibleTo(viewerId, 'messages.sender_id')}))
      or exists (select from later_tracks join spellings on track_id = spellings.id where member_id = ${viewerId})
      or exists (
        select from track_feedback join spellings on track_id = spellings.id
        where member_id = ${viewerId} and score = 1) as is`.execute(db)
  return rows[0]?.is === true
}

/**
 * Returns whether a member may name a track to others: it is among their own plays or charts, has
 * plays by a member on leaderboards, or was shared with them. Otherwise track numbers would reveal
 * what members with hidden listening have played.
 */
export async function isTrackOpenTo(db: Db, id: number, memberId: number): Promise<boolean> {
  const track = await findMusic(db, 'tracks', id)
  if (track === undefined) return false
  const { rows } = await sql<{ is: boolean }>`select
    exists (select from track_plays where member_id = ${memberId} and track_id = ${track.id})
    or exists (select from chart_tracks where member_id = ${memberId} and track_id = ${track.id})
    or exists (select from track_plays where track_id = ${track.id}
      and ${isOnBoards('track_plays.member_id')}) as is`.execute(db)
  return rows[0]?.is === true || (await isShared(db, track.id, memberId))
}

interface MusicInCalendar {
  readonly kind: ChartKind
  readonly id: number
  readonly timeZone: string
}

/**
 * Returns a member's plays for an artist, a track or an album per calendar month, oldest first.
 * Plays are stored per UTC day. A month in any calendar begins on the first or the last day of a
 * UTC month: on these the listens are read.
 */
export async function listPlaysByMonth(
  db: Db,
  memberId: number,
  { kind, id, timeZone }: MusicInCalendar,
): Promise<{ month: string; plays: number }[]> {
  const of = {
    // Plays of a credit that names an ignored artist are shown on the page of that artist only.
    artists: sql`plays_daily as played where member_id = ${memberId} and ${isOfArtist('played.artist_id', id)}
      and (artist_id not in ${selectIgnored(memberId)} or ${id} in (
        select artist_id from ignored_artists where member_id = ${memberId}))`,
    tracks: sql`plays_daily as played where member_id = ${memberId} and track_id = ${id}
      and artist_id = (select artist_id from tracks where tracks.id = ${id})`,
    albums: sql`album_plays_daily as played where member_id = ${memberId} and album_id = ${id}`,
  }[kind]
  const isPlayed =
    kind === 'albums'
      ? sql`exists (select from listen_details where listen_details.id = details_id and album_id = played.album_id)`
      : sql`listens.track_id = played.track_id`
  const { rows } = await markPrepared(sql<{ month: string; plays: number }>`
    with played as materialized (
      select *, extract(day from day) = 1 or extract(day from day + 1) = 1 as is_edge from ${of})
    select month, sum(plays) as plays from (
      select to_char(day, 'YYYY-MM') as month, plays from played where not is_edge
      union all select to_char(listened_at at time zone ${timeZone}, 'YYYY-MM'), 1
        from played join listens on listens.member_id = played.member_id and ${isPlayed}
          and ${isOfDay('day')}
        where is_edge) as counted
    group by 1 order by 1`).execute(db)
  return rows
}

const POPULAR_ARTISTS = 10

/**
 * Returns the artists with most listeners, among those that members on leaderboards have played.
 */
export async function listPopularArtists(db: Db, viewerId: number | null): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from (
      select id, name, listeners from artists where merged_into is null and listeners > 0
      order by listeners desc, id limit ${sql.lit(2 * POPULAR_ARTISTS)}) as found
    where exists (select from artist_plays as listener where listener.artist_id = found.id
      and ${visibleTo(viewerId, 'listener.member_id')} and ${isOnBoards('listener.member_id')})
    order by listeners desc, id limit ${sql.lit(POPULAR_ARTISTS)}`.execute(db)
  return rows
}
