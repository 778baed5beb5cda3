import { sql } from 'kysely'
import type { Period } from '#contract/wire.ts'
import type { Tx } from '#server/db/open.ts'
import { inSavepoint, storeWithoutFaulty } from '#server/db/without-faulty.ts'
import { insertArtists, insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { joinCredits, selectCredited } from '#server/listening/catalogue/credits.ts'
import { selectIgnored } from '#server/listening/catalogue/ignored.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { PERIOD_NUMBERS } from '#server/listening/listens/served-by.ts'
import type { ServiceFailureCode } from '../service-failure.ts'
import type { ArtistCount, Chart, DaysCounted, TrackCount } from './source.ts'

export interface PeriodCharts {
  readonly period: Period
  readonly artists: Chart<ArtistCount>
  readonly tracks: Chart<TrackCount>
}

/** The fetched charts. A missing period, or undefined days, leave the stored ones unchanged. */
export interface FetchedCharts {
  readonly periods: readonly PeriodCharts[]
  readonly days: DaysCounted | undefined
}

const MOST_PLAYS = 2_147_483_647

export async function replaceCharts(tx: Tx, memberId: number, { periods, days }: FetchedCharts): Promise<void> {
  await lockListens(tx, memberId)
  for (const { period, artists, tracks } of periods) {
    const played = mergeEntries(tracks.entries.flatMap(toTrackEntry), ({ artist, title }) => `${artist}\n${title}`)
    await replaceTracks(tx, memberId, period, played)
    const entries = mergeEntries(artists.entries.flatMap(toArtistEntry), (it) => it.name)
    if (period !== 'overall') await replaceArtists(tx, memberId, period, entries)
    else await replaceOverall(tx, memberId, entries)
  }
  if (periods.length > 0) await updateHeardTracks(tx, memberId)
  if (days !== undefined) await replaceDays(tx, memberId, days)
  await sql`update members set listens_since = now()
    where id = ${memberId} and listens_since is null
      and exists (select from artist_plays where member_id = ${memberId})`.execute(tx)
}

/** Returns an entry with names as they are stored; none for an unusable one. */
function toTrackEntry({ plays, ...sent }: TrackCount): TrackCount[] {
  const names = toTrackName(sent)
  return typeof names === 'string' || !isCount(plays) ? [] : [{ ...names, plays }]
}

function toArtistEntry({ name, plays }: ArtistCount): ArtistCount[] {
  const names = toTrackName({ artist: name, title: name })
  return typeof names === 'string' || !isCount(plays) ? [] : [{ name: names.artist, plays }]
}

const isCount = (plays: number): boolean => Number.isSafeInteger(plays) && plays > 0 && plays <= MOST_PLAYS

/** Merges entries with equal names after folding: the sum of plays, at the better rank. */
function mergeEntries<T extends { readonly plays: number }>(
  entries: readonly T[],
  nameOf: (entry: T) => string,
): readonly T[] {
  const byKey = new Map<string, T>()
  for (const it of entries) {
    const key = nameKey(nameOf(it))
    const first = byKey.get(key)
    byKey.set(key, first === undefined ? it : { ...first, plays: Math.min(MOST_PLAYS, first.plays + it.plays) })
  }
  return [...byKey.values()]
}

const toName = ({ name }: ArtistCount) => name

/** Returns entries as ids and plays, without those with a name that the database rejects. */
async function nameEntries<T extends { readonly plays: number }>(
  tx: Tx,
  entries: readonly T[],
  insert: (entries: readonly T[]) => Promise<readonly number[]>,
): Promise<{ readonly ids: readonly number[]; readonly plays: readonly number[] }> {
  const { results } = await storeWithoutFaulty(entries, (part) =>
    inSavepoint(tx, async () => ({ ids: await insert(part), plays: part.map(({ plays }) => plays) })),
  )
  return { ids: results.flatMap(({ ids }) => ids), plays: results.flatMap(({ plays }) => plays) }
}

async function replaceTracks(tx: Tx, memberId: number, period: Period, entries: readonly TrackCount[]): Promise<void> {
  const number = PERIOD_NUMBERS[period]
  await sql`delete from chart_tracks where member_id = ${memberId} and period = ${number}`.execute(tx)
  if (entries.length === 0) return
  const named = await nameEntries(tx, entries, (part) => insertTracks(tx, part))
  await sql`insert into chart_tracks (member_id, period, track_id, artist_id, plays, place)
    select ${memberId}::bigint, ${number}::smallint, tracks.id, max(tracks.artist_id),
      least(sum(plays), ${MOST_PLAYS}), min(place)
    from unnest(${named.ids}::bigint[], ${named.plays}::integer[]) with ordinality as entry (track_id, plays, place)
    join tracks as named on named.id = track_id
    join tracks on tracks.id = coalesce(named.merged_into, named.id) group by tracks.id`.execute(tx)
}

async function replaceArtists(
  tx: Tx,
  memberId: number,
  period: Period,
  entries: readonly ArtistCount[],
): Promise<void> {
  const number = PERIOD_NUMBERS[period]
  await sql`delete from chart_artists where member_id = ${memberId} and period = ${number}`.execute(tx)
  const named = await nameEntries(tx, entries, (part) => insertArtists(tx, part.map(toName)))
  await sql`insert into chart_artists (member_id, period, artist_id, plays, place)
    select ${memberId}::bigint, ${number}::smallint, ${selectCredited('entry.artist_id')}, least(sum(plays), ${MOST_PLAYS}), min(place)
    from unnest(${named.ids}::bigint[], ${named.plays}::integer[]) with ordinality as entry (artist_id, plays, place)
    ${joinCredits('entry.artist_id')} group by 3`.execute(tx)
}

/** Replaces the all-time chart: equal rows stay, so that only changes are counted. */
async function replaceOverall(tx: Tx, memberId: number, entries: readonly ArtistCount[]): Promise<void> {
  const { ids, plays } = await nameEntries(tx, entries, (part) => insertArtists(tx, part.map(toName)))
  const counted = sql`unnest(${ids}::bigint[], ${plays}::integer[]) as entry (artist_id, plays) ${joinCredits('entry.artist_id')}`
  await sql`delete from artist_plays where member_id = ${memberId}
    and artist_id not in (select ${selectCredited('entry.artist_id')} from ${counted})`.execute(tx)
  await sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select ${memberId}::bigint, ${selectCredited('entry.artist_id')}, least(sum(plays), ${MOST_PLAYS}), 0
    from ${counted} where entry.artist_id not in ${selectIgnored(memberId)} group by 2 order by 2
    on conflict (member_id, artist_id) do update set plays = excluded.plays
      where artist_plays.plays <> excluded.plays`.execute(tx)
}

/**
 * Counts an artist's heard tracks from the charts for all periods: a lower bound, since services do
 * not report it.
 */
async function updateHeardTracks(tx: Tx, memberId: number): Promise<void> {
  await sql`update artist_plays set tracks_heard = coalesce(heard.tracks, 0)
    from artist_plays as own left join (
      select ${selectCredited('chart_tracks.artist_id')} as artist_id, count(distinct track_id)::integer as tracks
      from chart_tracks ${joinCredits('chart_tracks.artist_id')} where member_id = ${memberId} group by 1) as heard using (artist_id)
    where own.member_id = ${memberId} and artist_plays.member_id = own.member_id
      and artist_plays.artist_id = own.artist_id and artist_plays.tracks_heard <> coalesce(heard.tracks, 0)`.execute(tx)
}

async function replaceDays(tx: Tx, memberId: number, { since, counts }: DaysCounted): Promise<void> {
  await sql`delete from chart_days where member_id = ${memberId} and day >= ${since}::date`.execute(tx)
  const stored = counts.filter((count) => count.day >= since && count.plays > 0)
  await sql`insert into chart_days (member_id, day, plays)
    select ${memberId}::bigint, day::date, sum(plays)
    from unnest(${stored.map((it) => it.day)}::text[], ${stored.map((it) => it.plays)}::integer[]) as entry (day, plays)
    group by 2`.execute(tx)
}

/**
 * Returns the member to the listens stored here: recounts them and deletes the service's charts.
 */
export async function returnToOwn(tx: Tx, memberId: number): Promise<void> {
  await lockListens(tx, memberId)
  await sql`delete from member_sources where member_id = ${memberId}`.execute(tx)
  await countOwn(tx, memberId)
}

/**
 * Like {@link returnToOwn}, but the chosen account and the failure, that it belongs to another
 * member, remain stored.
 */
export async function dropCharts(tx: Tx, memberId: number, failure: ServiceFailureCode): Promise<void> {
  await emptyCharts(tx, memberId)
  await sql`delete from refreshes where member_id = ${memberId}`.execute(tx)
  await sql`update member_sources set fresh_at = null, refreshed_at = null, stored_bytes = 0, failure = ${failure}
    where member_id = ${memberId}`.execute(tx)
  await countOwn(tx, memberId)
}

async function countOwn(tx: Tx, memberId: number): Promise<void> {
  const counted = sql`track_plays ${joinCredits('track_plays.artist_id')}
    where member_id = ${memberId} and track_plays.artist_id not in ${selectIgnored(memberId)}`
  await sql`delete from artist_plays where member_id = ${memberId} and artist_id not in (
    select ${selectCredited('track_plays.artist_id')} from ${counted})`.execute(tx)
  await sql`insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select ${memberId}::bigint, ${selectCredited('track_plays.artist_id')}, sum(plays)::integer, count(*)::integer
    from ${counted} group by 2 order by 2
    on conflict (member_id, artist_id) do update
      set plays = excluded.plays, tracks_heard = excluded.tracks_heard
      where (artist_plays.plays, artist_plays.tracks_heard) <> (excluded.plays, excluded.tracks_heard)`.execute(tx)
  await sql`update members set listens_since = (select min(listened_at) from listens where member_id = ${memberId})
    where id = ${memberId}`.execute(tx)
}

/** Deletes all counts: another source's charts replace them in this transaction. */
export async function emptyCharts(tx: Tx, memberId: number): Promise<void> {
  await lockListens(tx, memberId)
  for (const table of ['artist_plays', 'chart_artists', 'chart_tracks', 'chart_days'])
    await sql`delete from ${sql.table(table)} where member_id = ${memberId}`.execute(tx)
}
