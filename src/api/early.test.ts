import { afterEach, expect, test, vi } from 'vitest'
import { startEarlyRequest, takeEarlyRequest, takeFirstData } from './early.ts'

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

/** A page that the server has filled at this time. */
const filled = (at: number) => ({
  getElementById: () => ({ dataset: { url: URL, at: String(at), etag: '"1"' }, textContent: '{"broadcasts":[]}' }),
})

test('the response in a filled page is taken like an early one, with its ETag', async () => {
  expect(takeFirstData(filled(1000), URL, 2000)).toBe(true)
  const response = await takeEarlyRequest(URL, 2000, never())?.response
  expect([await response?.json(), response?.headers.get('etag')]).toEqual([{ broadcasts: [] }, '"1"'])
})

test('a filled page of another time, of another read or without data has no response', () => {
  expect(takeFirstData(filled(1000), URL, 100_000)).toBe(false)
  expect(takeFirstData(filled(100_000), URL, 1000)).toBe(false)
  expect(takeFirstData(filled(1000), '/api/get-broadcasts?current_user=ada&limit=50', 2000)).toBe(false)
  expect(takeFirstData({ getElementById: () => null }, URL, 2000)).toBe(false)
  expect(takeEarlyRequest(URL, 2000, never())).toBeUndefined()
})
