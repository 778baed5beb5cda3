import { expect, test } from 'vitest'
import { swapServer } from '#tests/support/swap-server.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, nightBus, saltFlats, newPair, sentSwap, swaps, begin } = await swapServer()

const addTrack = (as: TestMember, songswapid: number, trackid: number, text?: string) =>
  server.post('/api/add-song-swap-track', { user: as.name, songswapid, trackid, ...(text && { text }) }, { as })
const rate = (as: TestMember, songswapid: number, reaction: number, text?: string) =>
  server.post('/api/add-song-swap-reaction', { user: as.name, songswapid, reaction, ...(text && { text }) }, { as })

/** Returns a swap's texts as a member reads them. */
async function texts(as: TestMember, id: number) {
  const [swap] = await swaps(as, id)
  return {
    tracks: [swap.initiated_track_text, swap.matched_track_text],
    ratings: [swap.initiated_reaction_text, swap.matched_reaction_text],
  }
}

test('a text with a track is read by both, and one with a rating by the other once both have rated', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  await addTrack(ada, id, nightBus, ' listen to the end ')
  expect((await texts(bo, id)).tracks).toEqual(['listen to the end', undefined])
  await rate(bo, id, 1, 'this was awful')
  await addTrack(bo, id, saltFlats, 'try this')
  expect(await texts(bo, id)).toEqual({
    tracks: ['listen to the end', 'try this'],
    ratings: [undefined, 'this was awful'],
  })
  expect((await texts(ada, id)).ratings).toEqual([undefined, undefined])
  expect(JSON.stringify(await swaps(ada))).not.toContain('awful')
  await rate(ada, id, 5, 'wonderful')
  for (const member of [ada, bo]) expect((await texts(member, id)).ratings).toEqual(['wonderful', 'this was awful'])
})

test('the text with a rating stays hidden from the other member after an end without results', async () => {
  const { ada, bo } = await newPair()
  const id = await sentSwap({ ada, bo })
  await rate(bo, id, 1, 'this was awful')
  server.clock.advance({ days: 31 })
  expect((await swaps(ada, id))[0].ended).toBe('expired')
  expect((await texts(ada, id)).ratings).toEqual([undefined, undefined])
  expect((await texts(bo, id)).ratings).toEqual([undefined, 'this was awful'])
  expect(
    JSON.stringify(await (await server.get('/api/get-song-swaps', { user: ada.name }, { as: ada })).body),
  ).not.toContain('awful')
})

test('another track has its own text, or none', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  await addTrack(ada, id, nightBus, 'one')
  await addTrack(ada, id, saltFlats)
  expect((await texts(bo, id)).tracks).toEqual([undefined, undefined])
})

test('a text of 281 characters, or without one, is rejected, and one of 280 is stored', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  expect((await addTrack(ada, id, nightBus, 'x'.repeat(281))).body.error).toBe('text must be at most 280 characters.')
  expect((await addTrack(ada, id, nightBus, '  ')).status).toBe(400)
  expect((await addTrack(ada, id, nightBus, '😀'.repeat(140))).status).toBe(200)
  expect((await texts(bo, id)).tracks[0]).toBe('😀'.repeat(140))
})

test('a text of invisible characters alone is rejected with a track and with a rating', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  const rejected = { status: 400, body: { error: 'text must not be empty.' } }
  expect(await addTrack(ada, id, nightBus, '\u2800\u200b')).toMatchObject(rejected)
  await addTrack(ada, id, nightBus)
  expect(await rate(bo, id, 4, '\u2060\u3164')).toMatchObject(rejected)
  expect((await rate(bo, id, 4)).status).toBe(200)
})

test('a rating with a text of 100 kB is rejected, and the track can still be rated', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  await addTrack(ada, id, nightBus)
  await addTrack(bo, id, saltFlats)
  const long = await rate(bo, id, 4, 'x'.repeat(100_000))
  expect([long.status, long.body.error]).toEqual([414, 'That is too long.'])
  expect((await rate(bo, id, 4, 'x'.repeat(281))).body.error).toBe('text must be at most 280 characters.')
  expect((await rate(bo, id, 4, 'short')).status).toBe(200)
})

test('a report of a swap stores what the reporter could read of the other member', async () => {
  const { ada, bo } = await newPair()
  const { song_swap_id: id } = (await begin(ada, bo.name)).body
  await addTrack(ada, id, nightBus, 'you fool')
  await rate(bo, id, 1, 'hidden')
  const report = (as: TestMember, other: TestMember) =>
    server.post(
      '/api/user/report',
      { user: as.name, other: other.name, reason: 'x', relatedtype: 'Swap', relatedid: id },
      { as },
    )
  expect([(await report(bo, ada)).status, (await report(ada, bo)).status]).toEqual([200, 200])
  const quotes = await server.db
    .selectFrom('reports')
    .select('quote')
    .where('related_id', '=', id)
    .orderBy('id')
    .execute()
  expect(quotes.map((row) => row.quote)).toEqual(['you fool', ''])
})
