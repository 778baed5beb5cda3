import { afterEach, expect, test, vi } from 'vitest'
import { startEarlyRequest, takeEarlyRequest } from './early.ts'

const URL = '/api/get-broadcasts?limit=50'
const never = () => new AbortController().signal

const askedAt = (ms: number) => {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('{}'))
  vi.stubGlobal('fetch', fetch)
  startEarlyRequest(URL, ms)
  return fetch
}

afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.flipsideEarly = undefined
})

test('the first who asks for what was asked early gets it, and nobody after that', () => {
  const fetch = askedAt(1000)
  expect(takeEarlyRequest(URL, 2000, never())?.askedAt).toBe(1000)
  expect(takeEarlyRequest(URL, 2000, never())).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('who asks for something else leaves it there', () => {
  askedAt(1000)
  expect(takeEarlyRequest('/api/user/status', 2000, never())).toBeUndefined()
  expect(takeEarlyRequest(URL, 2000, never())).toBeDefined()
})

test('what was asked long ago is given up and asked anew', () => {
  const fetch = askedAt(1000)
  expect(takeEarlyRequest(URL, 60_000, never())).toBeUndefined()
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
})

test('giving up the query gives up the early request', () => {
  const fetch = askedAt(1000)
  const ending = new AbortController()
  takeEarlyRequest(URL, 2000, ending.signal)
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  ending.abort()
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(true)
})
