import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { makeSwap, swapCalls, type swapStates } from '#tests/support/swaps.ts'
import { type TestMember, type TestResponse, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const { addTrack, rate, decline, withdraw } = swapCalls(server.post)
let ada: TestMember
let bo: TestMember
let tracks: [number, number]

beforeAll(async () => {
  const [first = 0, second = 0] = await makeTracks(server, 'One by A', 'Two by B')
  tracks = [first, second]
})

let round = 0
beforeEach(async () => {
  round++
  const [initiator, matched] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (!initiator || !matched) throw new Error('Two names make two members.')
  ada = initiator
  bo = matched
  for (const member of [ada, bo]) for (const track of tracks) await play(server, member, track)
})

const makeIn = (state: keyof typeof swapStates) => makeSwap(server, state, { initiator: ada, matched: bo, tracks })
const rowOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from song_swaps where id = ${id}`.execute(server.db)).rows[0]
const swagOf = async (member: TestMember) =>
  (await server.db.selectFrom('members').select('swag').where('id', '=', member.id).executeTakeFirstOrThrow()).swag
const statuses = (responses: readonly TestResponse[]) => responses.map((it) => it.status)

describe('concurrent moves, a hundred times', () => {
  test('concurrent ratings by both members each count once', async () => {
    let given = { ada: 0, bo: 0 }
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('track sent back')
      const [toAda, toBo] = [1 + (game % 5), 1 + (Math.floor(game / 5) % 5)]
      const turns = [() => rate(bo, id, toAda), () => rate(ada, id, toBo)]
      const [one, two] = await Promise.all((game % 2 === 0 ? turns : turns.toReversed()).map((takeTurn) => takeTurn()))
      const [ofBo, ofAda] = game % 2 === 0 ? [one, two] : [two, one]
      expect(ofBo?.body).toEqual({ success: true })
      // The initiator's rating comes second: it counts, or is rejected as too early.
      if (ofAda?.status !== 200) {
        expect(ofAda?.body.code).toBe('swap_order')
        expect((await rate(ada, id, toBo)).body).toEqual({ success: true })
      }
      given = { ada: given.ada + toAda, bo: given.bo + toBo }
      expect(await rowOf(id)).toMatchObject({ matched_rating: toAda, initiator_rating: toBo })
    }
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([given.ada, given.bo])
  })

  test('concurrent last ratings in two swaps with each other neither deadlock nor lose swag', async () => {
    for (let game = 0; game < 100; game++) {
      const there = await makeIn('answered')
      const back = await makeSwap(server, 'answered', { initiator: bo, matched: ada, tracks })
      expect(statuses(await Promise.all([rate(ada, there, 2), rate(bo, back, 3)]))).toEqual([200, 200])
    }
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([300, 200])
  })

  test('a rating sent twice without a client_id is rejected the second time', async () => {
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('answered')
      const responses = await Promise.all([rate(ada, id, 2), rate(ada, id, 5)])
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
      expect(responses.find((response) => response.status !== 200)?.body.code).toBe('already_rated')
    }
    const { rows } = await sql<{ sum: number }>`
      select sum(initiator_rating) as sum from song_swaps where initiator_id = ${ada.id}`.execute(server.db)
    expect(await swagOf(bo)).toBe(rows[0]?.sum)
  })

  test('a rating sent twice with one client_id succeeds twice and counts once', async () => {
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('answered')
      const more = { client_id: randomUUID() }
      const responses = await Promise.all([rate(ada, id, 4, more), rate(ada, id, 4, more)])
      for (const { body } of responses) expect(body).toEqual({ success: true, ...more })
    }
    expect(await swagOf(bo)).toBe(400)
  })

  test('of concurrent decline and withdrawal exactly one succeeds', async () => {
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('sent')
      const [ofBo, ofAda] = await Promise.all([decline(bo, id), withdraw(ada, id)])
      const row = await rowOf(id)
      expect([ofBo?.status, ofAda?.status]).toEqual(row?.['ended'] === 'declined' ? [200, 409] : [409, 200])
      expect((ofBo?.status === 200 ? ofAda : ofBo)?.body.code).toBe('swap_ended')
    }
  })

  test.each([
    ['a track', (id: number) => addTrack(bo, id, tracks[1])],
    ['a rating', (id: number) => rate(bo, id, 5)],
  ])('of a concurrent withdrawal and answer by %s exactly one succeeds', async (_, reply) => {
    let goesOn = 0
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('sent')
      const [ofAda, ofBo] = await Promise.all([withdraw(ada, id), reply(id)])
      const row = await rowOf(id)
      const isOver = row?.['ended'] === 'withdrawn'
      expect([ofAda?.status, ofBo?.status]).toEqual(isOver ? [200, 409] : [409, 200])
      expect(row?.['matched_track_id'] === null && row['matched_rating'] === null).toBe(isOver)
      if (row?.['matched_rating'] === 5) goesOn++
    }
    expect(await swagOf(ada)).toBe(goesOn * 5)
  })

  test('of a concurrent decline and answer on two devices exactly one succeeds', async () => {
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('sent')
      const [ending, response] = await Promise.all([decline(bo, id), rate(bo, id, 1)])
      expect((ending?.status === 200) !== (response?.status === 200)).toBe(true)
    }
  })

  test('a first track sent twice adds one post to the feed', async () => {
    for (let game = 0; game < 100; game++) {
      const id = await makeIn('begun')
      expect(statuses(await Promise.all([addTrack(ada, id, tracks[0]), addTrack(ada, id, tracks[1])]))).toEqual([
        200, 200,
      ])
    }
    const { rows } = await sql<{ posts: number }>`
      select count(*) as posts from broadcasts where about_member_id = ${ada.id} and type = 'Activity'`.execute(
      server.db,
    )
    expect(rows[0]?.posts).toBe(100)
  })
})
