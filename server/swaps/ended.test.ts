import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { swapServer } from '#tests/support/swap-server.ts'
import { makeSwap } from '#tests/support/swaps.ts'
import type { TestMember } from '#tests/support/test-server.ts'
import { endUnansweredSwaps } from './moves.ts'

const {
  server,
  nightBus,
  saltFlats,
  newPair,
  begin,
  addTrack,
  rate,
  decline,
  withdraw,
  sentSwap,
  answeredSwap,
  swaps,
  swagOf,
  waiting,
} = await swapServer()
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  ;({ ada, bo } = await newPair())
})

describe('ended swaps', () => {
  test('a declined swap has ended for both members, waits for neither and gives no swag', async () => {
    const id = await sentSwap({ ada, bo })
    expect((await decline(bo, id)).body).toEqual({ success: true })
    server.clock.advance({ minutes: 1 })
    expect((await decline(bo, id)).body).toEqual({ success: true })
    const end = { ended: 'declined', ended_timestamp: new Date(server.clock.now().getTime() - 60_000).toISOString() }
    expect(await swaps(ada, id)).toMatchObject([end])
    expect(await swaps(bo, id)).toMatchObject([end])
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 0])
    expect((await addTrack(bo, id, saltFlats)).body.code).toBe('swap_ended')
    expect((await rate(bo, id, 5)).body.code).toBe('swap_ended')
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([0, 0])
  })

  test('a withdrawn swap has ended for both members, without a track only for the initiator', async () => {
    const id = await sentSwap({ ada, bo })
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => withdraw(ada, id, { client_id: clientId })))
    for (const { body } of responses) expect(body).toEqual({ success: true, client_id: clientId })
    const { song_swap_id: empty } = (await begin(ada, bo.name)).body
    expect((await withdraw(ada, empty)).status).toBe(200)
    expect(await swaps(ada)).toMatchObject([
      { id: empty, ended: 'withdrawn' },
      { id, ended: 'withdrawn' },
    ])
    expect(await swaps(bo)).toMatchObject([{ id, ended: 'withdrawn' }])
  })

  test('an expired swap has ended with or without a run of the job', async () => {
    const parts = { initiator: ada, matched: bo, tracks: [nightBus, saltFlats] } as const
    const late = await makeSwap(server, 'late', parts)
    const empty = await makeSwap(server, 'late without a track', parts)
    const answered = await makeSwap(server, 'late, answered', parts)
    const end = {
      ended: 'expired',
      ended_timestamp: new Date(server.clock.now().getTime() - 86_400_000).toISOString(),
    }
    const before = [await swaps(ada), await swaps(bo)]
    expect(before[0]).toMatchObject([{ id: answered }, { id: empty, ...end }, { id: late, ...end }])
    expect(before[0][0]).not.toHaveProperty('ended')
    expect(before[1].map((it: { id: number }) => it.id)).toEqual([answered, late])
    expect([await waiting(ada), await waiting(bo)]).toEqual([1, 0])
    await runScheduled(server.db, 'end-unanswered-swaps', server.clock.now())
    const { rows } = await sql`select id from song_swaps where ended = 'expired' and id >= ${late}`.execute(server.db)
    expect(rows).toHaveLength(2)
    expect([await swaps(ada), await swaps(bo)]).toEqual(before)
    expect((await rate(ada, answered, 5)).status).toBe(200)
  })

  test('the job marks expired swaps in batches of a thousand', async () => {
    await sql`insert into song_swaps (initiator_id, matched_id, is_random, created_at)
      select ${ada.id}::bigint, ${bo.id}::bigint, false, ${server.clock.now()}::timestamptz - interval '31 days'
      from generate_series(1, 1001)`.execute(server.db)
    const end = () => server.db.transaction().execute((tx) => endUnansweredSwaps(tx, server.clock.now()))
    const left = async () => {
      const { rows } = await sql`select from song_swaps where initiator_id = ${ada.id} and ended is null`.execute(
        server.db,
      )
      return rows.length
    }
    expect([await end(), await left()]).toEqual([true, 1])
    expect([await end(), await left()]).toEqual([false, 0])
  })

  test('a swap ended by a block remains ended after the unblock', async () => {
    const open = await sentSwap({ ada, bo })
    const done = await answeredSwap({ ada, bo })
    await rate(ada, done, 5)
    await server.db.insertInto('blocks').values({ blocker_id: bo.id, blocked_id: ada.id }).execute()
    expect([await swaps(ada), await swaps(bo)]).toEqual([[], []])
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 0])
    await server.db.deleteFrom('blocks').where('blocker_id', '=', bo.id).execute()
    expect(await swaps(bo, open)).toMatchObject([{ ended: 'expired' }])
    expect((await swaps(bo, done))[0]).not.toHaveProperty('ended')
  })

  // Deleting an account leaves a placeholder member: delete-account.test.ts.
  test('a swap deleted with the row of its other member is unknown, and its swag remains', async () => {
    const id = await answeredSwap({ ada, bo }, 4)
    await server.db.deleteFrom('members').where('id', '=', bo.id).execute()
    expect(await swaps(ada)).toEqual([])
    expect((await rate(ada, id, 5)).body).toEqual({ error: 'Swap not found', code: 'not_found' })
    expect((await withdraw(ada, id)).status).toBe(404)
    expect([await swagOf(ada), await waiting(ada)]).toEqual([4, 0])
    expect((await begin(ada, bo.name)).body.code).toBe('not_found')
  })
})
