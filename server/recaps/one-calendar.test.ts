import { expect, test } from 'vitest'
import { addDays } from '#contract/listening/chart-periods.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { type RawListen, readRawListens } from '#tests/support/chart-recount.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { testServer } from '#tests/support/test-server.ts'

/*
 * Week, charts, daily plays, an artist's plays and plays by month count the same days: by the
 * calendar that the member's device sent last. Compared with a count over all listens by Node's
 * calendar.
 */

const CASES = [
  { zone: 'Pacific/Auckland', week: '2026-W39', first: '2026-09-21', change: 'the clock goes forward on Sunday' },
  { zone: 'Asia/Kathmandu', week: '2026-W40', first: '2026-09-28', change: 'a month begins on Thursday' },
  { zone: 'America/New_York', week: '2026-W44', first: '2026-10-26', change: 'the clock goes back on Sunday' },
  { zone: 'Pacific/Apia', week: '2011-W52', first: '2011-12-26', change: 'there is no Friday' },
]

test.each(CASES)('screens agree on a week in $zone, in which $change', async ({ zone, week, first }) => {
  const server = await testServer()
  const ada = await server.signUp('ada')
  const start = Date.parse(first) / 1000
  // Every 50 minutes from three days before the week to three days after it.
  const hours = Array.from({ length: (13 * 24 * 60) / 50 }, (_, place) => start - 3 * 86_400 + place * 3000)
  const listens = hours.map((listenedAt, place) => ({
    artist: place % 3 === 0 ? 'Sol feat. Loam' : 'Sol',
    title: `Track ${place % 5}`,
    listenedAt,
    details: { album: 'Tides' },
  }))
  await createBatchImporter(server.db, ada.id)('played', [
    ...listens,
    { artist: 'Loam', title: 'Alone', listenedAt: start - 60 * 86_400 },
  ])
  await splitAllCredits(server)
  server.clock.advance({ seconds: start + 9 * 86_400 + 7000 - server.clock.now().getTime() / 1000 })

  const get = async (path: string, query: object) =>
    (await server.get(path, { user: ada.name, ...query }, { as: ada })).body
  const report = await get('/api/user/weekly-report', { week, time_zone: zone })
  const raw = (await readRawListens(server, ada, zone)).filter(({ day }) => day > addDays(first, -20))
  const last = addDays(first, 6)
  const countBy = (
    keyOf: (day: string) => string,
    from = '',
    until = '9',
    isCounted: (listen: RawListen) => boolean = () => true,
  ) => {
    const counts: Record<string, number> = {}
    for (const { day } of raw.filter(isCounted))
      if (day >= from && day <= until) counts[keyOf(day)] = (counts[keyOf(day)] ?? 0) + 1
    return counts
  }
  const expected = countBy((day) => day, first, last)
  const plays = Object.values(expected).reduce((sum, count) => sum + count, 0)
  const toCounts = (rows: readonly { day: string; plays: number }[]) =>
    Object.fromEntries(rows.map(({ day, plays: count }) => [day, count]))

  expect(toCounts(report.days)).toEqual(expected)
  const daily = await get('/api/user/daily-plays', { days: 30 })
  expect(toCounts(daily.days)).toEqual(countBy((day) => day, '', daily.until))
  const range = { from: first, until: last }
  for (const kind of ['tracks', 'albums', 'artists'])
    expect(await get('/api/user/chart', { kind, ...range })).toMatchObject({ ...range, plays })
  const today = daily.until
  const sevenDays = await get('/api/user/chart', { kind: 'tracks', period: '7day' })
  const played = raw.filter(({ day }) => day > addDays(today, -7)).length
  expect(sevenDays).toMatchObject({ from: addDays(today, -6), until: today, plays: played })
  const before = raw.filter(({ day }) => day > addDays(today, -14) && day <= addDays(today, -7)).length
  expect(sevenDays.previous).toEqual({ from: addDays(today, -13), until: addDays(today, -7), plays: before })
  expect(await get('/api/artist/listens', { artist: 'Sol', period: '7day' })).toEqual({ plays: played })
  const [top] = (await get('/api/user/top-artists', { period: '7day' })).topArtists
  expect(top).toMatchObject({ name: 'Sol', scrobbles: played })
  const toMonths = (rows: readonly { month: string; plays: number }[]) =>
    Object.fromEntries(rows.map(({ month, plays: count }) => [month, count]))
  const tides = (await get('/api/user/chart', { kind: 'albums', period: 'overall' })).rows[0]
  for (const [kind, id] of [
    ['artists', top.id],
    ['albums', tides.id],
  ] as const)
    expect(toMonths((await get('/api/user/plays-by-month', { kind, id })).months)).toEqual(
      countBy((day) => day.slice(0, 7), '', '9', kind === 'albums' ? (listen) => listen.albums === id : undefined),
    )
  await server.close()
})

/* The clock goes back to midnight: 00:30 comes twice, and both belong to the new day. */
test.each([
  { zone: 'Atlantic/Azores', day: '2026-10-25', midnight: '2026-10-25T00:00:00Z' },
  { zone: 'America/Havana', day: '2026-11-01', midnight: '2026-11-01T04:00:00Z' },
])('a day in $zone begins with the first of its two midnights', async ({ zone, day, midnight }) => {
  const server = await testServer()
  const ada = await server.signUp('ada')
  const start = Date.parse(midnight) / 1000
  const minutes = [-30, 30, 90]
  await createBatchImporter(server.db, ada.id)(
    'played',
    minutes.map((minute) => ({ artist: 'Sol', title: `Track ${minute}`, listenedAt: start + minute * 60 })),
  )
  const get = async (path: string, query: object) =>
    (await server.get(path, { user: ada.name, ...query }, { as: ada })).body
  const month = await get('/api/user/rewind', { period: day.slice(0, 7), time_zone: zone })
  const before = addDays(day, -1)
  const isFirst = day.endsWith('01')
  expect(month.days).toEqual([...(isFirst ? [] : [{ day: before, plays: 1 }]), { day, plays: 2 }])
  expect((await get('/api/user/rewind', { period: '2026-10', time_zone: zone })).days.at(-1)).toEqual(
    isFirst ? { day: before, plays: 1 } : { day, plays: 2 },
  )
  for (const [range, plays] of [
    [before, 1],
    [day, 2],
  ] as const)
    expect(await get('/api/user/chart', { kind: 'tracks', from: range, until: range })).toMatchObject({ plays })
  server.clock.advance({ seconds: start + 3 * 3600 - server.clock.now().getTime() / 1000 })
  expect((await get('/api/user/daily-plays', { days: 1 })).days).toEqual([{ day, plays: 2 }])
  await server.close()
})

test('others see the days of the calendar of the member they look at', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('ada'), await server.signUp('bo')]
  await server.get('/api/user/rewind', { user: ada.name, period: '2026', time_zone: 'Pacific/Kiritimati' }, { as: ada })
  server.clock.advance({ hours: -1 }) // 11:00 UTC is 01:00 on the next day in Kiritimati.
  const { body } = await server.get('/api/user/chart', { user: ada.name, kind: 'tracks' }, { as: bo })
  expect(body).toMatchObject({ from: '2026-11-16', until: '2026-11-22' })
  await server.close()
})
