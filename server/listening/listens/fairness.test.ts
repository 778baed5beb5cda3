import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { runToEnd } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { checkFairness } from './fairness.ts'
import { insertListens } from './listens.ts'

const server = await testServer()
const rain = await makeTrack(server, 'Rain by Sol Ferro')
const { artist_id: solFerro } = await server.db
  .selectFrom('tracks')
  .select('artist_id')
  .where('id', '=', rain)
  .executeTakeFirstOrThrow()
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  for (const table of ['artist_plays', 'plays_daily'] as const) await server.db.deleteFrom(table).execute()
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  await play(server, bo, rain, { plays: 3 })
})

const DAY_S = 86_400
const midnight = Date.parse('2026-03-01T00:00:00Z') / 1000

/** Adds `each` plays to each of `days` days, `apartS` seconds apart, starting at midnight. */
async function listen(member: TestMember, how: { from: number; days: number; each: number; apartS: number }) {
  const { from, days, each, apartS } = how
  const at = (day: number, place: number) => new Date((midnight + (from + day) * DAY_S + place * apartS) * 1000)
  const listens = Array.from({ length: days }, (_, day) =>
    Array.from({ length: each }, (_, place) => ({ trackId: rain, listenedAt: at(day, place) })),
  ).flat()
  await inTransaction(server.db, (tx) => insertListens(tx, member.id, listens))
}

const jobs = async () => {
  for (const run of [checkFairness, countChanges]) await runToEnd(server.db, run, server.clock.now())
}
const impossible = async (as: TestMember) => {
  await jobs()
  return (await server.get('/api/user/listening-sources', { user: as.name }, { as })).body.impossible
}
const board = async (as: TestMember, period = 'overall') => {
  await jobs()
  const query = { artist: 'Sol Ferro', period, current_user: as.name }
  const { topListeners, rank, unranked } = (await server.get('/api/artist/top-listeners', query, { as })).body
  return { names: topListeners.map((it: { username: string }) => it.username), rank, unranked }
}
const remove = (as: TestMember, from: string, until: string) =>
  server.post(
    '/api/user/delete-listens',
    { user: as.name, from: `${from}T00:00:00Z`, until: `${until}T00:00:00Z` },
    { as },
  )

describe('impossible days', () => {
  test('5,200 plays within eight days make all of these days impossible', async () => {
    await listen(ada, { from: 0, days: 8, each: 650, apartS: 1 })
    expect(await impossible(ada)).toEqual([{ first: '2026-03-01', last: '2026-03-08', plays: 5200 }])
  })

  test('5,199 plays within eight days are possible', async () => {
    await listen(ada, { from: 0, days: 7, each: 650, apartS: 1 })
    await listen(ada, { from: 7, days: 1, each: 649, apartS: 1 })
    expect(await impossible(ada)).toEqual([])
    await listen(ada, { from: 4, days: 1, each: 651, apartS: 1 })
    expect(await impossible(ada)).toEqual([{ first: '2026-03-01', last: '2026-03-08', plays: 5200 }])
  })

  test('5,400 plays spread over nine days are possible', async () => {
    await listen(ada, { from: 0, days: 9, each: 600, apartS: 1 })
    expect(await impossible(ada)).toEqual([])
  })

  test('5,200 plays on a single day make only days with plays impossible', async () => {
    await listen(ada, { from: 0, days: 1, each: 5200, apartS: 3 })
    await listen(ada, { from: 7, days: 1, each: 1, apartS: 1 })
    await listen(ada, { from: 8, days: 1, each: 1, apartS: 1 })
    expect(await impossible(ada)).toEqual([
      { first: '2026-03-08', last: '2026-03-08', plays: 1 },
      { first: '2026-03-01', last: '2026-03-01', plays: 5200 },
    ])
  })

  test('144 hours of listening within eight days are impossible, even with few plays', async () => {
    // Nine-minute tracks back to back, 18 hours a day; the last play of a day counts ten minutes.
    await listen(ada, { from: 0, days: 8, each: 120, apartS: 540 })
    expect(await impossible(ada)).toEqual([{ first: '2026-03-01', last: '2026-03-08', plays: 960 }])
  })

  test('17 hours a day for weeks are possible', async () => {
    await listen(ada, { from: 0, days: 30, each: 340, apartS: 180 })
    expect(await impossible(ada)).toEqual([])
  })

  test('eighteen years of days are checked without a look at all of them for each', async () => {
    await listen(ada, { from: -6500, days: 6500, each: 1, apartS: 1 })
    await listen(ada, { from: -3000, days: 2, each: 5200, apartS: 1 })
    // Takes less than 0.2 s; looked at for each day, 40 s.
    await server.db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '10s'`.execute(tx)
      await checkFairness(tx)
    })
    expect(await impossible(ada)).toEqual([{ first: '2017-12-06', last: '2017-12-21', plays: 10_414 }])
  })

  test('impossible days are the same for plays added at once or one by one', async () => {
    for (const day of [6, 2, 0, 7, 1, 5, 3, 4, 20, 21]) {
      await listen(ada, { from: day, days: 1, each: 700, apartS: 1 })
      await jobs()
    }
    expect(await impossible(ada)).toEqual([{ first: '2026-03-01', last: '2026-03-08', plays: 5600 }])
  })
})

describe('members with impossible days', () => {
  beforeEach(() => listen(ada, { from: 0, days: 8, each: 650, apartS: 1 }))

  test('a member with impossible days is unranked in windows that include them, with the reason', async () => {
    expect(await board(ada)).toEqual({ names: [bo.name], rank: undefined, unranked: 'impossible' })
    expect(await board(bo)).toEqual({ names: [bo.name], rank: 1, unranked: undefined })
    expect((await board(ada, '12month')).unranked).toBe('impossible')
    expect((await server.get('/api/artist/by-id', { id: solFerro })).body.artist.scrobbles).toBe(3)
    const { body } = await server.get('/api/artist/exploration', { id: solFerro, current_user: bo.name }, { as: bo })
    expect([body.explorers, body.percentile]).toEqual([[], null])
  })

  test('a member with impossible days is ranked in windows that begin later', async () => {
    await play(server, ada, rain, { plays: 4 })
    expect(await board(ada, '7day')).toEqual({ names: [ada.name, bo.name], rank: 1, unranked: undefined })
    expect(await board(bo, '6month')).toMatchObject({ names: [ada.name, bo.name], rank: 2 })
  })

  test('a member is ranked again as soon as the impossible days are deleted', async () => {
    expect((await board(ada)).unranked).toBe('impossible')
    expect((await remove(ada, '2026-03-03', '2026-03-04')).status).toBe(200)
    expect(await impossible(ada)).toEqual([])
    expect(await board(ada)).toEqual({ names: [ada.name, bo.name], rank: 1, unranked: undefined })
    expect((await server.get('/api/artist/by-id', { id: solFerro })).body.artist.scrobbles).toBe(3 + 7 * 650)
  })

  test('an unranked member is not counted twice by hiding and showing the listening', async () => {
    await jobs()
    const hide = (hides_listening: string) =>
      server.post('/api/user/edit-privacy', { user: ada.name, hides_listening }, { as: ada })
    await hide('true')
    expect((await board(ada, '7day')).unranked).toBe('hidden')
    await play(server, ada, rain, { plays: 4 })
    await remove(ada, '2026-03-01', '2026-03-09')
    expect(await board(ada)).toMatchObject({ names: [bo.name], unranked: 'hidden' })
    await hide('false')
    expect(await board(bo)).toMatchObject({ names: [ada.name, bo.name], rank: 2 })
    await jobs()
    const { rows } = await sql`select listeners, plays from artists where id = ${solFerro}`.execute(server.db)
    expect(rows).toEqual([{ listeners: 2, plays: 7 }])
  })
})
