import { afterEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { conversationQuery, LATEST_LIMIT } from './queries.ts'

const message = (id: number) => ({ id, message: `${id}`, timestamp: '2026-11-20T08:00:00.000Z', type: 'Incoming' })
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => message(first + place))

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['of the last two days are joined to the latest page', 1, 1],
  ['from before are not: the response lacks later changes of them', 3, 2],
])('cached messages %s', async (_, ageDays, expectedFirst) => {
  vi.stubGlobal('fetch', async () => Response.json({ directMessages: from(2, LATEST_LIMIT + 1) }))
  const held = {
    response: { directMessages: from(1, LATEST_LIMIT) },
    requestedAtRev: 0,
    requestedAt: Date.now() - ageDays * DAY_MS,
  }
  const read = await conversationQuery('ada', 'bo').fetch(
    { signal: new AbortController().signal, etag: undefined },
    held,
  )
  if (read === 'unchanged') throw new Error('The response has messages.')
  expect(read.response.directMessages.map(({ id }) => id)).toEqual(
    from(expectedFirst, LATEST_LIMIT + 1).map(({ id }) => id),
  )
})
