import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ServerError } from '#src/api/errors.ts'
import { type LiveQuery, liveOptions, prefetchFilled } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { refetchAll, refetchForSession, refetchSince, refreshAll } from './refetch.ts'

beforeEach(() => void vi.stubGlobal('localStorage', { getItem: () => null }))
afterEach(() => void vi.unstubAllGlobals())

/** Returns the options of a query without the content of the last start. */
function optionsOf(query: LiveQuery<string, string>) {
  const { placeholderData: _none, ...options } = liveOptions(query)
  return options
}

/** A screen with a query of each kind, and the names of those that were requested since. */
async function aScreen() {
  const client = createQueryClient()
  const requested: string[] = []
  const query = (name: string, more: Partial<LiveQuery<string, string>> = {}): LiveQuery<string, string> => ({
    queryKey: [name, 'list'],
    fetch: async () => {
      requested.push(name)
      return { response: name, etag: undefined }
    },
    overlay: (response) => response,
    ...more,
  })
  const kinds = [query('usual'), query('page', { isImmutable: true }), query('typed', { isRequestedOnce: true })]
  for (const kind of kinds) onTestFinished(new QueryObserver(client, optionsOf(kind)).subscribe(() => {}))
  const isStale = (name: string) => client.getQueryState([name, 'list'])?.isInvalidated
  await expect.poll(() => client.isFetching()).toBe(0)
  await client.fetchQuery(optionsOf(query('hidden')))
  requested.length = 0
  return { client, requested, query, isStale }
}

test('a refetch of all leaves pages below a cursor and what was requested once', async () => {
  const { client, requested, isStale } = await aScreen()
  await refetchAll(client)
  expect(requested).toEqual(['usual'])
  expect(['hidden', 'page', 'typed'].map(isStale)).toEqual([true, false, false])
})

test('a refresh by the user also requests what was requested once', async () => {
  const { client, requested, isStale } = await aScreen()
  await refreshAll(client)
  expect(requested).toEqual(['usual', 'typed'])
  expect(isStale('page')).toBe(false)
})

test('a refetch for a new session includes the shown pages below a cursor, and removes the others', async () => {
  const { client, requested, query } = await aScreen()
  const left = query('left', { isImmutable: true })
  await client.fetchQuery(optionsOf(left))
  requested.length = 0
  await refetchForSession(client)
  expect(requested.toSorted()).toEqual(['page', 'usual'])
  expect(client.getQueryData(left.queryKey)).toBeUndefined()
  expect(client.getQueryData(['hidden', 'list'])).toBeDefined()
})

test('a refetch of some domains leaves the others, and responses that are recent enough', async () => {
  const { client, requested, isStale } = await aScreen()
  await refetchSince(client, ['hidden', 'typed'], Date.now() + 1000)
  expect([requested, isStale('hidden'), isStale('typed'), isStale('usual')]).toEqual([[], true, false, false])
  await refetchSince(client, ['usual'], Date.now() - 60_000)
  expect(requested).toEqual([])
  await refetchSince(client, ['usual'], Date.now() + 1000)
  expect(requested).toEqual(['usual'])
})

test('a read for a filled page is left to its screen if the page has sent no request', async () => {
  const { client, requested, query } = await aScreen()
  await prefetchFilled(client, query('filled'))
  expect(requested).toEqual([])
  const early = { url: '/api/feed', requestedAt: 1, response: Promise.resolve(new Response()) }
  globalThis.flipsideFirstData = [early]
  onTestFinished(() => void (globalThis.flipsideFirstData = undefined))
  await prefetchFilled(client, query('filled'))
  expect(requested).toEqual(['filled'])
})

test('a host that reports an unchanged response of which there is none has failed', async () => {
  const { client, query } = await aScreen()
  const options = optionsOf(query('unchanged', { fetch: async () => 'unchanged' }))
  await expect(client.fetchQuery(options)).rejects.toBeInstanceOf(ServerError)
})
