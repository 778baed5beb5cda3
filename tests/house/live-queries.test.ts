import { expect, test, vi } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { setBlock, setMute } from '#src/accounts/senders.ts'
import type { LiveQuery } from '#src/cache/live.ts'
import type { Action } from '#src/offline/outbox/action.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { actions, invisibleActions } from '#src/session/senders.ts'
import { exportedQueries } from '#tests/support/exported-queries.ts'
import { memberLists, singleReads, unchangedReads } from '#tests/support/live-queries.ts'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { visibilityByEndpoint } from '#tests/support/visibility.ts'

/** Returns the endpoint that a query requests. */
async function endpointOf(query: LiveQuery<unknown, unknown>) {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url.split('?')[0] ?? '')
    throw new Error('no network')
  })
  await query.fetch({ signal: new AbortController().signal, etag: undefined }, undefined).catch(() => undefined)
  vi.unstubAllGlobals()
  return endpoints.find(({ method, path }) => method === 'GET' && path === paths[0])
}

/** Returns pending actions without entries, and the action names that were read. */
function recordReads(): { pending: Pending; names: Set<string> } {
  const names = new Set<string>()
  const record = ({ name }: Action) => {
    names.add(name)
    return []
  }
  return { pending: { of: record, parked: record, isRemembered: () => false }, names }
}

/** Their responses are joined from several requests. */
const joinedQueries: readonly string[] = ['matchQuery', 'ownFollowingQuery', 'suggestionsQuery']

test('every query sends the ETag of its cached response, but for those of several requests', async () => {
  const unconditional: string[] = []
  for (const [name, query] of await exportedQueries()) {
    const tags: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      tags.push(new Headers(headers).get('If-None-Match'))
      return new Response(null, { status: 304 })
    })
    const held = { response: undefined, requestedAtRev: 0, requestedAt: 0 }
    const options = { signal: new AbortController().signal, etag: '"held"' }
    const fetched = await query.fetch(options, held).catch(() => 'an error')
    if (fetched !== 'unchanged' || tags.join() !== '"held"') unconditional.push(name)
  }
  vi.unstubAllGlobals()
  expect(unconditional.toSorted()).toEqual(joinedQueries)
})

const listed = Object.entries(memberLists)
const sampled = [...listed, ...Object.entries(singleReads)]

test('every query that involves other members is listed with its effect of blocks', async () => {
  const queries = await exportedQueries()
  expect(queries.size).toBeGreaterThan(30)
  const named = [...sampled.map(([name]) => name), ...Object.keys(unchangedReads)].map((name) => name.split(' ')[0])
  const unlisted: string[] = []
  for (const [name, query] of queries) {
    const endpoint = await endpointOf(query)
    expect(endpoint, name).toBeDefined()
    const isOfOthers = endpoint !== undefined && endpointName(endpoint) in visibilityByEndpoint
    if (!named.includes(name) && (isOfOthers || query.reads !== undefined)) unlisted.push(name)
  }
  expect(unlisted).toEqual([])
  expect(named.filter((name) => !queries.has(name ?? ''))).toEqual([])
})

test.each(Object.keys(unchangedReads))('%s reads no action', async (name) => {
  expect((await exportedQueries()).get(name)?.reads ?? []).toEqual([])
})

test.each(sampled)('%s declares the actions that its overlay reads, and no other', (_name, { reads, show }) => {
  const { pending, names } = recordReads()
  show(pending)
  expect(reads.toSorted()).toEqual([...names].toSorted())
  expect(reads.length).toBeGreaterThan(0)
})

test('every action is read by a query, or is listed as invisible', () => {
  const read = new Set(sampled.flatMap(([, { reads }]) => reads))
  const unread = [...new Set([...actions.values()].map(({ name }) => name))].filter((name) => !read.has(name))
  expect(unread.toSorted()).toEqual(invisibleActions.toSorted())
})

const block = (isBlocked: boolean) => [setBlock, { user: 'ada', other: 'Bo', isBlocked }] as const
const mute = (isMuted: boolean) => [setMute, { user: 'ada', other: 'Bo', isMuted }] as const

test.each(listed)('%s hides a member that is blocked on this device, until the block ends', (_name, { show }) => {
  const has = (...actions: Parameters<typeof pendingActions>) =>
    /\bbo\b/.test(JSON.stringify(show(pendingActions(...actions))))
  expect(has()).toBe(true)
  expect(has(block(true))).toBe(false)
  expect(has(block(true), block(false))).toBe(true)
})

test.each(listed)('%s hides a muted member if its endpoint omits them', (_name, { show, hides }) => {
  const has = (...actions: Parameters<typeof pendingActions>) =>
    /\bbo\b/.test(JSON.stringify(show(pendingActions(...actions))))
  expect(has(mute(true))).toBe(hides === 'blocks')
  expect(has(mute(true), mute(false))).toBe(true)
})
