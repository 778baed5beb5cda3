import { afterEach, expect, test, vi } from 'vitest'
import { isAskedEarly, startEarlyRequest, takeEarlyRequest, takeFirstData } from './early.ts'

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

/** A page that the server has filled at this time, with two responses. */
const filled = (at: number) => ({
  getElementsByClassName: () =>
    [URL, REPLIES].map((url, n) => ({
      dataset: { url, at: String(at), etag: `"${n}"` },
      textContent: `{"n":${n}}`,
    })),
})
const REPLIES = '/api/broadcast/replies?id=1&limit=50'

test('the responses in a filled page are taken like early ones, with their ETags', async () => {
  expect(takeFirstData(filled(1000), 2000)).toBe(true)
  for (const [n, url] of [REPLIES, URL].entries()) {
    expect(isAskedEarly()).toBe(true)
    const response = await takeEarlyRequest(url, 2000, never())?.response
    expect([await response?.json(), response?.headers.get('etag')]).toEqual([{ n: 1 - n }, `"${1 - n}"`])
  }
  expect(isAskedEarly()).toBe(false)
})

test('a filled page of another time or without data has no response', () => {
  expect(takeFirstData(filled(1000), 200_000)).toBe(false)
  expect(takeFirstData(filled(200_000), 1000)).toBe(false)
  expect(takeFirstData({ getElementsByClassName: () => [] }, 2000)).toBe(false)
  expect(isAskedEarly()).toBe(false)
  expect(takeEarlyRequest(URL, 2000, never())).toBeUndefined()
})
