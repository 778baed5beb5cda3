import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { type ChartKind, chartKinds } from '#contract/listening/chart-kinds.ts'
import { addDays, findPeriodDays } from '#contract/listening/chart-periods.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { createRandom, type Random } from '#tests/simulation/random.ts'
import { readRawListens, toChart } from '#tests/support/chart-recount.ts'
import { joinRandomSpellings } from '#tests/support/join-spellings.ts'
import { makeMembers } from '#tests/support/members.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { chooseSeeds } from '#tests/support/seeds.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import type { Scrobble } from '../listens/scrobble.ts'
import { getChartPage } from './chart.ts'
import type { DayRange } from './days.ts'

/*
 * Compares charts with counts over all listens after random histories: late scrobbles, deletions,
 * joined spellings, midnights and concurrent changes. A failure prints its seed.
 */

const PERIODS = ['overall', '7day', '1month', '3month', '6month', '12month'] as const

/** Zones with and without daylight saving time, on both sides of UTC, with odd minutes. */
const ZONES = ['UTC', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'Pacific/Pago_Pago']

const toToday = (server: TestServer, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(server.clock.now())

/** Returns the chart fields that `toChart` counts. */
async function readFields(
  server: TestServer,
  member: TestMember,
  kind: ChartKind,
  range: DayRange | undefined,
  period: (typeof PERIODS)[number],
  timeZone = 'UTC',
) {
  const window = { period, now: server.clock.now(), timeZone }
  const page = await getChartPage(server.db, { memberId: member.id, kind, window, range, limit: 1000, offset: 0 })
  const { needs_listens, rows, ...totals } = page
  expect(needs_listens).toBe(0)
  const counted = rows.map(({ place, id, plays, place_before, plays_before }) => ({
    place,
    id,
    plays,
    place_before,
    plays_before,
  }))
  return { ...totals, rows: counted }
}

/** Compares all kinds of charts for all periods and for random ranges. */
async function expectExact(server: TestServer, member: TestMember, random: Random): Promise<void> {
  const zone = random.pick(ZONES)
  const listens = await readRawListens(server, member, zone)
  const today = toToday(server, zone)
  for (const kind of chartKinds) {
    for (const period of PERIODS) {
      const chart = await readFields(server, member, kind, undefined, period, zone)
      const { from, previous } = findPeriodDays(period, today)
      const days = { from, until: today, previous }
      expect(chart).toEqual(toChart(listens, kind, days, { isEndless: true }))
    }
    for (let ranges = 0; ranges < 3; ranges++) {
      const from = addDays(today, -random.between(0, 400))
      const until = addDays(from, random.pick([0, 1, 6, 30, 400]))
      const chart = await readFields(server, member, kind, { from, until }, '7day', zone)
      const end = until < today ? until : today
      const length = Math.round((Date.parse(end) - Date.parse(from)) / DAY_MS) + 1
      const previous = { first: addDays(from, -length), last: addDays(from, -1) }
      const expected = { from, until: end, previous }
      expect(chart).toEqual(toChart(listens, kind, expected, { isEndless: false }))
    }
  }
}

const ARTISTS = ['Sol Ferro', 'Sol  Feroo', 'Nine Rooms', 'Nine Room', 'Ada Tide']
const CREDITS = ['Sol Ferro feat. Nine Rooms', 'Ada Tide; Nine Room; Sol Ferro', 'Ada Tide & Nine Rooms']

function randomListens(random: Random, now: number): Scrobble[] {
  return Array.from({ length: random.between(1, 60) }, () => {
    const daysAgo = random.percent(40) ? random.pick([0, 0, 0, 1, 2, 7, 8, 30, 31, 365]) : random.between(0, 800)
    const midnight = Math.floor(now / DAY_MS) * DAY_MS - daysAgo * DAY_MS
    // Around the midnights in all zones.
    const offset = random.percent(40)
      ? random.between(-14 * 4, 12 * 4) * 900 + random.between(-2, 2)
      : random.between(0, 86_399)
    // Up to a day ahead of the clock, as sources may be.
    const ahead = random.percent(5) ? random.between(0, 86_400) : 0
    return {
      artist: random.pick(random.percent(30) ? CREDITS : ARTISTS),
      title: `Track ${random.between(1, 9)}`,
      listenedAt: Math.floor(Math.min(midnight + offset * 1000, now) / 1000) + ahead,
      ...(random.percent(70) ? { details: { album: `Album ${random.between(1, 5)}` } } : {}),
    }
  })
}

test.each(chooseSeeds(1, 2, 3, 4))(
  'charts equal a count of all listens after a random history, seed %i',
  async (seed) => {
    const server = await testServer()
    const random = createRandom(seed)
    const members = await makeMembers(server, 'ada', 'bo')
    for (let round = 0; round < 8; round++) {
      const member = random.pick(members)
      const now = server.clock.now().getTime()
      await createBatchImporter(server.db, member.id)(
        random.pick(['played', 'listenbrainz']),
        randomListens(random, now),
      )
      if (random.percent(30)) {
        const from = new Date(now - random.between(0, 400 * DAY_MS))
        const until = new Date(from.getTime() + random.between(1, 60) * DAY_MS)
        await inTransaction(server.db, (tx) => deleteListens(tx, member.id, { from, until }))
      }
      if (random.percent(15)) await joinRandomSpellings(server, random)
      if (random.percent(30)) await splitAllCredits(server)
      for (const each of members) await expectExact(server, each, random)
      if (random.percent(40)) server.clock.advance({ hours: random.between(1, 30) })
    }
  },
)

test('a chart of more than a thousand tracks is exact, also for tracks beyond its last place', {
  tags: NIGHTLY,
}, async () => {
  const server = await testServer()
  const random = createRandom(11)
  const ada = await server.signUp('ada')
  const now = Math.floor(server.clock.now().getTime() / 1000)
  const add = createBatchImporter(server.db, ada.id)
  const listens = Array.from({ length: 9_000 }, (_, place) => ({
    artist: `Artist ${place % 1_300}`,
    title: `Track ${Math.floor(2_600 * random.next() ** 2)}`,
    listenedAt: now - random.between(0, 800 * 86_400),
    details: { album: `Album ${place % 1_100}` },
  }))
  await add('played', listens)
  await expectExact(server, ada, random)
  for (let round = 0; round < 3; round++) {
    // Rare tracks rise from beyond the last place with the plays of today.
    const again = Array.from({ length: 120 }, (_, place) => ({ ...random.pick(listens), listenedAt: now - place }))
    await add('played', again)
    await expectExact(server, ada, random)
  }
})

test('charts are exact after changes that run concurrently with reads', async () => {
  const server = await testServer()
  const random = createRandom(5)
  const ada = await server.signUp('ada')
  const now = server.clock.now().getTime()
  for (let round = 0; round < 5; round++) {
    const changes = Array.from({ length: 4 }, async () => {
      await createBatchImporter(server.db, ada.id)('played', randomListens(random, now))
      const from = new Date(now - random.between(1, 300) * DAY_MS)
      await inTransaction(server.db, (tx) =>
        deleteListens(tx, ada.id, { from, until: new Date(from.getTime() + 3 * DAY_MS) }),
      )
    })
    const reads = Array.from({ length: 30 }, () =>
      readFields(server, ada, random.pick(chartKinds), undefined, random.pick(PERIODS)),
    )
    await Promise.all([...changes, ...reads, splitAllCredits(server)])
    await expectExact(server, ada, random)
  }
})
