import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NoConnection, Refused, ServerError, type Unreachable } from '#src/api/errors.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { liveOptions, liveQuery, prefetchLive } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { refetchAll } from './refetch.ts'
import { retryFailedQueries } from './retry.ts'

const MINUTE_MS = 60_000

/** A page with a visibility that a test can change. */
function aPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', { getItem: () => null })
  onTestFinished(() => void vi.unstubAllGlobals())
  return (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
}

/** A client with failures set by the test, and its request times, in s. */
function aClient() {
  const showPage = aPage()
  const client = createQueryClient()
  const connectivity = createConnectivity({ now: Date.now, isNavigatorOnline: () => true })
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  retryFailedQueries(client, connectivity, ending.signal)
  const failures = new Map<string, () => Error>()
  const requested: [string, number][] = []
  const begin = Date.now()
  const query = (name: string, path = `/${name}`) =>
    liveQuery({
      queryKey: ['test', name],
      fetch: async () => {
        requested.push([name, (Date.now() - begin) / 1000])
        await Promise.resolve()
        const error = failures.get(path)?.()
        if (!error) return { response: 'fresh', etag: undefined }
        if (!(error instanceof Refused)) Object.assign(error, { path })
        throw error
      },
    })
  const show = (shown: ReturnType<typeof query>) =>
    new QueryObserver(client, liveOptions(shown)).subscribe(() => undefined)
  const times = (name: string) => requested.filter(([of]) => of === name).map(([, at]) => at)
  return { client, connectivity, ending, failures, query, show, times, showPage }
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

const broken =
  (status = 500, retryAfterMs?: number) =>
  (): Unreachable =>
    new ServerError(status, '', { retryAfterMs })

test.for([500, 502, 503, 429] as const)(
  'while one endpoint responds %i for a minute, only it is requested, once per back-off step',
  async (status) => {
    const { failures, query, show, times } = aClient()
    failures.set('/broken', broken(status))
    show(query('broken'))
    show(query('fine'))
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
    expect(times('broken')).toEqual([0, 1, 3, 7, 15, 31])
    expect(times('fine')).toEqual([0])
    await vi.advanceTimersByTimeAsync(4 * MINUTE_MS)
    expect(times('broken').slice(6)).toEqual([63, 123, 183, 243])
  },
)

test('many failing queries of one endpoint are retried by one of them, and all of them once it has succeeded', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/profile', broken())
  const names = Array.from({ length: 20 }, (_, index) => `row ${index}`)
  for (const name of names) show(query(name, '/profile'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names.flatMap(times)).toHaveLength(20 + 3)
  failures.clear()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(names.flatMap(times)).toHaveLength(20 + 3 + 20)
})

test('a query that is asked once is neither retried nor refetched with others, but on request', async () => {
  const { client, failures, query, show, times, connectivity } = aClient()
  failures.set('/typed', broken())
  const typed = { ...query('typed'), isRequestedOnce: true }
  show(typed)
  show(query('row', '/typed'))
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  await refetchAll(client)
  connectivity.navigatorChanged()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('typed')).toEqual([0])
  expect(times('row').length).toBeGreaterThan(5)
  failures.clear()
  await client.refetchQueries({ queryKey: typed.queryKey })
  expect(times('typed')).toHaveLength(2)
})

test('Retry-After delays the retry, and a success resets the steps', async () => {
  const { client, failures, query, show, times } = aClient()
  failures.set('/slow', broken(503, 30_000))
  show(query('slow'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(times('slow')).toEqual([0])
  failures.clear()
  await vi.advanceTimersByTimeAsync(2000)
  expect(times('slow')).toEqual([0, 30])
  failures.set('/slow', broken())
  await refetchAll(client)
  await vi.advanceTimersByTimeAsync(4000)
  expect(times('slow')).toEqual([0, 30, 31, 32, 34])
})

test('a read with a long Retry-After is requested once a minute', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/slow', broken(503, 60 * MINUTE_MS))
  show(query('slow'))
  await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
  expect(times('slow')).toEqual([0, 60, 120, 180])
})

test('a query that is mounted, prefetched or refetched with all others waits until its endpoint may be requested again', async () => {
  const { client, failures, query, show, times } = aClient()
  failures.set('/broken', broken(503, 40_000))
  const hide = show(query('broken'))
  await vi.advanceTimersByTimeAsync(1000)
  for (let round = 0; round < 10; round++) {
    hide()
    prefetchLive(client, query('broken'))
    show(query('broken'))
    await refetchAll(client)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(times('broken')).toEqual([0])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('broken')[1]).toBe(40)
})

test('nothing is retried while no screen shows it or the page is hidden, and a page that is shown again retries at once', async () => {
  const { failures, query, show, times, showPage } = aClient()
  failures.set('/left', broken())
  failures.set('/broken', broken())
  const leave = show(query('left'))
  show(query('broken'))
  await vi.advanceTimersByTimeAsync(500)
  leave()
  showPage('hidden')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('left')).toEqual([0])
  expect(times('broken')).toEqual([0])
  showPage('visible')
  await vi.advanceTimersByTimeAsync(0)
  expect(times('broken')).toEqual([0, 60.5])
})

test('a refusal is never retried', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/refused', () => new Refused(404, '', { sentence: 'No' }))
  show(query('refused'))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('refused')).toEqual([0])
})

test('the others of an endpoint are retried once the retried query is refused', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/row', broken(503))
  for (const name of ['one', 'other']) show(query(name, '/row'))
  await vi.advanceTimersByTimeAsync(500)
  const refuse = () => {
    failures.clear()
    return new Refused(400, '', { sentence: 'No', isJson: true })
  }
  failures.set('/row', refuse)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([times('one'), times('other')]).toEqual([
    [0, 1],
    [0, 1],
  ])
})

test('a proxy that refuses retries, with a page and no JSON, is requested less and less', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/row', broken(503))
  for (const name of ['one', 'other']) show(query(name, '/row'))
  await vi.advanceTimersByTimeAsync(500)
  failures.set('/row', () => new Refused(404, '', { sentence: 'No' }))
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 4)
  expect([times('one'), times('other')]).toEqual([[0, 1, 3, 7, 15], [0]])
  failures.clear()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([times('one'), times('other')]).toEqual([
    [0, 1, 3, 7, 15, 31],
    [0, 31],
  ])
})

test('a query that fails by its own fault is not retried, and the others of its endpoint are', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/row', broken(503))
  for (const name of ['one', 'other']) show(query(name, '/row'))
  await vi.advanceTimersByTimeAsync(500)
  const fail = () => {
    failures.clear()
    return new TypeError('rows is undefined')
  }
  failures.set('/row', fail)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([times('one'), times('other')]).toEqual([
    [0, 1],
    [0, 1],
  ])
})

test('another query of an endpoint is retried if the retried one is cancelled since its row is left', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/row', broken(503))
  const row = query('one', '/row')
  const leave = show(row)
  show(query('other', '/row'))
  await vi.advanceTimersByTimeAsync(500)
  row.fetch = () => new Promise(() => {}) // no response
  await vi.advanceTimersByTimeAsync(1000)
  failures.clear()
  leave()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('other')).toEqual([0, 2.5])
})

test('no query is retried without a connection; after its return failed ones are', async () => {
  const { connectivity, failures, query, show, times } = aClient()
  const end = (path: string, outcome: 'silent' | 'responded') => {
    const request = { path, isRead: true }
    connectivity.started(request)
    connectivity.ended(outcome, request)
  }
  failures.set('/away', () => new NoConnection('network'))
  for (const path of ['/away', '/other']) end(path, 'silent')
  show(query('away'))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('away')).toEqual([0])
  end('/other', 'responded')
  failures.clear()
  await vi.advanceTimersByTimeAsync(1000)
  expect(times('away')).toEqual([0, 61])
})

test('the return of the connection resets the steps', async () => {
  const { connectivity, failures, query, show, times } = aClient()
  const end = (path: string, outcome: 'silent' | 'responded') => {
    const request = { path, isRead: true }
    connectivity.started(request)
    connectivity.ended(outcome, request)
  }
  failures.set('/broken', broken())
  show(query('broken'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(times('broken')).toEqual([0, 1, 3, 7, 15])
  for (const path of ['/one', '/other']) end(path, 'silent')
  end('/one', 'responded')
  await vi.advanceTimersByTimeAsync(5000)
  expect(times('broken').slice(5)).toEqual([21, 22, 24])
})

test('a query that no screen shows is not retried', async () => {
  const { failures, query, show, times } = aClient()
  failures.set('/left', broken())
  const leave = show(query('left'))
  await vi.advanceTimersByTimeAsync(500)
  leave()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('left')).toEqual([0])
})

test('failures are forgotten two minutes after their retry was due, not before', async () => {
  const { failures, query, show, times, showPage } = aClient()
  failures.set('/broken', broken())
  show(query('broken'))
  await vi.advanceTimersByTimeAsync(20_000) // the retry is due at 31 s
  showPage('hidden')
  await vi.advanceTimersByTimeAsync(100_000)
  showPage('visible')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(times('broken').slice(5)).toEqual([120, 152])
  showPage('hidden')
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  showPage('visible')
  await vi.advanceTimersByTimeAsync(5000)
  expect(times('broken').slice(7)).toEqual([460, 461, 463])
})

test('data that the page sets by itself does not end the wait', async () => {
  const { client, failures, query, show, times } = aClient()
  failures.set('/row', broken())
  show(query('one', '/row'))
  show(query('other', '/row'))
  await vi.advanceTimersByTimeAsync(500)
  client.setQueryData(query('one', '/row').queryKey, { response: 'set', requestedAtRev: 0, requestedAt: 0 })
  await vi.advanceTimersByTimeAsync(400)
  expect([...times('one'), ...times('other')]).toEqual([0, 0])
})

test('nothing is retried after the end of the session', async () => {
  const { client, ending, failures, query, show, times } = aClient()
  failures.set('/broken', broken())
  show(query('broken'))
  await vi.advanceTimersByTimeAsync(500)
  ending.abort()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('broken')).toEqual([0])
  await client.refetchQueries({ queryKey: query('broken').queryKey })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(times('broken')).toHaveLength(2)
})
