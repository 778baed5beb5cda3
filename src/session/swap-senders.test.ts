import { expect, test } from 'vitest'
import type { Call } from '#src/api/call.ts'
import { rateSwap, startSwap } from '#src/swaps/actions.ts'
import { lost, refused } from '#tests/support/drain-device.ts'
import { specOnlyDevice as device } from '#tests/support/spec-only-device.ts'

const swap = (initiated_reaction: number | null) => ({
  songSwaps: [{ id: 4, song_swap_id: 4, initiated_user: 'Ada', matched_user: 'bo', initiated_reaction }],
})
const rating = { user: 'ada', swapId: 4, reaction: 3 }
const RATE = 'add-song-swap-reaction'
const READ = 'get-song-swaps'

test('a rating with a lost response is read back and not sent again, so that it gives its swag once', async () => {
  const { perform, send, requests } = device({ [RATE]: [lost()], [READ]: [swap(3)] })
  expect(await perform(rateSwap, rating)).toEqual(['waiting'])
  expect(await send()).toEqual(['acked'])
  expect(requests).toEqual([RATE, READ])
})

test('a rating that never arrived is sent again once the swap was read', async () => {
  const { perform, send, requests } = device({ [RATE]: [lost(), {}], [READ]: [lost(), swap(null)] })
  expect(await perform(rateSwap, rating)).toEqual(['waiting'])
  expect(await send()).toEqual(['waiting'])
  expect(await send()).toEqual(['acked'])
  expect(requests).toEqual([RATE, READ, READ, RATE])
})

test('a rating that cannot be read back is parked, and read again before a person sends it once more', async () => {
  const { perform, send, requests, outbox } = device({
    [RATE]: [lost()],
    [READ]: [refused(400), refused(400), swap(3)],
  })
  await perform(rateSwap, rating)
  expect(await send()).toEqual(['parked'])
  const [entry] = outbox.snapshot().entries
  if (!entry) throw new Error('the rating is missing')
  await outbox.retry(entry)
  expect(await send()).toEqual(['acked'])
  expect(requests.filter((path) => path === RATE)).toHaveLength(1)
})

test('a host that echoes client_ids gets a lost rating again without being read first', async () => {
  const { perform, send, requests, outbox } = device({ [RATE]: [lost(), {}] })
  await outbox.trustHost()
  await perform(rateSwap, rating)
  expect(await send()).toEqual(['acked'])
  expect(requests).toEqual([RATE, RATE])
})

test('a second, different rating is parked, and the same one counts as sent', async () => {
  const { perform } = device({ [RATE]: [refused(409, 'already_rated')], [READ]: [swap(5), swap(3)] })
  expect(await perform(rateSwap, rating)).toEqual(['parked'])
  expect(await perform(rateSwap, rating)).toEqual(['parked', 'acked'])
})

const begin = { user: 'ada', matchedUser: 'bo', trackId: 1, track: 'Night Bus', artist: 'Lamplight Parade', url: '' }

test('a swap with a refused track is begun once, and sent again it only adds the track', async () => {
  const { perform, send, requests, outbox } = device({
    'create-song-swap': [{ song_swap_id: 12 }],
    'add-song-swap-track': [refused(400), {}],
    [READ]: [{ songSwaps: [] }],
  })
  expect(await perform(startSwap, begin)).toEqual(['parked'])
  const [entry] = outbox.snapshot().entries
  expect(entry?.madeId).toBe(12)
  if (!entry) throw new Error('the swap is missing')
  await outbox.retry(entry)
  expect(await send()).toEqual(['acked'])
  expect(requests.filter((path) => path !== READ)).toEqual([
    'create-song-swap',
    'add-song-swap-track',
    'add-song-swap-track',
  ])
})

test('the id of a swap is stored before its track is sent, so that a list that has it is recognized', async () => {
  const stored: (number | undefined)[] = []
  const call = (async ({ path }: { path: string }) => {
    stored.push(outbox.snapshot().entries[0]?.madeId)
    return path === '/api/create-song-swap' ? { song_swap_id: 12 } : {}
  }) as unknown as Call // the responses are what these endpoints' schemas put out
  const { perform, outbox } = device({}, { call })
  expect(await perform(startSwap, begin)).toEqual(['acked'])
  expect(stored).toEqual([undefined, 12])
})

test.each([
  [null, ['create-song-swap', 'add-song-swap-track', READ, 'add-song-swap-track']],
  [1, ['create-song-swap', 'add-song-swap-track', READ]],
])('a swap with a lost second response is begun once, with the track %s on the host', async (track, expected) => {
  const { perform, send, requests, outbox } = device({
    'create-song-swap': [{ song_swap_id: 12 }],
    'add-song-swap-track': [lost(), {}],
    [READ]: [{ songSwaps: [{ id: 12, song_swap_id: 12, initiated_user: 'ada', initiated_track_id: track }] }],
  })
  expect(await perform(startSwap, begin)).toEqual(['waiting'])
  expect(await send()).toEqual(['acked'])
  expect(requests).toEqual(expected)
  expect(outbox.snapshot().entries[0]?.madeId).toBe(12)
})
