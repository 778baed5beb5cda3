import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks } from '#tests/support/music.ts'
import { makeSwap, swapCalls, swapStates } from '#tests/support/swaps.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { shareResults } from './moves.ts'

const server = await testServer()
const [first = 0, second = 0] = await makeTracks(server, 'Night Bus by Lamplight Parade', 'Salt Flats by Meridian')
const { share, unshare } = swapCalls(server.post)
let round = 0
let ada: TestMember
let bo: TestMember
let cy: TestMember

beforeEach(async () => {
  round++
  const made = await makeMembers(server, `ada${round}`, `bo${round}`, `cy${round}`)
  if (!made[0] || !made[1] || !made[2]) throw new Error('Three names make three members.')
  ;[ada, bo, cy] = [made[0], made[1], made[2]]
})

const makeIn = (state: keyof typeof swapStates) =>
  makeSwap(server, state, { initiator: ada, matched: bo, tracks: [first, second] })
const makeShared = async () => {
  const id = await makeIn('completed')
  for (const member of [ada, bo]) expect((await share(member, id)).body).toEqual({ success: true })
  return id
}
const read = (songswapid: number | string, as?: TestMember) =>
  server.get('/api/shared-swap', { songswapid }, as ? { as } : {})
const readNewest = () => server.get('/api/shared-swap', {})
const statusFor = async (id: number, as?: TestMember) => (await read(id, as)).status
const sharesOf = async (id: number, as: TestMember) => {
  const { body } = await server.get('/api/get-song-swaps', { user: as.name, songswapid: id }, { as })
  const { initiated, matched } = body.songSwaps[0].shares
  return [initiated, matched]
}
const post = async (path: string, query: Record<string, string>, as: TestMember) =>
  expect((await server.post(path, query, { as })).status).toBe(200)
const block = (as: TestMember, other: TestMember, call = 'block') =>
  post(`/api/user/${call}`, { user: as.name, other: other.name }, as)
const entries = async (as: TestMember) => {
  const { body } = await server.get('/api/user/activity', { user: as.name }, { as })
  return body.activity
    .filter((entry: { kind: string }) => entry.kind === 'swap_share')
    .map((entry: Record<string, unknown>) => [entry['username'], entry['subject'], entry['unread']])
}

describe('the agreement', () => {
  test('the results are public from the agreement of both until either one ends it', async () => {
    const id = await makeIn('completed')
    expect([await statusFor(id), await sharesOf(id, ada)]).toEqual([404, [false, false]])
    await share(bo, id)
    expect([await statusFor(id), await sharesOf(id, ada)]).toEqual([404, [false, true]])
    await share(ada, id)
    expect([await statusFor(id), await sharesOf(id, bo)]).toEqual([200, [true, true]])
    await unshare(bo, id)
    expect([await statusFor(id), await sharesOf(id, ada)]).toEqual([404, [true, false]])
    await share(bo, id)
    expect(await statusFor(id)).toBe(200)
    await unshare(ada, id)
    expect([await statusFor(id), await sharesOf(id, bo)]).toEqual([404, [false, true]])
  })

  test('a repeat changes nothing, with and without a client_id', async () => {
    const id = await makeIn('completed')
    const client_id = randomUUID()
    for (const more of [{}, {}, { client_id }, { client_id }]) expect((await share(ada, id, more)).status).toBe(200)
    expect(await sharesOf(id, ada)).toEqual([true, false])
    for (let at = 0; at < 2; at++) expect((await unshare(ada, id)).body).toEqual({ success: true })
    // A late repeat must not share them again.
    expect((await share(ada, id, { client_id })).status).toBe(200)
    expect(await sharesOf(id, ada)).toEqual([false, false])
  })

  const open = Object.keys(swapStates).filter((state) => state !== 'completed') as (keyof typeof swapStates)[]
  test.each(open)('a swap that is %s has no results to share', async (state) => {
    const id = await makeIn(state)
    for (const member of [ada, bo]) {
      const { status, body } = await share(member, id)
      expect([status, ['swap_order', 'swap_ended'].includes(body.code)]).toEqual([409, true])
    }
    expect(await statusFor(id)).toBe(404)
    const [shown] = (await server.get('/api/get-song-swaps', { user: ada.name, songswapid: id }, { as: ada })).body
      .songSwaps
    expect([shown.id, shown.shares]).toEqual([id, undefined])
    await expect(
      sql`update song_swaps set initiator_shares_at = now() where id = ${id}`.execute(server.db),
    ).rejects.toThrow(/check/)
  })

  test('only the two members agree, and only for themselves', async () => {
    const id = await makeIn('completed')
    for (const call of [share, unshare]) {
      const outsider = await call(cy, id)
      expect([outsider.status, outsider.body.code]).toEqual([403, 'not_yours'])
      const unknown = await call(ada, 999_999)
      expect([unknown.status, unknown.body.code, unknown.body.error]).toEqual([404, 'not_found', 'Swap not found'])
    }
    for (const path of ['/api/share-song-swap', '/api/unshare-song-swap']) {
      const forBo = await server.post(path, { user: bo.name, songswapid: id }, { as: ada })
      expect([forBo.status, forBo.body.code]).toEqual([403, 'wrong_member'])
      expect((await server.post(path, { user: ada.name, songswapid: id })).status).toBe(401)
    }
    expect(await sharesOf(id, ada)).toEqual([false, false])
  })

  test('a suspended member can end it, and cannot give it', async () => {
    const id = await makeShared()
    await suspend(ada)
    expect((await share(ada, id)).body.code).toBe('suspended')
    expect((await unshare(ada, id)).status).toBe(200)
    expect(await sharesOf(id, bo)).toEqual([false, true])
  })
})

const suspend = ({ id }: TestMember) =>
  server.db.insertInto('suspensions').values({ member_id: id, reason: 'x', until: null, admin_id: null }).execute()

describe('the shared results', () => {
  test('visitors read names, tracks and ratings, and nothing that the members wrote', async () => {
    const id = await makeIn('completed')
    await sql`update song_swaps set initiator_track_text = 'SECRET', matched_track_text = 'SECRET',
      initiator_rating_text = 'SECRET', matched_rating_text = 'SECRET' where id = ${id}`.execute(server.db)
    for (const member of [ada, bo]) await share(member, id)
    const { status, body } = await read(id)
    expect([status, body]).toEqual([
      200,
      {
        initiator: {
          username: ada.name,
          pfpmed: '',
          track: 'Night Bus',
          artist: 'Lamplight Parade',
          track_url: expect.stringContaining('Night'),
          rating: 4,
        },
        matched: {
          username: bo.name,
          pfpmed: '',
          track: 'Salt Flats',
          artist: 'Meridian',
          track_url: expect.stringContaining('Salt'),
          rating: 5,
        },
        completed_timestamp: server.clock.now().toISOString(),
      },
    ])
    expect(await statusFor(id, cy)).toBe(200)
  })

  test('a swap that is not shared, malformed or unknown is the same 404', async () => {
    const id = await makeIn('completed')
    await share(ada, id)
    const [unshared, unknown] = [await read(id), await read(999_999)]
    expect([unshared.status, unshared.body]).toEqual([404, { error: 'Swap not found', code: 'not_found' }])
    expect([unknown.status, unknown.body]).toEqual([unshared.status, unshared.body])
    expect(await statusFor(id, ada)).toBe(404)
    for (const malformed of ['0', '-1', 'x', '1.5', '', '99999999999999999999'])
      expect([malformed, (await read(malformed)).status]).toEqual([malformed, 400])
  })

  test.each([
    ['a private profile', () => post('/api/user/edit-privacy', { user: bo.name, is_private: 'true' }, bo)],
    ['a suspension', () => suspend(ada)],
  ])('%s of one of the two hides them', async (_, enter) => {
    const id = await makeShared()
    expect([await statusFor(id), await statusFor(id, cy)]).toEqual([200, 200])
    await enter()
    expect([await statusFor(id), await statusFor(id, cy)]).toEqual([404, 404])
  })

  test('a member that a private profile is open to still sees them', async () => {
    const id = await makeShared()
    await post('/api/user/edit-privacy', { user: bo.name, is_private: 'true' }, bo)
    await post('/api/user/follow', { follower: bo.name, followee: cy.name }, bo)
    expect([await statusFor(id), await statusFor(id, cy)]).toEqual([404, 200])
  })

  test('a block between the viewer and one of the two hides them from the viewer only', async () => {
    const id = await makeShared()
    await block(cy, bo)
    expect([await statusFor(id, cy), await statusFor(id)]).toEqual([404, 200])
    await block(cy, bo, 'unblock')
    await block(bo, cy)
    expect([await statusFor(id, cy), await statusFor(id)]).toEqual([404, 200])
  })

  test('a block between the two ends the agreement of both, for good', async () => {
    const id = await makeShared()
    await block(ada, bo)
    expect([await statusFor(id), (await share(bo, id)).status, (await unshare(bo, id)).status]).toEqual([404, 404, 200])
    await block(ada, bo, 'unblock')
    expect([await statusFor(id), await sharesOf(id, ada)]).toEqual([404, [false, false]])
  })

  test('an agreement that is being stored while the other member blocks is ended too', async () => {
    const id = await makeIn('completed')
    const { promise: isBlocking, resolve: blocking } = Promise.withResolvers<void>()
    const sharing = inTransaction(server.db, async (tx) => {
      await shareResults(tx, id, ada.id, server.clock.now())
      await isBlocking
    })
    let isBlocked = false
    const blocked = block(bo, ada).then(() => (isBlocked = true))
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%blocks%'`
    // Without the trigger's lock the block does not wait.
    await expect.poll(async () => isBlocked || (await waiting.execute(server.db)).rows.length > 0).toBe(true)
    blocking()
    await Promise.all([sharing, blocked])
    await block(bo, ada, 'unblock')
    expect(await sharesOf(id, ada)).toEqual([false, false])
  })

  test('a deleted account ends the agreement of both, and the results cannot be shared again', async () => {
    ada = await server.signUp(`dee${round}`)
    const id = await makeShared()
    await post('/api/user/delete-account', { user: ada.name, password: ada.password }, ada)
    expect([await statusFor(id), await sharesOf(id, bo)]).toEqual([404, [false, false]])
    const { status, body } = await share(bo, id)
    expect([status, body]).toEqual([
      409,
      { error: 'This swap has ended: the other member has deleted their account.', code: 'swap_ended' },
    ])
  })
})

test('without a number the newest shared swap is read, unless search engines may not list its members', async () => {
  const id = await makeShared()
  expect((await readNewest()).body).toEqual((await read(id)).body)
  await makeIn('completed')
  expect((await readNewest()).body).toEqual((await read(id)).body)
  await server.db.updateTable('members').set({ hides_from_search: true }).where('id', '=', ada.id).execute()
  expect((await readNewest()).body).not.toEqual((await read(id)).body)
})

describe('the notification', () => {
  test('the other member is notified of the wish, and then the first one of the agreement', async () => {
    const id = await makeIn('completed')
    await share(ada, id)
    expect([await entries(ada), await entries(bo)]).toEqual([[], [[ada.name, 'asked', true]]])
    await share(bo, id)
    expect([await entries(ada), await entries(bo)]).toEqual([
      [[bo.name, 'agreed', true]],
      [[ada.name, 'agreed', false]],
    ])
  })

  test('it is hidden while the wish is withdrawn, and repeats make no further one', async () => {
    const id = await makeIn('completed')
    const unread = async () => (await server.get('/api/user/status', {}, { as: bo })).body.unread_activity
    for (let at = 0; at < 5; at++) {
      await share(ada, id)
      expect([await entries(bo), await unread()]).toEqual([[[ada.name, 'asked', true]], 1])
      await unshare(ada, id)
      expect([await entries(bo), await unread()]).toEqual([[], 0])
    }
    const made = await server.db.selectFrom('activity').selectAll().where('swap_id', '=', id).execute()
    expect(made).toHaveLength(1)
  })
})
