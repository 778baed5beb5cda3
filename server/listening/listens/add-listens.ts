import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { joinCredits, selectCredited } from '../catalogue/credits.ts'
import { selectIgnoredPairs } from '../catalogue/ignored.ts'
import { markHeard } from './mark-heard.ts'
import { matchListens } from './match-listens.ts'
import type { MatchedRecords } from './matched-records.ts'
import type { MemberListen } from './member-listen.ts'
import { recordKnown } from './record-import.ts'
import { selectServed } from './served-by.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/** How listens are added. */
export interface Adding {
  /** The import that adds them; for one member. */
  readonly importId?: number | undefined
  /** The records of the import that are the same plays as listens of other sources. */
  readonly records?: MatchedRecords | undefined
  /** False: listens that another source has a record of are added, too. */
  readonly isMatched?: boolean
}

/**
 * Adds listens for one or more members and updates all counts derived from them: plays by day,
 * track, album, artist and source. Skips listens that are already stored, and those that another
 * source has (`matchListens`); a stored listen without details gets those from the skipped one, and
 * one without links those that say the same and have links. Listens to another spelling are added
 * to the main track. Returns the number of new listens. The caller has locked the members' listens
 * and rows in this transaction. Tracks that a member has saved to listen later leave that list.
 */
export async function addListens(
  tx: Tx,
  sent: readonly MemberListen[],
  from: Source,
  { importId, records, isMatched = true }: Adding = {},
): Promise<number> {
  if (sent.length === 0) return 0
  const source = SOURCE_NUMBERS[from]
  const { listens, matched } = isMatched
    ? await matchRecords(tx, sent, from, records)
    : { listens: sent, matched: sent.map(() => null) }
  const members = sql`${[...new Set(listens.map((listen) => listen.memberId))]}::bigint[]`
  // Known listens are updated by their place in the table, which no other transaction changes
  // meanwhile: for an unknown number of rows the planner would read a whole table. `limit 1` keeps
  // the planner, which cannot know the row count, from reading a whole history for a batch.
  const { rows } = await sql<{ inserted: number }>`
    with arriving as materialized (
      select distinct on (member_id, listened_at, track_id)
        member_id, tracks.id as track_id, tracks.artist_id, to_timestamp(ms / 1000.0) as listened_at, details_id, matched
      from unnest(${listens.map((listen) => listen.memberId)}::bigint[],
        ${listens.map((listen) => listen.trackId)}::bigint[],
        ${listens.map((listen) => Number(listen.listenedAt))}::float8[],
        ${listens.map((listen) => listen.detailsId ?? null)}::integer[],
        ${matched}::text[]::tid[]) as sent (member_id, named_id, ms, details_id, matched)
      join tracks as named on named.id = named_id
      join tracks on tracks.id = coalesce(named.merged_into, named.id)
      order by member_id, listened_at, track_id, matched is null, details_id),
    served as materialized (${selectServed(members)}),
    compared as materialized (
      select *, coalesce(
        (select same.ctid from listens as same where same.member_id = arriving.member_id
          and same.listened_at = arriving.listened_at and same.track_id = arriving.track_id limit 1),
        matched) as known
      from arriving),
    fresh as materialized (
      select member_id, track_id, artist_id, listened_at, details_id from compared where known is null),
    added as (
      insert into listens (member_id, listened_at, track_id, source, details_id)
      select member_id, listened_at, track_id, ${source}::smallint, details_id from fresh
      order by member_id, listened_at, track_id),
    ${importId === undefined ? sql`` : recordKnown(importId, source)}
    completing as materialized (
      select known, compared.details_id, listens.details_id as stored_id from compared join listens
        on listens.ctid = any(array(select known from compared where known is not null and details_id is not null))
          and listens.ctid = known
      where listens.details_id is distinct from compared.details_id),
    completed as (
      update listens set details_id = completing.details_id from completing
      where listens.ctid = any(array(select known from completing where stored_id is null))
        and listens.ctid = completing.known and listens.details_id is null
      returning listens.member_id, listens.listened_at, listens.details_id),
    linking as materialized (
      select known, completing.details_id from completing
      where stored_id is not null and ${areContained(sql`stored_id`, sql`completing.details_id`)}),
    linked as (
      update listens set details_id = linking.details_id from linking
      where listens.ctid = any(array(select known from linking)) and listens.ctid = linking.known),
    on_albums as materialized (
      select added.member_id, album_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from (select member_id, listened_at, details_id from fresh
        union all select member_id, listened_at, details_id from completed) as added
      join listen_details on listen_details.id = details_id and album_id is not null group by 1, 2, 3),
    albums_by_day as (
      insert into album_plays_daily (member_id, album_id, day, plays)
      select member_id, album_id, day, plays from on_albums order by member_id, album_id, day
      on conflict (member_id, album_id, day) do update set plays = album_plays_daily.plays + excluded.plays),
    by_album as (
      insert into album_plays (member_id, album_id, plays, latest)
      select member_id, album_id, sum(plays), max(day) from on_albums group by 1, 2 order by member_id, album_id
      on conflict (member_id, album_id) do update set plays = album_plays.plays + excluded.plays,
        latest = greatest(album_plays.latest, excluded.latest)),
    counted as materialized (
      select member_id, track_id, artist_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from fresh group by 1, 2, 3, 4),
    by_day as (
      insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select member_id, track_id, day, artist_id, plays from counted order by member_id, day, track_id
      on conflict (member_id, day, track_id) do update set plays = plays_daily.plays + excluded.plays),
    by_track as (
      insert into track_plays (member_id, track_id, artist_id, plays, latest)
      select member_id, track_id, artist_id, sum(plays), max(day) from counted
      group by member_id, track_id, artist_id order by member_id, track_id
      on conflict (member_id, track_id) do update set plays = track_plays.plays + excluded.plays,
        latest = greatest(track_plays.latest, excluded.latest)
      -- xmax is the locking transaction of a row that existed
      returning member_id, artist_id, (xmax = 0)::integer as is_first),
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select member_id, min(day), max(day) from counted group by member_id),
    by_source as (
      insert into listen_sources (member_id, source, listens, updated_at)
      select member_id, ${source}, count(*), now() from fresh group by member_id order by member_id
      on conflict (member_id, source) do update
        set listens = listen_sources.listens + excluded.listens, updated_at = excluded.updated_at),
    by_artist as (
      insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select member_id, ${selectCredited('moves.artist_id')}, sum(plays), sum(tracks)
      from (
        select member_id, artist_id, plays, 0 as tracks from counted
        union all select member_id, artist_id, 0, is_first from by_track) as moves ${joinCredits('moves.artist_id')}
      where member_id not in (select member_id from served)
        and (member_id, moves.artist_id) not in ${selectIgnoredPairs(members)} group by 1, 2 order by 1, 2
      on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
        tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard),
    oldest as materialized (
      select member_id, oldest from (select member_id, min(listened_at) as oldest from fresh group by member_id) as each
      where (select coalesce(listens_since > oldest, true) from members where members.id = member_id)),
    ${markHeard(members)},
    since as (
      update members set listens_since = oldest from oldest
      where members.id = oldest.member_id and (listens_since is null or listens_since > oldest))
    select count(*) as inserted from fresh`.execute(tx)
  return rows[0]?.inserted ?? 0
}

/**
 * Returns listens with the stored ones that are the same plays, and further ones to add: records of
 * former batches for which there is none left.
 */
async function matchRecords(tx: Tx, sent: readonly MemberListen[], from: Source, records?: MatchedRecords) {
  const former = records?.findNear(sent) ?? []
  const all = await matchListens(tx, [...sent, ...former], from, sent.length)
  const [matched, ofFormer] = [all.slice(0, sent.length), all.slice(sent.length)]
  const added = former.filter((_, place) => ofFormer[place] === null)
  const fresh = sent.filter((_, place) => matched[place] !== null)
  records?.note(fresh, added)
  return { listens: [...sent, ...added], matched: [...matched, ...added.map(() => null)] }
}

/**
 * Returns whether stored details without links say nothing that the sent ones do not say. The album
 * is the same, so that no album plays change.
 */
const areContained = (storedId: RawBuilder<unknown>, sentId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const isContained = (column: string) =>
    sql`(stored.${sql.ref(column)} is null or stored.${sql.ref(column)} = sent.${sql.ref(column)})`
  return sql<boolean>`exists (select from listen_details as stored, listen_details as sent
    where stored.id = ${storedId} and sent.id = ${sentId} and stored.links is null and sent.links is not null
      and stored.album_id is not distinct from sent.album_id and ${sql.join(CONTAINED.map(isContained), sql` and `)})`
}

const CONTAINED = [
  'album_artist_id',
  'artist_mbids',
  'recording_mbid',
  'release_mbid',
  'track_number',
  'duration_ms',
  'player',
  'client',
  'service',
]
