import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { examineCreditsAgain } from './split-credits.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 3_000_000
const NAMES = 1500
const TURNS_MIN = 10
/** For one listen, on a loaded machine too. */
const WAIT_MAX_MS = 5000

test('all names are examined again while listens arrive: none waits for long, and all are counted', async () => {
  const [ada, bo] = [await makeMember(server, 'ada'), await makeMember(server, 'bo')]
  // Every other name is a credit of artists that have listeners; the guests of the others have none.
  await createBatchImporter(server.db, ada.id)(
    'lastfm-csv',
    Array.from({ length: 2 * NAMES }, (_, place) => {
      const number = place % NAMES
      const guest = `${number % 2 === 0 ? 'Artist' : 'Guest'} ${(number + 1) % NAMES}`
      const artist = place < NAMES ? `Artist ${number}` : `Artist ${number} feat. ${guest}`
      return { artist, title: 'Song', listenedAt: AT + place * 400 }
    }),
  )
  expect(await examineCreditsAgain(server.db)).toBe(NAMES)

  const run = { isDone: false }
  const adding = (async () => {
    const add = createBatchImporter(server.db, bo.id)
    let [longest, added] = [0, 0]
    for (; !run.isDone || added < TURNS_MIN; added++) {
      const begin = performance.now()
      const artist = added % 2 === 0 ? `Artist ${added}` : `Artist ${added} feat. Other ${added}`
      await add('listenbrainz', [{ artist, title: 'Song', listenedAt: AT + added * 400 }])
      longest = Math.max(longest, performance.now() - begin)
    }
    return { longest, added }
  })()
  try {
    await runScheduled(server.db, 'split-credits', server.clock.now())
  } finally {
    run.isDone = true
  }
  const { longest, added } = await adding
  expect(longest).toBeLessThan(WAIT_MAX_MS)
  const { rows } = await sql<{ credits: number; plays: number; credited: number }>`select
      (select count(distinct credit_id) from artist_credits) as credits,
      (select sum(plays)::integer from track_plays where member_id = ${bo.id}) as plays,
      (select sum(plays)::integer from artist_plays where member_id = ${bo.id}) as credited`.execute(server.db)
  expect(rows[0]?.plays).toBe(added)
  expect(rows[0]?.credits).toBeGreaterThanOrEqual(NAMES / 2)
  // Each play counts once for each artist of its name.
  const { rows: counted } = await sql<{ sum: number }>`select sum(plays * greatest(1, (
      select count(*) from artist_credits where credit_id = artist_id)))::integer as sum
    from track_plays where member_id = ${bo.id}`.execute(server.db)
  expect(rows[0]?.credited).toBe(counted[0]?.sum)
})
