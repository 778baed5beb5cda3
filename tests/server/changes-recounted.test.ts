import { expect, test } from 'vitest'
import { chartKinds } from '#contract/listening/chart-kinds.ts'
import { findPeriodDays } from '#contract/listening/chart-periods.ts'
import { parsePeriod, stepPeriod } from '#contract/recaps/periods.ts'
import { toDayInZone } from '#server/listening/time-zone.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { listChanges, type World } from '#tests/support/changed-histories.ts'
import { makeMembers } from '#tests/support/members.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import {
  chartKeys,
  type RawRow,
  readRawRows,
  sumBy,
  sumRecap,
  sumTime,
  toZoned,
  type ZonedRow,
} from '#tests/support/raw-sums.ts'
import { chooseSeeds } from '#tests/support/seeds.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

/*
 * Histories around changes of the clock, with plays in one second, credits and doubles, are merged,
 * corrected, ignored, deleted, removed and brought back. After each step everything that the API
 * counts is compared with sums over the stored listens. A failure prints its seed and the step.
 */

const ZONES = ['America/New_York', 'Pacific/Auckland', 'Europe/Berlin'] as const
/** One of each is compared after a step, beside all time. */
const PERIODS = ['7day', '1month', '12month'] as const
/** Weeks, months and years in which clocks change. */
const RECAPS = ['2026-W44', '2026-10', '2026-W39', '2026', '2026-W10']

/** A step, with its number. */
interface Step {
  readonly name: string
  readonly number: number
}

/** A member with all stored listens, and those that count, by the member's calendar. */
interface Listener {
  readonly get: (path: string, query: object) => Promise<Record<string, unknown>>
  readonly zone: string
  readonly own: readonly ZonedRow[]
  readonly counted: readonly ZonedRow[]
}

const pickNth = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
type Rows = readonly Readonly<Record<string, number | string>>[]
const toCounts = (rows: unknown, key: string, value = 'plays') =>
  Object.fromEntries((rows as Rows).map((row) => [row[key], row[value]]))

function toListener({ server }: World, member: TestMember, zone: string, all: readonly RawRow[]): Listener {
  const rows = all.filter(({ memberId }) => memberId === member.id)
  const own = toZoned(rows, zone)
  return {
    get: async (path, query) =>
      (await server.get(`/api/user/${path}`, { user: member.name, ...query }, { as: member })).body,
    zone,
    own,
    counted: own.filter(({ isIgnored }) => !isIgnored),
  }
}

async function expectRecaps({ get, zone, counted }: Listener, { name, number }: Step) {
  for (const id of [pickNth(RECAPS, number), pickNth(RECAPS, number + 1)]) {
    const { days, hours, ...read } = id.includes('W')
      ? await get('weekly-report', { week: id, time_zone: zone })
      : await get('rewind', { period: id, time_zone: zone })
    const period = parsePeriod(id)
    if (period === undefined) throw new Error(id)
    expect({ ...read, days: toCounts(days, 'day'), hours: toCounts(hours, 'hour') }, `${name}: ${id}`).toMatchObject(
      sumRecap(counted, period, stepPeriod(period, -1)),
    )
  }
}

async function expectPeriods({ get, counted }: Listener, { name, number }: Step, today: string) {
  for (const period of ['overall', pickNth(PERIODS, number)] as const) {
    const within = counted.filter(({ day }) => day >= (findPeriodDays(period, today).from ?? ''))
    for (const kind of chartKinds) {
      const { rows } = await get('chart', { kind, period, limit: 100 })
      expect(toCounts(rows, 'id'), `${name}: ${kind}, ${period}`).toEqual(sumBy(within, chartKeys[kind]))
    }
    expect(await get('listening-time', { period }), `${name}: time, ${period}`).toMatchObject(sumTime(within))
  }
}

async function expectDays({ get, own, counted }: Listener, { name, number }: Step) {
  const { days } = await get('daily-plays', { days: 366 })
  const firstDay = (days as Rows)[0]?.['day'] ?? ''
  const latest = counted.filter(({ day }) => day >= firstDay)
  expect(toCounts(days, 'day'), `${name}: days`).toEqual(sumBy(latest, ({ day }) => [day]))
  const { sources } = await get('listening-sources', {})
  const listens = (sources as Rows).reduce((sum, source) => sum + Number(source['listens']), 0)
  expect(listens, `${name}: sources`).toBe(own.length)
  const kind = pickNth(chartKinds, number)
  for (const id of Object.keys(sumBy(counted, chartKeys[kind])).slice(0, 4)) {
    const { months } = await get('plays-by-month', { kind, id })
    // The page of an album has plays by ignored artists, too.
    const ofMusic = (kind === 'albums' ? own : counted).filter((row) => chartKeys[kind](row).includes(Number(id)))
    expect(toCounts(months, 'month'), `${name}: months of ${kind} ${id}`).toEqual(
      sumBy(ofMusic, ({ day }) => [day.slice(0, 7)]),
    )
  }
}

/** Compares leaderboards and depth of each artist. */
async function expectArtists(world: World, step: Step, all: readonly RawRow[]) {
  const rows = await world.server.db.selectFrom('artists').select(['id', 'name']).execute()
  const names = new Map(rows.map((row) => [row.id, row.name]))
  for (const id of new Set(all.flatMap(({ artists }) => artists))) {
    const played = all.filter(({ artists }) => artists.includes(id))
    await expectBoards(world, step, names.get(id) ?? '', played)
    await expectDepth(world, step, id, played)
  }
}

async function expectBoards({ server, members }: World, step: Step, artist: string, played: readonly RawRow[]) {
  const today = server.clock.now().toISOString().slice(0, 10)
  for (const period of ['overall', pickNth(PERIODS, step.number)] as const) {
    const from = findPeriodDays(period, today).from ?? ''
    const { body } = await server.get('/api/artist/top-listeners', { artist, period, limit: 50 })
    const within = played.filter(({ at, isIgnored }) => !isIgnored && at.toISOString().slice(0, 10) >= from)
    const sums = sumBy(within, ({ memberId }) => [members.find((member) => member.id === memberId)?.name ?? ''])
    expect(
      toCounts(body.topListeners, 'username', 'playcount'),
      `${step.name}: leaderboard of ${artist}, ${period}`,
    ).toEqual(sums)
  }
}

/** The tracks that a member has heard, and those that are known to the member. */
async function expectDepth({ server, members }: World, { name }: Step, id: number, played: readonly RawRow[]) {
  const listeners = Map.groupBy(played, ({ track }) => track)
  for (const member of members) {
    const own = played.filter(({ memberId }) => memberId === member.id)
    const heard = new Set(own.filter(({ isIgnored }) => !isIgnored).map(({ track }) => track))
    const known = [...listeners].filter(
      ([track, rows]) =>
        own.some((row) => row.track === track) || new Set(rows.map(({ memberId }) => memberId)).size >= 2,
    )
    const { body } = await server.get('/api/artist/exploration', { id, current_user: member.name }, { as: member })
    expect([body.known_tracks, body.heard_tracks], `${name}: depth of artist ${id} for ${member.name}`).toEqual([
      known.length,
      heard.size,
    ])
  }
}

async function expectComparison({ server, members: [one, other] }: World, { name }: Step, all: readonly RawRow[]) {
  if (one === undefined || other === undefined) throw new Error('Two members are compared.')
  const playsOf = ({ id }: TestMember) =>
    sumBy(
      all.filter(({ memberId, isIgnored }) => memberId === id && !isIgnored),
      chartKeys.artists,
    )
  const [own, theirs] = [playsOf(one), playsOf(other)]
  const pick = (plays: Record<string, number>, isMeant: (id: string) => boolean) =>
    Object.fromEntries(Object.entries(plays).filter(([id]) => isMeant(id)))
  const { body } = await server.get('/api/user/compare', { user: one.name, other: other.name }, { as: one })
  expect(
    [body.shared, body.only_user, body.only_other].map((rows) => toCounts(rows, 'id')),
    `${name}: comparison`,
  ).toEqual([pick(own, (id) => id in theirs), pick(own, (id) => !(id in theirs)), pick(theirs, (id) => !(id in own))])
}

test.each(chooseSeeds(1, 2, 7, 8))(
  'all counts equal sums over the listens after each change, seed %i',
  { tags: NIGHTLY, timeout: 600_000 },
  async (seed) => {
    const server = await testServer()
    const members = await makeMembers(server, 'ada', 'bo', 'cy')
    const [admin] = await makeMembers(server, 'admin')
    if (admin === undefined) throw new Error('There is no admin.')
    await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const world: World = { server, members, admin, random: createRandom(seed), zones: [...ZONES] }
    for (const [number, [name, change]] of listChanges(world).entries()) {
      await change()
      const step = { name, number }
      const all = await readRawRows(server)
      for (const [place, member] of members.entries()) {
        const listener = toListener(world, member, world.zones[place] ?? 'UTC', all)
        await expectRecaps(listener, step)
        await expectPeriods(listener, step, toDayInZone(server.clock.now(), listener.zone))
        await expectDays(listener, step)
      }
      await expectArtists(world, step, all)
      await expectComparison(world, step, all)
    }
  },
)
