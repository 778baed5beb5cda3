import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { type RecapPeriod, shiftDay, stepPeriod } from '#contract/recaps/periods.ts'
import type { Recap, RecapRow } from '#contract/recaps/recap.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { selectIgnoredTracks } from '../catalogue/ignored.ts'
import { listMusicNames } from '../catalogue/names.ts'
import { countListeningTime } from '../charts/listening-time.ts'
import { addCovers } from '../covers/add-covers.ts'
import { isServed } from '../listens/served-by.ts'
import { findBounds, toDayInZone } from '../time-zone.ts'
import { countRecap, countStreak } from './count.ts'
import type { CountedEntry, CountedRecap, RecapKey } from './counted.ts'
import { findLongestStreak } from './streaks.ts'

type ListeningRecap = Omit<Recap, 'swaps' | 'swag'>

const NOTHING: CountedRecap = {
  plays: 0,
  playsBefore: 0,
  artists: 0,
  tracks: 0,
  albums: 0,
  days: [],
  hours: Array.from({ length: 24 }, () => 0),
  topArtists: [],
  topTracks: [],
  topAlbums: [],
  newArtists: 0,
  topNewArtists: [],
  movers: [],
  rediscovered: 0,
  rediscoveredTracks: [],
}

/** Returns what a member heard in a period in the `timeZone` calendar, which must be known. */
export async function readListeningRecap(
  api: Pick<Api, 'db' | 'config'>,
  memberId: number,
  period: RecapPeriod,
  timeZone: string,
  now: Date,
): Promise<ListeningRecap> {
  const { db } = api
  const { id, first, last } = period
  const key: RecapKey = { memberId, first, last, previousFirst: stepPeriod(period, -1).first, timeZone }
  const bounds = await findBounds(db, key)
  const isClosed = bounds.ends <= now
  const needsListens = await isServed(db, memberId)
  const today = toDayInZone(now, timeZone)
  const isCounted = !needsListens && first <= today
  const counted = isCounted ? await countRecap(db, key, bounds) : NOTHING
  const time = isCounted
    ? await countListeningTime(db, memberId, { starts: bounds.starts, ends: bounds.ends })
    : { minutes: undefined, unmeasured: undefined }
  const streak = isCounted ? await countStreak(db, key, isClosed ? last : today, !isClosed) : 0
  return {
    period: id,
    from: first,
    until: last,
    time_zone: timeZone,
    is_open: isClosed ? 0 : 1,
    first_day: needsListens ? null : await findFirstDay(db, memberId, timeZone),
    needs_listens: needsListens ? 1 : 0,
    plays: counted.plays,
    plays_before: counted.playsBefore,
    ...time,
    artists: counted.artists,
    tracks: counted.tracks,
    albums: counted.albums,
    days: counted.days.flatMap((plays, place) => (plays > 0 ? [{ day: shiftDay(first, place), plays }] : [])),
    hours: counted.hours.flatMap((plays, hour) => (plays > 0 ? [{ hour, plays }] : [])),
    listening_days: counted.days.filter((plays) => plays > 0).length,
    longest_streak: findLongestStreak(counted.days),
    current_streak: streak,
    new_artists: counted.newArtists,
    rediscovered: counted.rediscovered,
    ...(await nameEntries(api, memberId, counted)),
  }
}

/** Returns the day of the first listen that counts. */
async function findFirstDay(db: Db, memberId: number, timeZone: string): Promise<string | null> {
  const { rows } = await sql<{ listened_at: Date }>`select listened_at from listens
    where member_id = ${memberId} and track_id not in ${selectIgnoredTracks(memberId)}
    order by listened_at limit 1`.execute(db)
  return rows[0] === undefined ? null : toDayInZone(rows[0].listened_at, timeZone)
}

const toId = (entry: CountedEntry) => entry.id

async function nameEntries(api: Pick<Api, 'db' | 'config'>, memberId: number, counted: CountedRecap) {
  const listNames = (kind: ChartKind, entries: readonly CountedEntry[]) =>
    listMusicNames(api.db, kind, entries.map(toId), memberId)
  const names = {
    artists: await listNames('artists', [...counted.topArtists, ...counted.topNewArtists, ...counted.movers]),
    tracks: await listNames('tracks', [...counted.topTracks, ...counted.rediscoveredTracks]),
    albums: await listNames('albums', counted.topAlbums),
  }
  const toRows = <Entry extends CountedEntry, Row>(
    kind: ChartKind,
    entries: readonly Entry[],
    addTo: (row: RecapRow, entry: Entry) => Row,
  ) =>
    entries.flatMap((entry) => {
      const name = names[kind].get(entry.id)
      return name === undefined ? [] : [addTo({ ...name, cover: '', plays: entry.plays }, entry)]
    })
  const toPlain = (kind: ChartKind, entries: readonly CountedEntry[]) => toRows(kind, entries, (row) => row)
  return {
    top_artists: toPlain('artists', counted.topArtists),
    top_tracks: toPlain('tracks', counted.topTracks),
    top_albums: await addCovers(api, 'albums', toPlain('albums', counted.topAlbums)),
    top_new_artists: toPlain('artists', counted.topNewArtists),
    movers: toRows('artists', counted.movers, (row, { before }) => ({ ...row, plays_before: before })),
    rediscovered_tracks: toRows('tracks', counted.rediscoveredTracks, (row, { lastPlayed }) => ({
      ...row,
      last_played: lastPlayed,
    })),
  }
}
