import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { type RecapPeriod, shiftDay, toMonth, toWeek, toYear } from '#contract/recaps/periods.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { deleteListens, toDayInZone } from '#server/listening/index.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { createRandom, type Random } from '#tests/simulation/random.ts'
import { joinRandomSpellings } from '#tests/support/join-spellings.ts'
import { makeMembers } from '#tests/support/members.ts'
import { readZonedListens, toRecap } from '#tests/support/recap-recount.ts'
import { chooseSeeds } from '#tests/support/seeds.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * Compares recaps with counts over all listens by other code, after random histories: late
 * scrobbles, deletions, joined spellings and concurrent changes, in zones with and without daylight
 * saving time.
 */

const HOUR_MS = 3_600_000
const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York']
const ARTISTS = [
  'Sol Ferro',
  'Sol  Feroo',
  'Nine Rooms',
  'Nine Room',
  'Ada Tide',
  'Loam',
  'Peat',
  'Kelp',
  'Fen',
  'Tarn',
]

const ids = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => ['id', 'plays', 'plays_before', 'last_played'].includes(name)),
    ),
  )

/** Fields that do not come from listens. */
const NOT_COUNTED: ReadonlySet<string> = new Set([
  'period',
  'from',
  'until',
  'time_zone',
  'is_open',
  'needs_listens',
  'minutes',
  'unmeasured',
  'swaps',
  'swag',
  'friends_broadcasts',
  'friends',
  'top_broadcasts',
])

async function readRecap(server: TestServer, member: TestMember, period: RecapPeriod, time_zone: string) {
  const path = period.kind === 'week' ? '/api/user/weekly-report' : '/api/user/rewind'
  const query = { user: member.name, time_zone, [period.kind === 'week' ? 'week' : 'period']: period.id }
  const { status, body } = await server.get(path, query, { as: member })
  expect(status).toBe(200)
  const { period: id, from, until, time_zone: zone, needs_listens, swaps, swag } = body
  expect({ id, from, until, zone, needs_listens, swaps, swag }).toEqual({
    id: period.id,
    from: period.first,
    until: period.last,
    zone: time_zone,
    needs_listens: 0,
    swaps: 0,
    swag: 0,
  })
  const counted = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_COUNTED.has(name)))
  for (const list of ['top_artists', 'top_tracks', 'top_albums', 'top_new_artists', 'movers', 'rediscovered_tracks'])
    counted[list] = ids(body[list])
  return counted
}

async function expectExact(server: TestServer, member: TestMember, random: Random): Promise<number> {
  let compared = 0
  for (const zone of [random.pick(ZONES), random.pick(ZONES)]) {
    const today = toDayInZone(server.clock.now(), zone)
    const listens = await readZonedListens(server, member, zone)
    const day = shiftDay(today, -random.pick([0, 1, 6, 7, 8, 31, 40, 200, 366, 500]))
    for (const toPeriod of [toWeek, toMonth, toYear]) {
      const period = toPeriod(day)
      expect(await readRecap(server, member, period, zone)).toEqual(toRecap(listens, period, today))
      compared++
    }
  }
  return compared
}

function randomListens(random: Random, now: number, count: number) {
  return Array.from({ length: random.between(1, count) }, () => {
    const midnight =
      Math.floor(now / DAY_MS) * DAY_MS - random.pick([0, 1, 5, 6, 7, 31, random.between(0, 800)]) * DAY_MS
    // Around midnights and full hours in all zones.
    const offset = random.percent(40)
      ? random.between(-11, 14) * HOUR_MS + random.between(-2, 2) * 1000
      : random.between(0, DAY_MS)
    return {
      artist: random.pick(ARTISTS),
      title: `Track ${random.between(1, 5)}`,
      listenedAt: Math.floor(Math.min(midnight + offset, now) / 1000),
      ...(random.percent(70) ? { details: { album: `Album ${random.between(1, 5)}` } } : {}),
    }
  })
}

test.each(chooseSeeds(1, 2, 3, 4, 5, 6))(
  'recaps equal a count of all listens after a random history, seed %i',
  async (seed) => {
    const server = await testServer({ settings: {} })
    const random = createRandom(seed)
    const members = (await makeMembers(server, 'ada', 'bo')) as TestMember[]
    let compared = 0
    for (let round = 0; round < 8; round++) {
      const member = random.pick(members)
      const now = server.clock.now().getTime()
      await createBatchImporter(server.db, member.id)(
        random.pick(['played', 'listenbrainz']),
        randomListens(random, now, 120),
      )
      for (const each of members) compared += await expectExact(server, each, random)
      if (random.percent(40)) {
        const from = new Date(now - random.between(0, 400 * DAY_MS))
        const until = new Date(from.getTime() + random.between(1, 60) * DAY_MS)
        await inTransaction(server.db, (tx) => deleteListens(tx, member.id, { from, until }))
      }
      if (random.percent(20)) await joinRandomSpellings(server, random)
      for (const each of members) compared += await expectExact(server, each, random)
      if (random.percent(50)) server.clock.advance({ hours: random.between(1, 60) })
    }
    expect(compared).toBeGreaterThan(100)
    await server.close()
  },
)

test('recaps are exact after changes that run concurrently with reads', async () => {
  const server = await testServer()
  const random = createRandom(9)
  const [ada] = (await makeMembers(server, 'ada')) as [TestMember]
  const now = server.clock.now().getTime()
  for (let round = 0; round < 4; round++) {
    const changes = Array.from({ length: 4 }, async () => {
      await createBatchImporter(server.db, ada.id)('played', randomListens(random, now, 60))
      const from = new Date(now - random.between(1, 300) * DAY_MS)
      await inTransaction(server.db, (tx) =>
        deleteListens(tx, ada.id, { from, until: new Date(from.getTime() + 3 * DAY_MS) }),
      )
    })
    const reads = Array.from({ length: 20 }, () =>
      readRecap(
        server,
        ada,
        random.pick([toWeek, toMonth, toYear])(shiftDay('2026-11-20', -random.between(0, 400))),
        random.pick(ZONES),
      ),
    )
    await Promise.all([...changes, ...reads])
    for (let check = 0; check < 3; check++) await expectExact(server, ada, random)
  }
})
