import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { setFollow } from '#src/accounts/actions.ts'
import { overlayBlocks } from '#src/accounts/blocks/overlay.ts'
import type { Call } from '#src/api/call.ts'
import { NoConnection, Refused, ServerError } from '#src/api/errors.ts'
import { setLike } from '#src/broadcasts/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { drain } from '#src/offline/drain/drain.ts'
import type { DrainDeps } from '#src/offline/drain/pass.ts'
import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { REMEMBERED_MAX } from '#src/offline/outbox/meta.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { NEVER, pendingOver } from '#src/offline/outbox/pending.ts'
import { describeEntry } from '#src/outbox/describe.ts'
import { rateSwap, startSwap } from '#src/swaps/actions.ts'
import { actions } from './senders.ts'

const lost = () => new NoConnection('network')
const refused = (status: number, code?: string) => new Refused(status, '', { sentence: 'No', code })

/** Responses from the host by path; an error is thrown. The last one per path is repeated. */
type Responses = Record<string, unknown[]>

/** A device with a host that implements the spec alone, and the requests sent to it. */
function device(responses: Responses, more: Partial<DrainDeps> = {}) {
  const requests: string[] = []
  const left = new Map(Object.entries(responses).map(([path, list]) => [path, [...list]]))
  const call = (async (endpoint: { path: string }) => {
    requests.push(endpoint.path.replace('/api/', ''))
    const list = left.get(endpoint.path.replace('/api/', '')) ?? [refused(404)]
    const response = list.length > 1 ? list.shift() : list[0]
    if (response instanceof Error) throw response
    return response
  }) as unknown as Call // the responses are what these endpoints' schemas put out
  const clock = { now: 1_790_000_000_000 }
  const database = openKeyValueStore(`actions-${Math.random()}`, { durability: 'strict' })
  const store = createOutboxStore(database)
  const now = () => clock.now
  const uuid = () => crypto.randomUUID()
  const outbox = createOutbox({ store, now, uuid, announce: () => {}, freeSpace: async () => {} })
  const deps: DrainDeps = {
    outbox,
    actions,
    call,
    now,
    chance: () => 0.5,
    isCurrent: async () => true,
    whoami: async () => 'ada',
    isMember: (name) => name === 'ada',
    signal: new AbortController().signal,
    ...more,
  }
  const send = async () => {
    clock.now += 3_600_000
    await drain(deps, { ignoreBackoff: true })
    return outbox.snapshot().entries.map(({ status }) => status)
  }
  const perform = async <A extends Action>(kind: A, args: ArgsOf<A>) => {
    await outbox.dispatch(kind, args)
    return send()
  }
  /** Stores an entry as a previous build did. */
  const plant = async (seq: number, action: string, lane: string, args: object) => {
    const entry = { v: 1, seq, client_id: `planted-${seq}`, action, args, lane, status: 'queued', attempts: 0 }
    await set(['entry', lane, seq], { ...entry, createdAt: clock.now }, database)
  }
  return { outbox, requests, perform, send, plant }
}

const swap = (initiated_reaction: number | null) => ({
  songSwaps: [{ id: 4, song_swap_id: 4, initiated_user: 'Ada', matched_user: 'bo', initiated_reaction }],
})
const rating = { user: 'ada', swapId: 4, reaction: 3 }
const RATE = 'add-song-swap-reaction'
const READ = 'get-song-swaps'

test('a rating whose response was lost is read back and not sent again, so that it gives its swag once', async () => {
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

const liked = { user: 'ada', broadcastId: 7, isLiked: true }
const unliked = { ...liked, isLiked: false }
const followed = { user: 'ada', followee: 'Bo', isFollowing: true }
const unfollowed = { ...followed, isFollowing: false }

test.each([
  ['create-like', setLike, liked, 'get-likes', { hasLiked: true }],
  ['undo-like', setLike, unliked, 'get-likes', { hasLiked: false }],
  ['user/follow', setFollow, followed, 'user/following', { following: [{ following: 'bo' }] }],
  ['user/unfollow', setFollow, unfollowed, 'user/following', { following: [] }],
] as const)('a refused %s whose effect is there counts as done', async (write, kind, args, read, state) => {
  const { perform, requests } = device({ [write]: [refused(400)], [read]: [state] })
  expect(await perform(kind as Action, args)).toEqual(['acked'])
  expect(requests).toEqual([write, read])
})

test.each([
  ['create-like', setLike, liked, 'get-likes', { hasLiked: false }],
  ['undo-like', setLike, unliked, 'get-likes', { hasLiked: true }],
  ['user/follow', setFollow, followed, 'user/following', { following: [] }],
  ['user/unfollow', setFollow, unfollowed, 'user/following', { following: [{ following: 'bo' }] }],
] as const)('a refused %s whose effect is missing is parked', async (write, kind, args, read, state) => {
  const { perform, requests } = device({ [write]: [refused(400, 'bad_input')], [read]: [state] })
  expect(await perform(kind as Action, args)).toEqual(['parked'])
  expect(requests).toEqual([write, read])
})

test('a refused like waits if its state cannot be read without a connection, and is settled later', async () => {
  const { perform, send } = device({ 'create-like': [refused(400)], 'get-likes': [lost(), { hasLiked: true }] })
  expect(await perform(setLike, liked)).toEqual(['waiting'])
  expect(await send()).toEqual(['acked'])
})

const says = (sentence: string, details: { code?: string; isHtml?: boolean } = {}) =>
  new Refused(400, '', { sentence, ...details })

const repeated = [
  ['create-like', setLike, liked, 'User has already liked this'],
  ['undo-like', setLike, unliked, 'User has not liked this'],
  ['undo-like', setLike, unliked, 'This like does not exist.'],
  ['user/follow', setFollow, followed, 'This following already exists: 7'],
  ['user/unfollow', setFollow, unfollowed, 'Could not locate a following between the specified users.'],
] as const

test.each(repeated)(
  'a lost %s that a host without codes and look-ups refuses as a repeat is done: %#',
  async (write, kind, args, sentence) => {
    const { perform, send } = device({ [write]: [lost(), says(sentence)] })
    expect(await perform(kind as Action, args)).toEqual(['waiting'])
    expect(await send()).toEqual(['acked'])
  },
)

test.each([
  ['another reason', says('Missing or invalid user')],
  ['a code', says('User has already liked this', { code: 'bad_input' })],
  ['a page of an intermediary', says('already', { isHtml: true })],
])('a lost like that is refused with %s is parked', async (_reason, error) => {
  const { perform, send } = device({ 'create-like': [lost(), error] })
  expect(await perform(setLike, liked)).toEqual(['waiting'])
  expect(await send()).toEqual(['parked'])
})

test('the state of a like has precedence over the sentence of its refusal', async () => {
  const refusal = says('User has already liked this')
  const { perform, send } = device({ 'create-like': [lost(), refusal], 'get-likes': [{ hasLiked: false }] })
  await perform(setLike, liked)
  expect(await send()).toEqual(['parked'])
})

test('a refused like is parked if the host does not return its state', async () => {
  for (const error of [refused(404), new ServerError(500, '')]) {
    const { perform } = device({ 'create-like': [refused(400)], 'get-likes': [error] })
    expect(await perform(setLike, liked)).toEqual(['parked'])
  }
})

const aLike = { user: 'ada', broadcastId: 7 }
const aFollow = { user: 'ada', followee: 'Bo' }
const aBlock = { user: 'ada', other: 'Bo' }

test.each([
  ['broadcasts.like', 'like:7', aLike, 'create-like', 'Like'],
  ['broadcasts.unlike', 'like:7', aLike, 'undo-like', 'Unlike'],
  ['accounts.follow', 'follow:bo', aFollow, 'user/follow', 'Follow Bo'],
  ['accounts.unfollow', 'follow:bo', aFollow, 'user/unfollow', 'Unfollow Bo'],
  ['accounts.block', 'block:bo', aBlock, 'user/block', 'Block Bo'],
  ['accounts.unblock', 'block:bo', aBlock, 'user/unblock', 'Unblock Bo'],
  ['accounts.mute', 'mute:bo', aBlock, 'user/mute', 'Mute Bo'],
  ['accounts.unmute', 'mute:bo', aBlock, 'user/unmute', 'Unmute Bo'],
])('an entry stored as %s by the previous build is named and sent as before', async (name, lane, args, path, label) => {
  const { plant, send, requests, outbox } = device({ [path]: [{}] })
  await plant(1, name, lane, args)
  expect(await send()).toEqual(['acked'])
  expect(requests).toEqual([path])
  expect(outbox.snapshot().entries.map(describeEntry)).toEqual([{ label, text: '' }])
})

test('an unlike replaces a like that the previous build stored and never sent, and overlays read both formats', async () => {
  const { plant, outbox, perform, requests } = device({ 'undo-like': [{}] })
  await plant(1, 'broadcasts.like', 'like:7', aLike)
  await plant(2, 'accounts.block', 'block:bo', aBlock)
  await outbox.reload()
  const pending = pendingOver(outbox.snapshot(), NEVER)
  expect(pending.of(setLike)).toMatchObject([{ broadcastId: 7, isLiked: true }])
  expect(overlayBlocks([], pending)).toMatchObject([{ username: 'Bo', blocked: true }])
  await perform(setLike, unliked)
  expect(requests.filter((path) => path.endsWith('like'))).toEqual(['undo-like'])
})

const mark = { user: 'ada', sender: 'bo', upTo: 9 }

test.each([200, 400, 401, 403, 404, 405, 409, 410, 413, 418, 422, 501])(
  'a mark-read that is refused with %i is never parked and pauses nothing',
  async (status) => {
    const { perform, outbox } = device({ 'mark-messages-read': [refused(status)] })
    expect(await perform(markRead, mark)).toEqual(['acked'])
    expect(outbox.snapshot().meta.paused).toBeUndefined()
  },
)

test('a mark-read that meets an ended session pauses, and waits while the session is unknown', async () => {
  const ended = device({ 'mark-messages-read': [refused(401)] }, { whoami: async () => null })
  expect(await ended.perform(markRead, mark)).toEqual(['waiting'])
  expect(ended.outbox.snapshot().meta.paused).toBe('signed-out')
  const unknown = device({ 'mark-messages-read': [refused(403)] }, { whoami: async () => undefined })
  expect(await unknown.perform(markRead, mark)).toEqual(['waiting'])
  expect(unknown.outbox.snapshot().meta.paused).toBeUndefined()
})

const begin = { user: 'ada', matchedUser: 'bo', trackId: 1, track: 'Night Bus', artist: 'Lamplight Parade', url: '' }

test('a swap whose track is refused is begun once, and sent again it only adds the track', async () => {
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
])('a swap whose second response was lost is begun once, with the track %s on the host', async (track, expected) => {
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

test('the likes that a host does not show are remembered until they are taken back, the latest 200', async () => {
  const { perform, outbox } = device({ 'create-like': [{}], 'undo-like': [{}] })
  for (let broadcastId = 1; broadcastId <= REMEMBERED_MAX + 2; broadcastId++)
    await perform(setLike, { user: 'ada', broadcastId, isLiked: true })
  await perform(setLike, { user: 'ada', broadcastId: 50, isLiked: false })
  await outbox.prune(() => Number.POSITIVE_INFINITY)
  const pending = pendingOver(outbox.snapshot(), { requestedAtRev: 9999, requestedAt: 0 })
  expect([2, 3, 50, REMEMBERED_MAX + 2].map((id) => pending.isRemembered(`like:${id}`))).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(outbox.snapshot().meta.remembered).toHaveLength(REMEMBERED_MAX - 1)
})
