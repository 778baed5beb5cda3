import { expect, test } from 'vitest'
import { createLike } from '#contract/broadcasts/broadcasts.ts'
import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { createCall, createExchange, createPoll } from './call.ts'
import { NoConnection, Refused, ServerError } from './errors.ts'

const outcomes: string[] = []
const depsFor = (fetch: typeof globalThis.fetch) => ({
  fetch,
  host: 'https://host.example',
  now: () => Date.UTC(2026, 10, 21, 12),
  watcher: { started: () => {}, ended: (outcome: string) => void outcomes.push(outcome) },
})
const answering = (body: BodyInit | null, init: ResponseInit = {}) =>
  depsFor(async () => new Response(body, { headers: { 'content-type': 'application/json' }, ...init }))
const like = (deps: ReturnType<typeof depsFor>) =>
  createCall(deps)(createLike, { user: 'ada', relatedtype: 'Broadcast', relatedid: 7 })
const failure = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error
}
const HTML = { headers: { 'content-type': 'text/html' } }

test('inputs travel in the query string, with cookies, without a body, and redirects are refused', async () => {
  const sent: unknown[] = []
  const deps = depsFor(async (input, init) => {
    sent.push(input, init?.method, init?.credentials, init?.redirect, init?.body)
    return new Response('')
  })
  await like(deps)
  const url = 'https://host.example/api/create-like?user=ada&relatedtype=Broadcast&relatedid=7'
  expect(sent).toEqual([url, 'POST', 'include', 'error', undefined])
})

test.for([
  ['', { success: true }],
  ['OK', { success: true }],
  ['{"success":0}', { success: false }],
  ['{"id":"9","client_id":"c"}', { success: true, id: 9, client_id: 'c' }],
] as const)('a 200 saying "%s" is done', async ([body, response]) => {
  expect(await like(answering(body))).toEqual(response)
})

test("rejects a captive portal's page as a server error, and reports a failed request", async () => {
  const error = await failure(like(answering('<!DOCTYPE html><title>Train</title>', HTML)))
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ reason: 'not-ours', status: 200, path: '/api/create-like' })
  expect(outcomes.at(-1)).toBe('failed')
})

test('a 200 with an error is a refusal, and tells when success is 0', async () => {
  const plain = await failure(like(answering('{"error":"Broken"}')))
  expect(plain).toBeInstanceOf(Refused)
  expect(plain).toMatchObject({ status: 200, sentence: 'Broken', code: undefined })
  expect(await failure(like(answering('{"success":0,"error":"Already liked"}')))).toMatchObject({ code: 'success_0' })
})

test.for([
  [404, 'Gone fishing', 'Not Found', '404: Gone fishing'],
  [404, '', 'Not Found', '404: Not Found'],
  [409, '', '', '409: Conflict'],
  [501, '', '', '501: Not Implemented'],
] as const)('a %i is a refusal: %s %s', async ([status, body, statusText, message]) => {
  const error = await failure(like(answering(body, { status, statusText })))
  expect(error).toBeInstanceOf(Refused)
  expect(outcomes.at(-1)).toBe('responded')
  expect(error).toMatchObject({ message, sentence: 'Failed to like broadcast', status })
})

test('a page of a proxy that says 404 is marked, and is no sentence for people', async () => {
  const error = await failure(like(answering('<html>nginx</html>', { status: 404, ...HTML })))
  expect(error).toMatchObject({ status: 404, isHtml: true, sentence: 'Failed to like broadcast' })
  expect(outcomes.at(-1)).toBe('failed')
})

test.for([408, 425, 429, 500, 502, 503, 504, 511])(
  'rejects a %i with its body, sentence and Retry-After',
  async (status) => {
    const error = await failure(like(answering('{"error":"x"}', { status, headers: { 'retry-after': '30' } })))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ status, retryAfterMs: 30_000, sentence: 'x', message: `${status}: {"error":"x"}` })
    expect(outcomes.at(-1)).toBe('failed')
  },
)

test('the message of a server error with an empty body holds the status text', async () => {
  expect(await failure(like(answering('', { status: 503 })))).toMatchObject({ message: '503: Service Unavailable' })
})

test('rejects with NoConnection when there is no response', async () => {
  const error = await failure(like(depsFor(() => Promise.reject(new TypeError('Failed to fetch')))))
  expect(error).toBeInstanceOf(NoConnection)
  expect(error).toMatchObject({ reason: 'network', message: 'no response: network' })
  expect(outcomes.at(-1)).toBe('silent')
})

test('a limit of hours refuses one action, with its sentence, and delays no others', async () => {
  const body = JSON.stringify({ error: 'Too many reports. Try again in 2 h.', code: 'daily_limit' })
  const error = await failure(like(answering(body, { status: 429, headers: { 'retry-after': '7200' } })))
  expect(error).toBeInstanceOf(Refused)
  expect(error).toMatchObject({ status: 429, code: 'daily_limit', sentence: 'Too many reports. Try again in 2 h.' })
})

test("a date in Retry-After is read by the server's clock", async () => {
  const headers = { date: 'Tue, 24 Nov 2026 12:00:00 GMT', 'retry-after': 'Tue, 24 Nov 2026 12:01:00 GMT' }
  expect(await failure(like(answering('', { status: 429, headers })))).toMatchObject({ retryAfterMs: 60_000 })
})

test('an answer of the wrong shape is not ours', async () => {
  const feed = createCall(answering('{"broadcasts":"none"}'))(getBroadcasts, {})
  expect(await failure(feed)).toMatchObject({ reason: 'not-ours' })
})

test('an aborted request says nothing about the connection', async () => {
  const deps = depsFor(() => Promise.reject(new DOMException('aborted', 'AbortError')))
  const error = await failure(createCall(deps)(getBroadcasts, {}, { signal: AbortSignal.abort() }))
  expect(error).toMatchObject({ reason: 'aborted' })
  expect(outcomes.at(-1)).toBe('aborted')
})

test('a body that breaks off is no answer', async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  expect(await failure(like(answering(broken)))).toMatchObject({ reason: 'network' })
})

test('a poll takes 304 as unchanged; without an ETag it is a server error', async () => {
  const deps = answering(null, { status: 304 })
  expect(await createPoll(deps)(getBroadcasts, {}, { etag: '"1"' })).toBe('unchanged')
  expect(await failure(createExchange(deps)(getBroadcasts, {}))).toMatchObject({ reason: 'not-ours', status: 304 })
})
