import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { makeSwap, swapCalls, swapStates } from '#tests/support/swaps.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/** A move's result: done, or rejected with a status, a code and a message that names the rule. */
const outcomes = {
  done: [200],
  order: [409, 'swap_order', 'The member who began this swap sends the first track, which is not there yet.'],
  noTrack: [409, 'swap_order', 'Your match has not sent a track yet.'],
  noRating: [409, 'swap_order', 'Your match rates first and has not rated your track yet.'],
  fixed: [409, 'already_rated', 'Your track has been rated already and cannot be changed.'],
  rated: [409, 'already_rated', 'You have already rated this track.'],
  answered: [409, 'swap_order', 'You have answered this swap already.'],
  tooLate: [409, 'swap_order', 'Your match has answered already.'],
  notInvited: [403, 'not_allowed', 'You began this swap: you can withdraw it, your match can decline it.'],
  notBegun: [403, 'not_allowed', 'Your match began this swap: you can decline it, your match can withdraw it.'],
  declined: [409, 'swap_ended', 'This swap has ended: the invited member declined it.'],
  withdrawn: [409, 'swap_ended', 'This swap has ended: the member who began it withdrew it.'],
  expired: [409, 'swap_ended', 'This swap has ended: it was not answered within 30 days.'],
  empty: [409, 'swap_ended', 'This swap has ended: no track was sent within 30 days.'],
} as const
type Outcome = keyof typeof outcomes

const moves = ['addTrack', 'rate', 'decline', 'withdraw'] as const
type Row = readonly [Outcome, Outcome, Outcome, Outcome]

/**
 * For each state: the results for track, rating, decline and withdrawal, by the initiator and by
 * the matched member.
 */
const table: Record<keyof typeof swapStates, { initiator: Row; matched: Row }> = {
  begun: {
    initiator: ['done', 'order', 'notInvited', 'done'],
    matched: ['order', 'order', 'order', 'notBegun'],
  },
  sent: {
    initiator: ['done', 'noTrack', 'notInvited', 'done'],
    matched: ['done', 'done', 'done', 'notBegun'],
  },
  'track sent back': {
    initiator: ['done', 'noRating', 'notInvited', 'tooLate'],
    matched: ['done', 'done', 'answered', 'notBegun'],
  },
  'rated, no track sent back': {
    initiator: ['fixed', 'noTrack', 'notInvited', 'tooLate'],
    matched: ['done', 'rated', 'answered', 'notBegun'],
  },
  answered: {
    initiator: ['fixed', 'done', 'notInvited', 'tooLate'],
    matched: ['done', 'rated', 'answered', 'notBegun'],
  },
  completed: {
    initiator: ['fixed', 'rated', 'notInvited', 'tooLate'],
    matched: ['fixed', 'rated', 'answered', 'notBegun'],
  },
  declined: {
    initiator: ['declined', 'declined', 'notInvited', 'declined'],
    matched: ['declined', 'declined', 'done', 'notBegun'],
  },
  withdrawn: {
    initiator: ['withdrawn', 'withdrawn', 'notInvited', 'done'],
    matched: ['withdrawn', 'withdrawn', 'withdrawn', 'notBegun'],
  },
  'withdrawn without a track': {
    initiator: ['withdrawn', 'withdrawn', 'notInvited', 'done'],
    matched: ['withdrawn', 'withdrawn', 'withdrawn', 'notBegun'],
  },
  expired: {
    initiator: ['expired', 'expired', 'notInvited', 'expired'],
    matched: ['expired', 'expired', 'expired', 'notBegun'],
  },
  'expired after a rating': {
    initiator: ['expired', 'expired', 'notInvited', 'expired'],
    matched: ['expired', 'rated', 'expired', 'notBegun'],
  },
  late: {
    initiator: ['expired', 'expired', 'notInvited', 'expired'],
    matched: ['expired', 'expired', 'expired', 'notBegun'],
  },
  'late without a track': {
    initiator: ['empty', 'empty', 'notInvited', 'empty'],
    matched: ['empty', 'empty', 'empty', 'notBegun'],
  },
  'late, answered': {
    initiator: ['fixed', 'done', 'notInvited', 'tooLate'],
    matched: ['done', 'rated', 'answered', 'notBegun'],
  },
}

const states = Object.keys(swapStates) as (keyof typeof swapStates)[] // its own keys
const server: TestServer = await testServer()
const { begin: _begin, ...calls } = swapCalls(server.post)
let people: Record<'initiator' | 'matched' | 'outsider', TestMember>
let tracks: [number, number]

beforeAll(async () => {
  const [initiator, matched, outsider] = await makeMembers(server, 'ini', 'mat', 'out')
  if (!initiator || !matched || !outsider) throw new Error('Three names make three members.')
  people = { initiator, matched, outsider }
  const [first = 0, second = 0] = await makeTracks(server, 'One by A', 'Two by B')
  tracks = [first, second]
  for (const member of Object.values(people)) for (const track of tracks) await play(server, member, track)
})

const makeIn = (state: keyof typeof swapStates) => makeSwap(server, state, { ...people, tracks })
const rowOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from song_swaps where id = ${id}`.execute(server.db)).rows[0]
const swag = async () =>
  (await sql<{ swag: number }>`select sum(swag) as swag from members`.execute(server.db)).rows[0]?.swag ?? 0
const act = (move: (typeof moves)[number], as: TestMember, id: number) => {
  if (move === 'addTrack') return calls.addTrack(as, id, tracks[0])
  return move === 'rate' ? calls.rate(as, id, 3) : calls[move](as, id)
}

describe.each(states)('in a swap that is %s', (state) => {
  const cases = (['initiator', 'matched'] as const).flatMap((actor) =>
    moves.map((move, place) => [actor, move, table[state][actor][place] ?? 'done'] as const),
  )
  test.each(cases)(`in a ${state} swap the %s’s %s has the result %s`, async (actor, move, outcome) => {
    const id = await makeIn(state)
    const [rowBefore, swagBefore] = [await rowOf(id), await swag()]
    const { status, body } = await act(move, people[actor], id)
    const [expected, code, error] = outcomes[outcome]
    expect([status, body]).toEqual([expected, code === undefined ? { success: true } : { error, code }])
    if (outcome !== 'done') expect(await rowOf(id)).toEqual(rowBefore)
    expect(await swag()).toBe(swagBefore + (outcome === 'done' && move === 'rate' ? 3 : 0))
  })

  test.each(moves)(`in a ${state} swap other members have no %s`, async (move) => {
    const id = await makeIn(state)
    const before = await rowOf(id)
    const { outsider } = people
    expect((await act(move, outsider, id)).body).toEqual({
      error: 'This swap is between two other members.',
      code: 'not_yours',
    })
    expect((await act(move, { ...outsider, name: people.matched.name }, id)).body.code).toBe('wrong_member')
    expect((await act(move, { ...people.matched, cookies: new Map() }, id)).body.code).toBe('no_session')
    expect(await rowOf(id)).toEqual(before)
  })

  test.each(moves)(`in a ${state} swap with a block a %s is rejected like that of an unknown swap`, async (move) => {
    const id = await makeIn(state)
    await server.db
      .insertInto('blocks')
      .values({ blocker_id: people.initiator.id, blocked_id: people.matched.id })
      .execute()
    try {
      for (const actor of ['initiator', 'matched'] as const) {
        expect((await act(move, people[actor], id)).body).toEqual({ error: 'Swap not found', code: 'not_found' })
      }
    } finally {
      await server.db.deleteFrom('blocks').execute()
    }
  })
})

test('a move in an unknown swap or one with an invalid id is rejected', async () => {
  for (const move of moves) {
    expect((await act(move, people.matched, 999_999)).body).toEqual({ error: 'Swap not found', code: 'not_found' })
    expect((await act(move, people.matched, -1)).status).toBe(400)
    expect((await act(move, people.matched, 1.5)).status).toBe(400)
  }
})

test('the database rejects states that no order of moves can reach', async () => {
  const broken = [
    `matched_rating = 4`,
    `matched_track_id = initiator_id`,
    `initiator_track_id = null, sent_at = now(), created_at = now()`,
    `ended = 'declined', ended_at = now()`,
    `ended = 'expired'`,
    `ended = 'forgotten', ended_at = now()`,
    `initiator_rating = 3, completed_at = now()`,
  ]
  for (const change of broken) {
    const id = await makeIn('begun')
    const update = sql.raw(`update song_swaps set ${change} where id = ${id}`).execute(server.db)
    await expect(update, change).rejects.toThrow('violates check constraint')
  }
  const completed = await makeIn('completed')
  const end = sql`update song_swaps set ended = 'expired', ended_at = now() where id = ${completed}`
  await expect(end.execute(server.db)).rejects.toThrow('violates check constraint')
  const answered = await makeIn('track sent back')
  const withdraw = sql`update song_swaps set ended = 'withdrawn', ended_at = now() where id = ${answered}`
  await expect(withdraw.execute(server.db)).rejects.toThrow('violates check constraint')
})
