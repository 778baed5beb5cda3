import { afterEach, expect, test, vi } from 'vitest'
import { getProfile } from '#contract/accounts/user-profile.ts'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { getReplies } from '#contract/broadcasts/replies.ts'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { createExchange } from '#src/api/call.ts'
import { broadcastQuery } from '#src/broadcasts/one/queries.ts'
import { repliesQuery } from '#src/broadcasts/replies/queries.ts'
import { liveOptions } from '#src/cache/live.ts'
import { storedNames } from '#src/offline/outbox/action.ts'
import { weeklyReportQuery } from '#src/recaps/queries.ts'
import { sampleOf } from '#tests/support/response-samples.ts'
import { listTargetReads } from './target-reads.ts'

afterEach(() => void vi.unstubAllGlobals())

const endpoints = [getBroadcasts, getReplies, getProfile, getWeeklyReport]

/** Answers requests and returns their addresses. */
function aHost(): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    const endpoint = endpoints.find(({ path }) => path === url.split('?')[0])
    return endpoint ? Response.json(sampleOf(endpoint.response)) : new Response('', { status: 404 })
  })
  return sent
}

test.each([
  ['/broadcast/7', [broadcastQuery('ada', 7), repliesQuery('ada', 7)]],
  ['/profile/Bo%20Diddley', [profileQuery('Bo Diddley')]],
  ['/week?week=2026-W47', [weeklyReportQuery('ada', '2026-W47')]],
])('the reads of %s send the requests and cache the responses of the queries of its screen', async (path, queries) => {
  const reads = listTargetReads('ada', path)
  expect(reads.map(({ queryKey }) => queryKey)).toEqual(queries.map(({ queryKey }) => queryKey))
  const sent = aHost()
  const exchange = createExchange({ fetch: (url, init) => fetch(url, init), host: '', now: Date.now })
  const responses = await Promise.all(reads.map((read) => read.fetch(exchange)))
  const ofReads = sent.splice(0)
  const signal = new AbortController().signal
  const exchanged = await Promise.all(queries.map((query) => query.fetch({ signal, etag: undefined }, undefined)))
  expect(ofReads).toEqual(sent)
  expect(responses).toEqual(exchanged.map((each) => each !== 'unchanged' && each.response))
  const names = queries.map((query) => liveOptions<never, unknown>(query as never).meta?.reads)
  expect(reads.map((read) => read.reads.flatMap(storedNames))).toEqual(names)
})

test.each(['/activity', '/dm/bo', '/track-swap-detail?id=4', '/broadcast/x', '/broadcast/0', '/profile/', '/week'])(
  '%s needs no further request',
  (path) => {
    expect(listTargetReads('ada', path)).toEqual([])
  },
)
