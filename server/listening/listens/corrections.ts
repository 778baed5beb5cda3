import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { correctDetails, type DetailsCorrection } from './correct-details.ts'
import type { ListenDetails } from './listen-details.ts'
import { areOfSameCredit, toWindow } from './match-listens.ts'
import type { MemberListen } from './member-listen.ts'
import { ConcurrentChange, listRevisions, type Revisions } from './revisions.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'

/*
 * Listens that arrive are corrected as the member has corrected all alike before, and those that
 * the member has deleted or corrected one by one are not added again. Costs one lookup per batch
 * for members without such changes.
 */

/** A listen that arrives, with the main or another spelling of its track. */
interface ArrivingListen {
  readonly memberId: number
  readonly trackId: number
  readonly artist: string
  readonly title: string
  readonly details?: ListenDetails | undefined
}

interface FormerNames {
  /** The tracks that the listen was before it was corrected. */
  readonly formerIds: readonly number[]
}

/** Listens to add, corrected by the corrections in these revisions. */
interface CorrectedListens<T> {
  readonly listens: readonly (T & FormerNames)[]
  readonly revisions: Revisions
}

/** A correction for all listens to a track, with the names of the right one. */
interface Correction extends DetailsCorrection {
  readonly id: number
  readonly memberId: number
  readonly trackId: number
  /** The folded album title; empty: listens without one; null: on any. */
  readonly onAlbum: string | null
  readonly toTrack: number
  readonly toArtist: string
  readonly toTitle: string
  /** If all tracks by an artist are corrected: that artist. */
  readonly fromArtistId: number | null
}

/** Corrections by member and track, each list in the order in which they were made. */
type Corrections = ReadonlyMap<string, readonly Correction[]>

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
  const named = arriving.map(({ memberId, trackId }) => ({ memberId, trackId: mains.get(trackId) ?? trackId }))
  const corrections = Map.groupBy(await ofTracks(tx, rules, named), ({ memberId, trackId }) => toKey(memberId, trackId))
  const corrected = listens.map((listen) => ({ ...listen, ...planCorrection(corrections, mains, listen) }))
  return { listens: corrected, revisions }
}

/** What a listen is corrected to. */
type Plan = Omit<ArrivingListen, 'memberId'> & FormerNames

/**
 * Returns what a listen is corrected to, as if it had been there when each correction was made;
 * undefined without a correction.
 */
function planCorrection(
  corrections: Corrections,
  mains: ReadonlyMap<number, number>,
  { memberId, trackId, details }: ArrivingListen,
): Plan | undefined {
  let plan: Plan | undefined
  for (let last = 0; ; ) {
    const at = plan?.trackId ?? mains.get(trackId) ?? trackId
    const held = plan?.details ?? details ?? {}
    const album = nameKey(held.album ?? '')
    const rules = corrections.get(toKey(memberId, at))
    const rule = rules?.find(({ id, onAlbum }) => id > last && (onAlbum ?? album) === album)
    if (rule === undefined) return plan
    last = rule.id
    const formerIds = [...(plan?.formerIds ?? []), at]
    const next = correctDetails(held, rule)
    // Without details a listen gets those from another source's copy.
    const isPlain = details === undefined && Object.keys(next).length === 0
    const { toTrack, toArtist, toTitle } = rule
    plan = { trackId: toTrack, artist: toArtist, title: toTitle, details: isPlain ? undefined : next, formerIds }
  }
}

const toKey = (memberId: number, trackId: number) => `${memberId} ${trackId}`

interface MemberTrack {
  readonly memberId: number
  readonly trackId: number
}

/**
 * Returns corrections with artist corrections as corrections for each arriving track, in the order
 * in which they were made. The correct tracks are inserted, and may be corrected further.
 */
async function ofTracks(
  tx: Tx,
  rules: readonly Correction[],
  arriving: readonly MemberTrack[],
): Promise<readonly Correction[]> {
  const ofArtists = rules.filter(({ fromArtistId }) => fromArtistId !== null)
  if (ofArtists.length === 0) return rules
  const found = rules.filter(({ fromArtistId }) => fromArtistId === null)
  const seen = new Set<string>()
  let tracks = [...arriving, ...found.map(({ memberId, toTrack }) => ({ memberId, trackId: toTrack }))]
  while (tracks.length > 0) {
    const fresh = tracks.filter(({ memberId, trackId }) => !seen.has(toKey(memberId, trackId)))
    for (const { memberId, trackId } of fresh) seen.add(toKey(memberId, trackId))
    const { rows } = await sql<{ id: number; artistId: number; title: string }>`
      select id, artist_id as "artistId", title from tracks
      where id = any(${[...new Set(fresh.map(({ trackId }) => trackId))]}::bigint[])`.execute(tx)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const matches = [...new Map(fresh.map((track) => [toKey(track.memberId, track.trackId), track])).values()].flatMap(
      ({ memberId, trackId }) =>
        ofArtists
          .filter((rule) => rule.memberId === memberId && rule.fromArtistId === byId.get(trackId)?.artistId)
          .map((rule) => ({ ...rule, trackId, toTitle: byId.get(trackId)?.title ?? '' })),
    )
    const ids = await insertTracks(
      tx,
      matches.map(({ toArtist, toTitle }) => ({ artist: toArtist, title: toTitle })),
    )
    const expanded = matches.map((rule, place) => ({ ...rule, toTrack: ids[place] ?? 0, isTitleChanged: false }))
    found.push(...expanded)
    tracks = expanded.map(({ memberId, toTrack }) => ({ memberId, trackId: toTrack }))
  }
  return found.toSorted((a, b) => a.id - b.id)
}

async function listCorrections(db: Db, memberIds: readonly number[]): Promise<readonly Correction[]> {
  const { rows } = await sql<Correction & { keys: readonly string[] }>`
    select rule.id, rule.member_id as "memberId", coalesce(named.merged_into, named.id) as "trackId",
      case when on_album = 0 then '' else albums.title_key end as "onAlbum", track.id as "toTrack",
      artists.name as "toArtist", track.title as "toTitle", rule.to_album as album, named.artist_id <> track.artist_id as "isArtistChanged",
      named.title_key <> track.title_key as "isTitleChanged", case when of_artist then former.main end as "fromArtistId",
      case when of_artist then ${selectNameKeys('former.main')} end as keys
    from listen_corrections as rule join tracks as named on named.id = rule.track_id
    join tracks as target on target.id = rule.to_track
    join tracks as track on track.id = coalesce(target.merged_into, target.id)
    join artists on artists.id = track.artist_id
    cross join lateral (select coalesce(merged_into, id) as main from artists where artists.id = named.artist_id) as former
    left join albums on albums.id = rule.on_album
    where rule.member_id = any(${memberIds}::bigint[]) order by rule.id`.execute(db)
  return rows.map(({ keys, ...rule }) => ({
    ...rule,
    ...(rule.fromArtistId !== null && { albumArtist: { keys, to: rule.toArtist } }),
  }))
}

/** Selects the folded names for an artist and its spellings. */
export const selectNameKeys = (artist: string) =>
  sql`array(select name_key from artists where ${sql.ref(artist)} in (id, merged_into))`

/** Returns each track's main track. */
async function findMains(db: Db, trackIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; main: number }>`
    select id, merged_into as main from tracks where id = any(${trackIds}::bigint[]) and merged_into is not null`.execute(
    db,
  )
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
  const { rows } = await sql<{ place: number }>`
    select distinct place from unnest(${named.map(({ memberId }) => memberId)}::bigint[],
      ${named.map(({ ms }) => ms)}::float8[], ${named.map(({ id }) => id)}::bigint[],
      ${named.map(({ place }) => place)}::integer[], ${named.map(({ isFormer }) => isFormer)}::boolean[],
      ${named.map(({ windowS }) => windowS)}::integer[])
      as given (member_id, ms, track_id, place, is_former, window_s)
    join tracks on tracks.id = given.track_id
    where exists (select from changed_listens as changed join tracks as old on old.id = changed.track_id
        where changed.member_id = given.member_id and ${isSameTime('changed', from)}
          and (coalesce(old.merged_into, old.id) = coalesce(tracks.merged_into, tracks.id)
            or ${isOtherSource('changed', from)} and ${areOfSameCredit('old', 'tracks')}))
      or is_former and exists (select from listens as stored join tracks as held on held.id = stored.track_id
        where stored.member_id = given.member_id and ${isSameTime('stored', from)}
          and (held.id = coalesce(tracks.merged_into, tracks.id)
            or ${isOtherSource('stored', from)} and ${areOfSameCredit('held', 'tracks')}))`.execute(tx)
  const dropped = new Set(rows.map((row) => row.place))
  return listens.filter((_, place) => !dropped.has(place))
}

/** Returns the condition that a row has the time of the given row, as in `addListens`. */
const isSameTime = (table: 'changed' | 'stored', from: Source) => {
  const [at, given] = [sql.ref(`${table}.listened_at`), sql`to_timestamp(ms / 1000.0)`]
  return sql`${at} between ${given} - make_interval(secs => window_s) and ${given} + make_interval(secs => window_s)
    and (${at} = ${given} or ${isOtherSource(table, from)})`
}

const isOtherSource = (table: 'changed' | 'stored', from: Source) =>
  sql`${sql.ref(`${table}.source`)} <> ${SOURCE_NUMBERS[from]}`
