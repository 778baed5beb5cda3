import { sql } from 'kysely'
import { type RecapPeriod, stepPeriod } from '#contract/recaps/periods.ts'
import { RECAP_MOVERS, RECAP_ROWS, REDISCOVERED_AFTER_DAYS } from '#contract/recaps/recap.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** A stored listen, with the day and the hour that a calendar shows at its time. */
interface ZonedListen {
  readonly at: number
  readonly artist: number
  readonly track: number
  readonly album: number | null
  readonly day: string
  readonly hour: number
  readonly utcDay: string
}

/** Reads all of a member's listens in time order. Days and hours are Node's. */
export async function readZonedListens(
  server: TestServer,
  { id }: Pick<TestMember, 'id'>,
  timeZone: string,
): Promise<ZonedListen[]> {
  const { rows } = await sql<{ at: Date; artist: number; track: number; album: number | null }>`
    select listened_at as at, artist_id as artist, track_id as track, album_id as album
    from listens join tracks on tracks.id = track_id left join listen_details on listen_details.id = details_id
    where listens.member_id = ${id} order by listened_at, track_id`.execute(server.db)
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return rows.map(({ at, ...row }) => {
    const [day = '', time = ''] = format.format(at).split(' ')
    return { ...row, at: at.getTime(), day, hour: Number(time.slice(0, 2)), utcDay: at.toISOString().slice(0, 10) }
  })
}

type Key = 'artist' | 'track' | 'album'
interface Total {
  readonly id: number
  readonly plays: number
  readonly latest: number
}

function countBy(listens: readonly ZonedListen[], key: Key): Total[] {
  const totals = new Map<number, Total>()
  for (const listen of listens) {
    const id = listen[key]
    if (id !== null) totals.set(id, { id, plays: (totals.get(id)?.plays ?? 0) + 1, latest: listen.at })
  }
  return [...totals.values()]
}

const top = (totals: readonly Total[], byTime: boolean) =>
  totals
    .toSorted((a, b) => b.plays - a.plays || (byTime ? b.latest - a.latest : 0) || a.id - b.id)
    .slice(0, RECAP_ROWS)
    .map(({ id, plays }) => ({ id, plays }))

const addDaysTo = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)

function countStreaks(days: ReadonlySet<string>, period: RecapPeriod, end: string, isRunning: boolean) {
  let [longest, run] = [0, 0]
  for (let day = period.first; day <= period.last; day = addDaysTo(day, 1)) {
    run = days.has(day) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  let day = isRunning && !days.has(end) ? addDaysTo(end, -1) : end
  let current = 0
  for (; days.has(day); day = addDaysTo(day, -1)) current++
  return { longest_streak: longest, current_streak: current }
}

function findRediscovered(all: readonly ZonedListen[], within: readonly ZonedListen[], first: string) {
  const found: { id: number; plays: number; last_played: string }[] = []
  for (const { id, plays } of countBy(within, 'track')) {
    const before = all.findLast((listen) => listen.track === id && listen.day < first)
    const again = within.find((listen) => listen.track === id)
    if (before === undefined || again === undefined) continue
    const days = (Date.parse(again.utcDay) - Date.parse(before.utcDay)) / 86_400_000
    if (days >= REDISCOVERED_AFTER_DAYS) found.push({ id, plays, last_played: before.utcDay })
  }
  return found.sort((a, b) => a.last_played.localeCompare(b.last_played) || b.plays - a.plays || a.id - b.id)
}

/** Counts a recap's fields from all listens, one by one. `today` is by the calendar. */
export function toRecap(all: readonly ZonedListen[], period: RecapPeriod, today: string) {
  const { first, last } = period
  const within = all.filter(({ day }) => day >= first && day <= last)
  const previous = stepPeriod(period, -1)
  const before = all.filter(({ day }) => day >= previous.first && day <= previous.last)
  const playsOf = new Map(countBy(within, 'artist').map((row) => [row.id, row.plays]))
  const playsBefore = new Map(countBy(before, 'artist').map((row) => [row.id, row.plays]))
  const movers = [...new Set([...playsOf.keys(), ...playsBefore.keys()])]
    .map((id) => ({ id, plays: playsOf.get(id) ?? 0, plays_before: playsBefore.get(id) ?? 0 }))
    .filter((row) => row.plays !== row.plays_before)
    .sort(
      (a, b) =>
        Math.abs(b.plays - b.plays_before) - Math.abs(a.plays - a.plays_before) || b.plays - a.plays || a.id - b.id,
    )
    .slice(0, RECAP_MOVERS)
    .sort((a, b) => b.plays - b.plays_before - (a.plays - a.plays_before) || b.plays - a.plays || a.id - b.id)
  const known = new Set(all.filter(({ day }) => day < first).map((listen) => listen.artist))
  const fresh = countBy(within, 'artist').filter((row) => !known.has(row.id))
  const rediscovered = findRediscovered(all, within, first)
  const playedDays = [...new Set(within.map(({ day }) => day))].toSorted()
  const playedHours = [...new Set(within.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const isOpen = last >= today
  const streakDays = new Set(all.map(({ day }) => day))
  return {
    plays: within.length,
    plays_before: before.length,
    artists: playsOf.size,
    tracks: countBy(within, 'track').length,
    albums: countBy(within, 'album').length,
    days: playedDays.map((day) => ({ day, plays: within.filter((listen) => listen.day === day).length })),
    hours: playedHours.map((hour) => ({ hour, plays: within.filter((listen) => listen.hour === hour).length })),
    listening_days: new Set(within.map(({ day }) => day)).size,
    ...countStreaks(streakDays, period, isOpen ? today : last, isOpen),
    top_artists: top(countBy(within, 'artist'), false),
    top_tracks: top(countBy(within, 'track'), true),
    top_albums: top(countBy(within, 'album'), true),
    new_artists: fresh.length,
    top_new_artists: top(fresh, false),
    movers,
    rediscovered: rediscovered.length,
    rediscovered_tracks: rediscovered.slice(0, RECAP_ROWS),
    first_day: all[0]?.day ?? null,
  }
}
