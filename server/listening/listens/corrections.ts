import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { areOfSameCredit, toWindow } from './match-listens.ts'
import type { MemberListen } from './member-listen.ts'
import { type ArrivingListen, type CorrectionRule, type FormerNames, planCorrections } from './plan-corrections.ts'
import { ConcurrentChange, listRevisions, type Revisions } from './revisions.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/*
 * Listens that arrive are corrected as the member has corrected all alike before, and those that
 * the member has deleted or corrected one by one are not added again. Costs one lookup per batch
 * for members without such changes.
 */

/** Listens to add, corrected by the corrections in these revisions. */
interface CorrectedListens<T> {
  readonly listens: readonly (T & FormerNames)[]
  readonly revisions: Revisions
}

const NO_IDS: readonly number[] = []

/**
 * Returns listens with their members' corrections. Call it before `findDetails` and locking the
 * listens, and {@link dropChanged} afterwards.
 */
export async function correctListens<T extends ArrivingListen>(
  tx: Tx,
  arriving: readonly T[],
): Promise<CorrectedListens<T>> {
  const listens = arriving.map((listen) => ({ ...listen, formerIds: NO_IDS }))
  const revisions = await listRevisions(tx, [...new Set(arriving.map(({ memberId }) => memberId))])
  if (revisions.size === 0) return { listens, revisions }
  const rules = await listCorrections(tx, [...revisions.keys()])
  if (rules.length === 0) return { listens, revisions }
  const mains = await findMains(tx, [...new Set(arriving.map(({ trackId }) => trackId))])
  const plans = await planCorrections(tx, rules, mains, arriving)
  return { listens: listens.map((listen, place) => ({ ...listen, ...plans[place] })), revisions }
}

async function listCorrections(db: Db, memberIds: readonly number[]): Promise<readonly CorrectionRule[]> {
  const { rows } = await sql<CorrectionRule & { keys: readonly string[] | null }>`
    select rule.id, rule.member_id as "memberId", coalesce(named.merged_into, named.id) as "trackId",
      case when on_album = 0 then '' else albums.title_key end as "onAlbum", track.id as "toTrack",
      artists.name as "toArtist", track.title as "toTitle", rule.to_album as album, named.artist_id <> track.artist_id as "isArtistChanged",
      named.title_key <> track.title_key as "isTitleChanged", case when of_artist then former.main end as "fromArtistId",
      case when of_artist or (rule.to_album <> '' and named.artist_id <> track.artist_id)
        then ${selectNameKeys('former.main')} end as keys
    from listen_corrections as rule join tracks as named on named.id = rule.track_id
    join tracks as target on target.id = rule.to_track
    join tracks as track on track.id = coalesce(target.merged_into, target.id)
    join artists on artists.id = track.artist_id
    cross join lateral (select coalesce(merged_into, id) as main from artists where artists.id = named.artist_id) as former
    left join albums on albums.id = rule.on_album
    where rule.member_id = any(${memberIds}::bigint[]) order by rule.id`.execute(db)
  return rows.map(({ keys, ...rule }) => ({
    ...rule,
    ...(keys !== null && { albumArtist: { keys, to: rule.toArtist, isOfArtist: rule.fromArtistId !== null } }),
  }))
}

/** Selects the folded names for an artist and its spellings. */
export const selectNameKeys = (artist: string) =>
  sql`array(select name_key from artists where ${sql.ref(artist)} in (id, merged_into))`

async function findMains(db: Db, trackIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; main: number }>`
    select id, merged_into as main from tracks where id = any(${trackIds}::bigint[])
      and merged_into is not null`.execute(db)
  return new Map(rows.map((row) => [row.id, row.main]))
}

/** Listens to add; without revisions they were not corrected. */
interface AddedListens<T> {
  readonly listens: readonly T[]
  readonly revisions: Revisions | undefined
}

/**
 * Throws a {@link ConcurrentChange} if corrections have changed since they were read. Returns the
 * revisions. The caller has locked the members' listens.
 */
export async function checkRevisions(
  tx: Tx,
  { listens, revisions: read }: AddedListens<{ readonly memberId: number }>,
): Promise<Revisions> {
  const revisions = await listRevisions(tx, [...new Set(listens.map(({ memberId }) => memberId))])
  for (const [memberId, revision] of revisions)
    if (read !== undefined && read.get(memberId) !== revision)
      throw new ConcurrentChange('The corrections of a member have changed.')
  return revisions
}

/**
 * Returns the listens without those that their member has deleted or corrected before, and those
 * that are stored under a name from before a correction: another source had named their album. The
 * same second, or from another source within the length, is the same listen, also if one has the
 * credit and the other an artist of it. Checks the corrections as {@link checkRevisions}.
 */
export async function dropChanged<T extends FormerNames & Omit<MemberListen, 'detailsId'>>(
  tx: Tx,
  corrected: AddedListens<T>,
  from: Source,
): Promise<readonly T[]> {
  const { listens } = corrected
  const revisions = await checkRevisions(tx, corrected)
  if (revisions.size === 0) return listens
  const named = listens.flatMap(({ memberId, listenedAt, trackId, formerIds, lengthMs }, place) =>
    revisions.has(memberId)
      ? [trackId, ...formerIds].map((id) => ({
          memberId,
          ms: Number(listenedAt),
          windowS: toWindow(lengthMs),
          id,
          place,
          isFormer: id !== trackId,
        }))
      : [],
  )
  // The changes are read once: an imported file may have thousands within the length of a play.
  // `offset 0` makes the planner look listens up by their time, instead of joining the whole history.
  const { rows } = await sql<{ place: number }>`
    with arriving as materialized (
      select sent.*, tracks.artist_id, tracks.title_key, coalesce(tracks.merged_into, tracks.id) as main from unnest(
        ${named.map(({ memberId }) => memberId)}::bigint[], ${named.map(({ ms }) => ms)}::float8[],
        ${named.map(({ id }) => id)}::bigint[], ${named.map(({ place }) => place)}::integer[],
        ${named.map(({ isFormer }) => isFormer)}::boolean[], ${named.map(({ windowS }) => windowS)}::integer[])
        as sent (member_id, ms, track_id, place, is_former, window_s)
      join tracks on tracks.id = sent.track_id),
    changed as materialized (
      select changed.member_id, changed.listened_at, changed.source, old.artist_id, old.title_key,
        coalesce(old.merged_into, old.id) as main
      from (select member_id, to_timestamp(min(ms / 1000.0 - window_s)) as first, to_timestamp(max(ms / 1000.0 + window_s)) as last
        from arriving group by member_id) as span
      join changed_listens as changed on changed.member_id = span.member_id and changed.listened_at between first and last
      join tracks as old on old.id = changed.track_id)
    select place from arriving join changed using (member_id, main) where ${isSameTime('changed', from)}
    union select place from arriving join changed using (member_id, title_key)
      where ${isOtherSource('changed', from)} and ${areOfSameCredit('changed')} and ${isSameTime('changed', from)}
    union select place from arriving where is_former and exists (
      select from (select track_id, source from listens as stored
        where stored.member_id = arriving.member_id and ${isSameTime('stored', from)} offset 0) as stored
      join tracks as held on held.id = stored.track_id
      where held.id = arriving.main or ${isOtherSource('stored', from)} and ${areOfSameCredit('held')})`.execute(tx)
  const dropped = new Set(rows.map((row) => row.place))
  return listens.filter((_, place) => !dropped.has(place))
}

/** Returns the condition that a row has the time of the given row, as in `addListens`. */
const isSameTime = (table: 'changed' | 'stored', from: Source) => {
  const [at, arriving] = [sql.ref(`${table}.listened_at`), sql`to_timestamp(ms / 1000.0)`]
  return sql`${at} between ${arriving} - make_interval(secs => window_s) and ${arriving} + make_interval(secs => window_s)
    and (${at} = ${arriving} or ${isOtherSource(table, from)})`
}

const isOtherSource = (table: 'changed' | 'stored', from: Source) =>
  sql`${sql.ref(`${table}.source`)} <> ${SOURCE_NUMBERS[from]}`
