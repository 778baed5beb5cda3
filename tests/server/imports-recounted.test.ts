import { expect, test } from 'vitest'
import { createRandom } from '#tests/simulation/random.ts'
import { countBy, fileFormats, fold, toDay, toFirstDay } from '#tests/support/import-simulation.ts'
import { makeMembers } from '#tests/support/members.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { chooseSeeds } from '#tests/support/seeds.ts'
import {
  ARTISTS,
  changeSome,
  creditName,
  generatePlays,
  importSome,
  type Listen,
  listAll,
  type Simulated,
} from '#tests/support/simulated-imports.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * 44 imports of twelve formats by four members: with doubles, records that are no listens, local
 * times, several artists, corrections, deletions and an ignored artist. What the API returns is
 * compared with a simulation of the documented rules over the plays that the files were made from.
 * A failure prints its seed.
 */

const ZONES = ['Pacific/Auckland', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'] as const
const PERIODS = ['overall', '7day', '1month', '3month', '6month', '12month'] as const
const FILES_EACH = 11
const DAY_S = 86_400

/** The listens that count: none of an ignored artist, alone or in a credit. */
const listCounted = ({ listens, ignored }: Simulated) =>
  [...listens.values()].filter(({ artists }) => ignored === undefined || !artists.includes(ignored))

const toKeys = {
  artists: ({ artists }: Listen) => artists.map(fold),
  tracks: ({ artists, title }: Listen) => [`${fold(creditName(artists))}|${fold(title)}`],
  albums: ({ artists, album }: Listen) => (album === undefined ? [] : [`${fold(creditName(artists))}|${fold(album)}`]),
} as const

async function expectCharts(server: TestServer, one: Simulated): Promise<number> {
  const { member, zone } = one
  const nowS = server.clock.now().getTime() / 1000
  let compared = 0
  const get = async (path: string, query: object) =>
    (await server.get(path, { user: member.name, ...query }, { as: member })).body
  // The calendar is the one that the device sent last.
  await get('/api/user/weekly-report', { week: '2024-W20', time_zone: zone })
  const counted = listCounted(one)
  for (const period of PERIODS) {
    const from = toFirstDay(period, toDay(nowS, zone))
    const within = counted.filter(({ at }) => toDay(at, zone) >= from)
    for (const kind of ['artists', 'tracks', 'albums'] as const) {
      const { rows } = await get('/api/user/chart', { kind, period, limit: 100 })
      const shown = Object.fromEntries(
        rows.map((row: { name: string; artist: string; plays: number }) => [
          kind === 'artists' ? fold(row.name) : `${fold(row.artist)}|${fold(row.name)}`,
          row.plays,
        ]),
      )
      const expected = countBy(within, toKeys[kind])
      expect(shown, `${kind} of ${member.name}, ${period}`).toEqual(expected)
      compared += Object.keys(expected).length
    }
  }
  const { days } = await get('/api/user/daily-plays', { days: 366 })
  const byDay = countBy(counted, ({ at }) => [toDay(at, zone)])
  expect(Object.fromEntries(days.map(({ day, plays }: { day: string; plays: number }) => [day, plays]))).toEqual(
    Object.fromEntries(Object.entries(byDay).filter(([day]) => day > toDay(nowS - 366 * DAY_S, zone))),
  )
  const { topArtists } = await get('/api/user/top-artists', { period: 'overall', limit: 100 })
  for (const { id, name } of topArtists as { id: number; name: string }[]) {
    const { months } = await get('/api/user/plays-by-month', { kind: 'artists', id })
    const ofArtist = counted.filter(({ artists }) => artists.some((artist) => fold(artist) === fold(name)))
    expect(
      Object.fromEntries(months.map(({ month, plays }: { month: string; plays: number }) => [month, plays])),
    ).toEqual(countBy(ofArtist, ({ at }) => [toDay(at, zone).slice(0, 7)]))
    compared += months.length
  }
  expect((await listAll(server, one)).length).toBe(one.listens.size)
  return compared + days.length
}

/** Compares leaderboards and depth for each artist. */
async function expectBoards(server: TestServer, all: readonly Simulated[]): Promise<number> {
  let compared = 0
  const artists = await server.db.selectFrom('artists').select(['id', 'name']).execute()
  for (const artist of ARTISTS) {
    const ofArtist = (one: Simulated) => listCounted(one).filter(({ artists }) => artists.includes(artist))
    const { body } = await server.get('/api/artist/top-listeners', { artist, period: 'overall', limit: 50 })
    expect(
      Object.fromEntries(
        body.topListeners.map((row: { username: string; playcount: number }) => [row.username, row.playcount]),
      ),
      `leaderboard of ${artist}`,
    ).toEqual(
      Object.fromEntries(
        all.flatMap((one) => (ofArtist(one).length > 0 ? [[one.member.name, ofArtist(one).length]] : [])),
      ),
    )
    const isByArtist = ({ artists: credited }: Listen) => credited.includes(artist)
    const heard = all.map((one) => new Set(ofArtist(one).flatMap(toKeys.tracks)))
    // Members that ignore an artist have heard its tracks, too.
    const played = all.map((one) => new Set([...one.listens.values()].filter(isByArtist).flatMap(toKeys.tracks)))
    // A corrected artist has no page.
    if (played.every((tracks) => tracks.size === 0)) continue
    const id = artists.find(({ name }) => fold(name) === fold(artist))?.id ?? 0
    for (const [place, one] of all.entries()) {
      const own = played[place] ?? new Set()
      const known = new Set(
        played
          .flatMap((tracks) => [...tracks])
          .filter((track) => own.has(track) || played.filter((tracks) => tracks.has(track)).length >= 2),
      )
      const { body: depth } = await server.get(
        '/api/artist/exploration',
        { id, current_user: one.member.name },
        { as: one.member },
      )
      expect([depth.known_tracks, depth.heard_tracks], `depth of ${artist} for ${one.member.name}`).toEqual([
        known.size,
        heard[place]?.size,
      ])
      compared += 2
    }
    compared += all.length
  }
  return compared
}

test.each(chooseSeeds(1, 2))(
  '44 imports give the counts that a simulation of the rules gives, seed %i',
  { tags: NIGHTLY, timeout: 600_000 },
  async (seed) => {
    const server = await testServer()
    const random = createRandom(seed)
    const nowS = Math.floor(server.clock.now().getTime() / 1000)
    const all = (await makeMembers(server, 'ada', 'bo', 'cy', 'dee')).map(
      (member, place): Simulated => ({
        member,
        zone: ZONES[place] ?? 'UTC',
        plays: generatePlays(random, nowS),
        listens: new Map(),
        deleted: new Set(),
        artistRules: new Map(),
        titleRules: new Map(),
        ignored: undefined,
      }),
    )
    const formats = Object.keys(fileFormats)
    let imports = 0
    for (let file = 0; file < FILES_EACH; file++)
      for (const [place, one] of all.entries()) {
        // The first file has all artists, so that later ones find the credits split.
        const format = imports === 0 ? 'listenbrainz' : (formats[(file + 3 * place) % formats.length] ?? '')
        await importSome(server, random, one, format, imports === 0)
        if (imports++ === 0) await splitAllCredits(server)
        if (file === 5) await changeSome(server, random, one)
      }
    expect(imports).toBe(44)
    await splitAllCredits(server)
    let compared = 0
    for (const isIgnoring of [false, true]) {
      const [one] = all
      if (isIgnoring && one !== undefined) {
        const { id } = await server.db
          .selectFrom('artists')
          .select('id')
          .where('name_key', '=', 'ada tide')
          .executeTakeFirstOrThrow()
        const ignore = { user: one.member.name, id, is_ignored: 'true' }
        expect((await server.post('/api/user/ignore-artist', ignore, { as: one.member })).status).toBe(200)
        one.ignored = 'Ada Tide'
      }
      for (const each of all) compared += await expectCharts(server, each)
      compared += await expectBoards(server, all)
    }
    expect(compared).toBeGreaterThan(2000)
  },
)
