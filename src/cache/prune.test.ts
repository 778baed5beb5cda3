import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { setFollow } from '#src/accounts/actions.ts'
import { setBlock } from '#src/accounts/blocks/actions.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import { aMember, NOW } from '#tests/support/member-cache.ts'
import { type CachedResponse, type LiveQuery, liveOptions } from './live.ts'
import { persistCache, restoreCache, whenWritten } from './persistence.ts'
import { pruneOutbox } from './prune.ts'
import { createQueryClient } from './query-client.ts'
import { storeResponse } from './store-response.ts'

const follow = { user: 'ada', followee: 'bo', isFollowing: true }
const block = { user: 'ada', other: 'bo', isBlocked: true }

const aQuery = (key: readonly string[], reads: readonly Action[], isImmutable = false): LiveQuery<string, string> => ({
  queryKey: key,
  fetch: async () => ({ response: 'fresh', etag: undefined }),
  overlay: (response) => response,
  reads,
  isImmutable,
})

/** Fetches the query as a screen does. */
const fetchOnce = async (client: QueryClient, query: LiveQuery<string, string>) => {
  const { placeholderData: _none, ...options } = liveOptions(query)
  await client.fetchQuery({ ...options, staleTime: 0 })
}

async function namesLeft({ client, outbox }: ReturnType<typeof aMember>, nowMs = NOW) {
  await pruneOutbox(client, outbox, nowMs)
  return outbox.snapshot().entries.map(({ action }) => action)
}

test('an acknowledged action stays until every response of a query that reads it was requested later', async () => {
  const member = aMember()
  const queries = [aQuery(['accounts', 'followers'], [setFollow]), aQuery(['listening', 'near'], [setFollow, setBlock])]
  for (const query of queries) await fetchOnce(member.client, query)
  await member.acknowledgeOne(setFollow, follow)
  for (const query of queries) {
    expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
    await fetchOnce(member.client, query)
  }
  expect(await namesLeft(member)).toEqual([])
})

test('an older response of a query that reads other actions retains nothing', async () => {
  const member = aMember()
  await fetchOnce(member.client, aQuery(['accounts', 'followers'], [setFollow]))
  await fetchOnce(member.client, aQuery(['accounts', 'settings'], []))
  await member.acknowledgeOne(setFollow, follow)
  await member.acknowledgeOne(setBlock, block)
  expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
})

test('an entry in the format of an earlier build is retained like the action that replaced it', async () => {
  const member = aMember()
  await fetchOnce(member.client, aQuery(['listening', 'near'], [setFollow]))
  await member.acknowledgeOne({ ...setFollow, name: 'accounts.follow' }, follow)
  expect(await namesLeft(member)).toEqual(['accounts.follow'])
})

test('a response that is changed in place still retains the actions that its query reads', async () => {
  const member = aMember()
  const query = aQuery(['listening', 'near'], [setFollow])
  await fetchOnce(member.client, query)
  await member.acknowledgeOne(setFollow, follow)
  member.client.setQueryData<CachedResponse<string>>(query.queryKey, (held) => held && { ...held, response: 'changed' })
  expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
})

test('a page below a cursor that was not shown for a day is evicted', async () => {
  const member = aMember()
  await fetchOnce(member.client, aQuery(['accounts', 'older'], [setFollow], true))
  await member.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(member, Date.now())).toEqual(['accounts.setFollow'])
  expect(await namesLeft(member, Date.now() + 2 * DAY_MS)).toEqual([])
  expect(member.client.getQueryData(['accounts', 'older'])).toBeUndefined()
})

test('a page below a cursor on the screen is not evicted after a day', async () => {
  const member = aMember()
  const query = aQuery(['accounts', 'older'], [setFollow], true)
  await fetchOnce(member.client, query)
  await member.acknowledgeOne(setFollow, follow)
  onTestFinished(
    new QueryObserver(member.client, { ...liveOptions(query), staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    ),
  )
  expect(await namesLeft(member, Date.now() + 2 * DAY_MS)).toEqual(['accounts.setFollow'])
  expect(member.client.getQueryData(['accounts', 'older'])).toMatchObject({ response: 'fresh' })
})

test('a query that is not a page below a cursor is not evicted, however old', async () => {
  const member = aMember()
  await fetchOnce(member.client, aQuery(['accounts', 'followers'], [setFollow]))
  await member.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(member, Date.now() + 2 * DAY_MS)).toEqual(['accounts.setFollow'])
  expect(member.client.getQueryData(['accounts', 'followers'])).toMatchObject({ response: 'fresh' })
})

test('without an acknowledged action no page is evicted', async () => {
  const member = aMember()
  await fetchOnce(member.client, aQuery(['accounts', 'older'], [setFollow], true))
  await pruneOutbox(member.client, member.outbox, Date.now() + 2 * DAY_MS)
  expect(member.client.getQueryData(['accounts', 'older'])).toMatchObject({ response: 'fresh' })
})

/** A device with one stored response, as a start finds it. */
async function restored(store: (client: QueryClient) => Promise<void>) {
  const device = openKeyValueStore(`prune-${Math.random()}`, { durability: 'relaxed' })
  onTestFinished(() => device.close())
  const before = createQueryClient()
  const stop = persistCache(before, device, (error) => expect.unreachable(String(error)))
  await store(before)
  await whenWritten(before)
  stop()
  const member = aMember()
  await restoreCache(member.client, device, Date.now())
  return member
}

test('a restored response retains the actions that its query reads before a screen uses it', async () => {
  const member = await restored((client) => fetchOnce(client, aQuery(['listening', 'near'], [setFollow])))
  await member.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
})

/** Stores a response as a build without `reads` did. */
const storeAsBefore = (key: readonly string[]) => async (client: QueryClient) => {
  client.setQueryData(key, { response: 'old', requestedAtRev: 0, requestedAt: NOW })
}

test('a response of an earlier build is restored and retains the actions of its domain', async () => {
  const member = await restored(storeAsBefore(['accounts', 'followers']))
  expect(member.client.getQueryData(['accounts', 'followers'])).toMatchObject({ response: 'old' })
  await member.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
  const other = await restored(storeAsBefore(['listening', 'near']))
  await other.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(other)).toEqual([])
})

test('a batched response gives a restored query of an earlier build the actions that it reads', async () => {
  const member = await restored(storeAsBefore(['listening', 'near']))
  const query = aQuery(['listening', 'near'], [setFollow])
  storeResponse(member.client, query, { response: 'new', requestedAtRev: 0, requestedAt: NOW + 1 })
  await member.acknowledgeOne(setFollow, follow)
  expect(await namesLeft(member)).toEqual(['accounts.setFollow'])
})
