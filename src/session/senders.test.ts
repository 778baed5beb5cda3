import { expect, test } from 'vitest'
import { setFollow } from '#src/accounts/actions.ts'
import { overlayBlocks } from '#src/accounts/blocks/overlay.ts'
import { Refused, ServerError } from '#src/api/errors.ts'
import { setLike } from '#src/broadcasts/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import { REMEMBERED_MAX } from '#src/offline/outbox/meta.ts'
import { NEVER, pendingOver } from '#src/offline/outbox/pending.ts'
import { describeEntry } from '#src/outbox/describe.ts'
import { lost, refused } from '#tests/support/drain-device.ts'
import { specOnlyDevice as device } from '#tests/support/spec-only-device.ts'

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
