import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { swapServer } from '#tests/support/swap-server.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, nightBus, saltFlats, newPair, begin, addTrack, rate, sentSwap, answeredSwap, swaps, swagOf, waiting } =
  await swapServer()
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  ;({ ada, bo } = await newPair())
})

const posts = async () =>
  (await server.get('/api/get-broadcasts')).body.broadcasts
    .filter((broadcast: { title: string }) => broadcast.title.includes(ada.name))
    .map((it: { title: string }) => it.title)

describe('a whole swap', () => {
  test('a swap goes from one member to the other and back, and gives swag for ratings', async () => {
    const clientId = randomUUID()
    const begun = await begin(ada, `@${bo.name.toUpperCase()}`, { client_id: clientId })
    expect(begun.body).toEqual({ song_swap_id: expect.any(Number), client_id: clientId })
    const { song_swap_id: id } = begun.body
    expect((await addTrack(ada, id, nightBus)).body).toEqual({ success: true })
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 1])
    expect((await server.get('/api/user/status', {}, { as: bo })).body.waiting_swaps).toEqual([{ id }])
    expect((await addTrack(bo, id, saltFlats)).body).toEqual({ success: true })
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 1])
    expect((await rate(bo, id, 4)).body).toEqual({ success: true })
    expect([await waiting(ada), await waiting(bo)]).toEqual([1, 0])
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([4, 0])
    expect((await rate(ada, id, 5)).body).toEqual({ success: true })
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 0])
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([4, 5])
    const swap = {
      id,
      initiated_user: ada.name,
      matched_user: bo.name,
      initiated_track_id: nightBus,
      matched_track_id: saltFlats,
      initiated_track_name: 'Night Bus',
      matched_track_name: 'Salt Flats',
      initiated_artist_name: 'Lamplight Parade',
      matched_artist_name: 'The Quiet Meridian',
      initiated_track_url: 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus',
      matched_track_url: 'https://www.last.fm/music/The+Quiet+Meridian/_/Salt+Flats',
      initiated_reaction: 5,
      matched_reaction: 4,
      swap_initiated_timestamp: server.clock.now().toISOString(),
      song_swap_id: id,
      completed_timestamp: server.clock.now().toISOString(),
      shares: { initiated: false, matched: false },
      plays_since: { initiated: 0, matched: 0 },
    }
    expect(await swaps(ada)).toEqual([swap])
    expect(await swaps(bo, id)).toEqual([swap])
  })

  test('System posts the start and the completion of a swap', async () => {
    const { song_swap_id: id } = (await begin(ada, bo.name)).body
    expect(await posts()).toEqual([])
    await addTrack(ada, id, nightBus)
    await addTrack(ada, id, saltFlats)
    expect(await posts()).toEqual([`${ada.name} started a Track Swap with ${bo.name}.`])
    await addTrack(bo, id, saltFlats)
    await rate(bo, id, 3)
    expect(await posts()).toHaveLength(1)
    await rate(ada, id, 5)
    expect(await posts()).toEqual([
      `${ada.name} and ${bo.name} completed a Track Swap: +3 swag for ${ada.name}, +5 for ${bo.name}.`,
    ])
  })

  test('a liked post about the start of a swap remains after its completion', async () => {
    const id = await sentSwap({ ada, bo })
    await server.db.updateTable('broadcasts').set({ likes: 1 }).where('about_swap_id', '=', id).execute()
    await addTrack(bo, id, nightBus)
    await rate(bo, id, 2)
    await rate(ada, id, 1)
    expect(await posts()).toHaveLength(2)
  })

  test('a post about the start of a swap with a reply remains after its completion', async () => {
    const id = await sentSwap({ ada, bo })
    const post = (await server.get('/api/get-broadcasts')).body.broadcasts[0].id
    await server.post('/api/create-reply', { user: bo.name, broadcast: post, text: 'Enjoy!' }, { as: bo })
    await addTrack(bo, id, nightBus)
    await rate(bo, id, 2)
    await rate(ada, id, 1)
    expect(await posts()).toHaveLength(2)
    const { replies } = (await server.get('/api/broadcast/replies', { id: post })).body
    expect(replies).toMatchObject([{ text: 'Enjoy!' }])
  })

  test('a post about the start of a swap with a hidden reply remains after its completion', async () => {
    const id = await sentSwap({ ada, bo })
    const post = (await server.get('/api/get-broadcasts')).body.broadcasts[0].id
    await server.post('/api/create-reply', { user: bo.name, broadcast: post, text: 'Enjoy!' }, { as: bo })
    await server.db
      .updateTable('replies')
      .set({ hidden_at: server.clock.now() })
      .where('broadcast_id', '=', post)
      .execute()
    await addTrack(bo, id, nightBus)
    await rate(bo, id, 2)
    await rate(ada, id, 1)
    const replies = server.db.selectFrom('replies').select('body').where('broadcast_id', '=', post)
    expect(await replies.execute()).toEqual([{ body: 'Enjoy!' }])
  })

  test('a poll of one swap is 304 until a member moves', async () => {
    const id = await sentSwap({ ada, bo })
    const poll = (etag = '') =>
      server.get(
        '/api/get-song-swaps',
        { user: ada.name, songswapid: id },
        { as: ada, headers: { 'If-None-Match': etag } },
      )
    const etag = (await poll()).headers.get('etag') ?? ''
    expect((await poll(etag)).status).toBe(304)
    await rate(bo, id, 2)
    expect((await poll(etag)).status).toBe(200)
  })

  test('a swap may be answered by the rating first and the track after', async () => {
    const id = await sentSwap({ ada, bo })
    expect((await rate(bo, id, 2)).status).toBe(200)
    expect(await waiting(bo)).toBe(1)
    expect((await addTrack(bo, id, nightBus)).status).toBe(200)
    expect((await rate(ada, id, 1)).status).toBe(200)
  })
})

describe('beginning a swap', () => {
  test('concurrent starts with one client_id begin one swap', async () => {
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => begin(ada, bo.name, { client_id: clientId })))
    expect(new Set(responses.map((response) => response.body.song_swap_id)).size).toBe(1)
    expect(await swaps(ada)).toHaveLength(1)
  })

  test('a swap with oneself, System or an unknown member, or for another member, is rejected', async () => {
    expect((await begin(ada, ada.name)).body.error).toBe('You cannot swap tracks with yourself.')
    expect((await begin(ada, 'System')).status).toBe(400)
    expect((await begin(ada, 'nobody')).body).toEqual({ error: 'User not found', code: 'not_found' })
    const inBosName = { user: bo.name, matched_user: ada.name }
    expect((await server.post('/api/create-song-swap', inBosName, { as: ada })).status).toBe(403)
  })

  test('a swap is hidden from the matched member until its first track', async () => {
    const { song_swap_id: id } = (await begin(ada, bo.name)).body
    expect(await swaps(ada, id)).toMatchObject([{ initiated_track_id: null, initiated_track_name: null }])
    expect(await swaps(bo)).toEqual([])
    expect(await swaps(bo, id)).toEqual([])
    expect([await waiting(ada), await waiting(bo)]).toEqual([0, 0])
  })
})

describe('a track', () => {
  test('the matched member cannot send a track before the initiator', async () => {
    const { song_swap_id: id } = (await begin(ada, bo.name)).body
    const response = await addTrack(bo, id, nightBus)
    expect([response.status, response.body.code]).toEqual([409, 'swap_order'])
  })

  test('a track may be replaced until it is rated', async () => {
    const id = await sentSwap({ ada, bo })
    expect((await addTrack(ada, id, saltFlats)).status).toBe(200)
    expect((await addTrack(bo, id, nightBus)).status).toBe(200)
    expect((await addTrack(bo, id, saltFlats)).status).toBe(200)
    await rate(bo, id, 5)
    const late = await addTrack(ada, id, nightBus)
    expect([late.status, late.body.code]).toEqual([409, 'already_rated'])
    expect((await addTrack(bo, id, nightBus)).status).toBe(200)
    await rate(ada, id, 5)
    expect((await addTrack(bo, id, saltFlats)).status).toBe(409)
    expect(await swaps(ada, id)).toMatchObject([{ initiated_track_id: saltFlats, matched_track_id: nightBus }])
  })

  test('a track must have been played by its member within 12 months', async () => {
    const { song_swap_id: id } = (await begin(ada, bo.name)).body
    const unheard = await makeTrack(server, 'Unheard by Nobody')
    await play(server, bo, unheard)
    expect((await addTrack(ada, id, unheard)).body.error).toBe(
      'You can only swap a track that you have played in the last 12 months.',
    )
    await play(server, ada, unheard, { daysAgo: 367 })
    expect((await addTrack(ada, id, unheard)).status).toBe(400)
    await play(server, ada, unheard, { daysAgo: 364 })
    expect((await addTrack(ada, id, unheard)).status).toBe(200)
  })

  test('a track may be swapped by its names if its member has played it within 12 months', async () => {
    const find = (track: string, user = ada.name) =>
      server.get('/api/user/swappable-track', { user, artist: 'nobody', track }, { as: ada })
    const track = await makeTrack(server, 'Found by Nobody')
    expect((await find('Found')).body).toEqual({ id: null })
    await play(server, bo, track)
    expect((await find('Found')).body).toEqual({ id: null })
    await play(server, ada, track, { daysAgo: 367 })
    expect((await find('Found')).body).toEqual({ id: null })
    await play(server, ada, track, { daysAgo: 364 })
    expect((await find(' FOUND ')).body).toEqual({ id: track })
    expect((await find('Missing')).body).toEqual({ id: null })
    expect((await find('Found', bo.name)).status).toBe(403)
  })

  test('an unknown track, and a track for an unknown swap, are rejected', async () => {
    const id = await sentSwap({ ada, bo })
    expect((await addTrack(bo, id, 999_999)).status).toBe(404)
    expect((await addTrack(bo, 999_999, nightBus)).body).toEqual({ error: 'Swap not found', code: 'not_found' })
  })

  test('a track from a member outside the swap is rejected', async () => {
    const cy = await makeMember(server, 'cy')
    await play(server, cy, nightBus)
    const id = await sentSwap({ ada, bo })
    expect((await addTrack(cy, id, nightBus)).body.code).toBe('not_yours')
    expect((await rate(cy, id, 5)).body.code).toBe('not_yours')
    expect(await swaps(cy, id)).toEqual([])
  })

  test('concurrent tracks of the matched member with one client_id are set once', async () => {
    const id = await sentSwap({ ada, bo })
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => addTrack(bo, id, saltFlats, { client_id: clientId })))
    for (const { body } of responses) expect(body).toEqual({ success: true, client_id: clientId })
  })
})

describe('a rating', () => {
  test.each([0, 6, 2.5, -1, 'five'])('a rating of %s is rejected', async (reaction) => {
    const id = await sentSwap({ ada, bo })
    expect((await rate(bo, id, reaction)).status).toBe(400)
    expect(await swagOf(ada)).toBe(0)
  })

  test('a rating before its turn is rejected', async () => {
    const { song_swap_id: id } = (await begin(ada, bo.name)).body
    expect((await rate(bo, id, 5)).body.code).toBe('swap_order')
    await addTrack(ada, id, nightBus)
    expect((await rate(ada, id, 5)).body.error).toBe('Your match has not sent a track yet.')
    await addTrack(bo, id, nightBus)
    expect((await rate(ada, id, 5)).body.error).toBe('Your match rates first and has not rated your track yet.')
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([0, 0])
  })

  test('a rating counts once, also of ten concurrent ones', async () => {
    const id = await answeredSwap({ ada, bo }, 3)
    const again = await rate(bo, id, 5)
    expect([again.status, again.body.code]).toEqual([409, 'already_rated'])
    const responses = await Promise.all([1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map((reaction) => rate(ada, id, reaction)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.body.code === 'already_rated')).toHaveLength(9)
    const [swap] = await swaps(ada, id)
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([3, swap.initiated_reaction])
    expect((await posts()).filter((post: string) => post.includes('completed'))).toHaveLength(1)
  })

  test('a rating sent twice with one client_id counts once and has the same response', async () => {
    const id = await sentSwap({ ada, bo })
    const clientId = randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => rate(bo, id, 5, { client_id: clientId })))
    for (const { body } of responses) expect(body).toEqual({ success: true, client_id: clientId })
    expect(await swagOf(ada)).toBe(5)
  })

  test('concurrent ratings by both members both count', async () => {
    const id = await sentSwap({ ada, bo })
    await addTrack(bo, id, saltFlats)
    const [ofBo, ofAda] = await Promise.all([rate(bo, id, 4), rate(ada, id, 5)])
    expect(ofBo.status).toBe(200)
    expect([200, 409]).toContain(ofAda.status)
    if (ofAda.status === 409) expect((await rate(ada, id, 5)).status).toBe(200)
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([4, 5])
    expect((await posts()).filter((post: string) => post.includes('completed'))).toHaveLength(1)
  })

  test('concurrent ratings of several swaps with each other do not deadlock', async () => {
    const there = await answeredSwap({ ada, bo }, 1)
    const { song_swap_id: back } = (await begin(bo, ada.name)).body
    await addTrack(bo, back, nightBus)
    const third = await sentSwap({ ada, bo })
    const responses = await Promise.all([rate(ada, there, 2), rate(ada, back, 3), rate(bo, third, 4)])
    expect(responses.map((it) => it.status)).toEqual([200, 200, 200])
    expect([await swagOf(ada), await swagOf(bo)]).toEqual([5, 5])
  })
})

test("a visitor's status contains only the feed", async () => {
  await sentSwap({ ada, bo })
  const { body } = await server.get('/api/user/status')
  expect(body).toEqual({
    viewer: null,
    newest_broadcast: expect.any(Number),
    unread_messages: 0,
    unread_from: [],
    swaps_waiting: 0,
    waiting_swaps: [],
    unread_activity: 0,
    now_playing: 0,
    notices: 0,
    is_suspended: false,
    open_reports: 0,
  })
})
