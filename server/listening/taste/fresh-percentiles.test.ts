import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '#tests/simulation/random.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { updateTaste } from './taste-job.ts'

/* The percentiles of all pairs against ranks that this file computes by docs/taste.md. */

const server = await testServer()
const random = createRandom(11)
const members = await makeMembers(server, ...Array.from({ length: 12 }, (_, place) => `member${place}`))
const artists = Array.from({ length: 30 }, (_, place) => `Artist ${place}`)
const tracks = new Map<string, number>()
for (const artist of artists) tracks.set(artist, await makeTrack(server, `Song by ${artist}`))
const plays = new Map(members.map(({ name }) => [name, new Map<string, number>()]))

let days = 0
async function add(member: (typeof members)[number], artist: string, count: number): Promise<void> {
  await play(server, member, tracks.get(artist) ?? 0, { plays: count, daysAgo: ++days })
  const own = plays.get(member.name)
  own?.set(artist, (own.get(artist) ?? 0) + count)
}

async function runJobs(): Promise<void> {
  server.clock.advance({ seconds: 5 })
  await server.db.transaction().execute(countChanges)
  await runToEnd(server.db, updateTaste, server.clock.now())
}

/** Returns the similarity of two members by the formulas in the document. */
function similarity(one: string, other: string): number {
  const weigh = (name: string) =>
    new Map(
      [...(plays.get(name) ?? [])].map(([artist, count]) => {
        const listeners = [...plays.values()].filter((own) => own.has(artist)).length
        return [artist, Math.log(1 + count) * Math.max(0.1, Math.log(plays.size / (1 + listeners)))]
      }),
    )
  const [a, b] = [weigh(one), weigh(other)]
  const shared = [...a.keys()].filter((artist) => b.has(artist))
  const dot = shared.reduce((sum, artist) => sum + (a.get(artist) ?? 0) * (b.get(artist) ?? 0), 0)
  const norm = (weights: ReadonlyMap<string, number>) => Math.hypot(...weights.values())
  return (dot / (norm(a) * norm(b))) * (shared.length / (shared.length + 10))
}

/** Returns the pairs with another percentile than the documented one, with both. */
async function listDifferences(): Promise<readonly unknown[]> {
  const pairs = members.flatMap((one, place) => members.slice(place + 1).map((other) => ({ one, other })))
  const known = pairs.map(({ one, other }) => similarity(one.name, other.name))
  const differences: unknown[] = []
  for (const [place, { one, other }] of pairs.entries()) {
    const own = known[place] ?? 0
    const less = known.filter((each) => each < own - 1e-9).length
    const equal = known.filter((each) => Math.abs(each - own) <= 1e-9).length
    const expected = (100 * (less + equal / 2)) / known.length
    const query = { user: one.name, other: other.name }
    const { percentile } = (await server.get('/api/user/compare', query, { as: one })).body
    if (Math.abs(percentile - expected) > 0.051) differences.push([one.name, other.name, percentile, expected])
  }
  return differences
}

test('an hour after a listen of each member all percentiles are the ranks of all plays', async () => {
  for (const member of members) {
    for (let count = 0; count < 18; count++) await add(member, random.pick(artists), random.between(1, 12))
    await runJobs()
  }
  for (const member of members) await add(member, random.pick(artists), 1)
  await runJobs()
  expect(await listDifferences()).not.toEqual([])
  server.clock.advance({ hours: 1 })
  await runJobs()
  expect(await listDifferences()).toEqual([])
})

test('members without further listens are weighed again after a day, as their artists become common', async () => {
  for (const member of members.slice(6)) {
    for (let count = 0; count < 12; count++) await add(member, random.pick(artists), 3)
    await runJobs()
  }
  server.clock.advance({ hours: 1 })
  await runJobs()
  expect(await listDifferences()).not.toEqual([])
  server.clock.advance({ hours: 24 })
  await runJobs()
  expect(await listDifferences()).toEqual([])
  expect(await runToEnd(server.db, updateTaste, server.clock.now())).toBe(1)
})

test('more members than fit into one step are weighed again after a day', { tags: NIGHTLY }, async () => {
  const many = await makeMembers(server, ...Array.from({ length: 300 }, (_, place) => `idle${place}`))
  const artist = (await server.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()).id
  await server.db
    .insertInto('artist_plays')
    .values(many.map(({ id }) => ({ member_id: id, artist_id: artist, plays: 1, tracks_heard: 1 })))
    .execute()
  await sql`insert into taste_changes (member_id, plays) select id, 1 from members
    where name like 'idle%'`.execute(server.db)
  await runJobs()
  const weighedBefore = await readOldest()
  server.clock.advance({ hours: 25 })
  await runJobs()
  expect((await readOldest()) - weighedBefore).toBeGreaterThan(86_400_000)
})

/** Returns when the member that was weighed the longest ago was weighed. */
async function readOldest(): Promise<number> {
  const { rows } = await sql<{ at: Date; members: number }>`select min(computed_at) as at, count(*) as members
    from taste_members`.execute(server.db)
  expect(rows[0]?.members).toBeGreaterThanOrEqual(300)
  return rows[0]?.at.getTime() ?? 0
}
