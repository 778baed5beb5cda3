import { afterEach, expect, test, vi } from 'vitest'
import { hasFirstData, readFirstData, requestFirstData, takeFirstData } from './first-data.ts'

const FEED = '/api/get-broadcasts?limit=50'
const REPLIES = '/api/broadcast/replies?id=1&limit=50'

afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.flipsideFirstData = undefined
})

/** A page that the server has filled at this time, with two responses. */
const filled = (at: number) => ({
  getElementsByClassName: () =>
    [FEED, REPLIES].map((url, n) => ({
      dataset: { url, at: String(at), etag: `"${n}"` },
      textContent: `{"n":${n}}`,
    })),
})

test('a response in a filled page is returned once, with its ETag, in any order', async () => {
  expect(readFirstData(filled(1000), 2000)).toBe(true)
  for (const [n, url] of [REPLIES, FEED].entries()) {
    expect(hasFirstData()).toBe(true)
    const response = await takeFirstData(url, 2000)?.response
    expect([await response?.json(), response?.headers.get('etag')]).toEqual([{ n: 1 - n }, `"${1 - n}"`])
    expect(takeFirstData(url, 2000)).toBeUndefined()
  }
  expect(hasFirstData()).toBe(false)
})

test('a request for another address leaves the responses in the page', () => {
  readFirstData(filled(1000), 1000)
  expect(takeFirstData('/api/user/status', 2000)).toBeUndefined()
  expect(takeFirstData(FEED, 2000)).toBeDefined()
})

test('a response that is not taken within 15 s is dropped', () => {
  readFirstData(filled(1000), 1000)
  expect(takeFirstData(FEED, 16_000)).toBeDefined()
  expect(takeFirstData(REPLIES, 16_001)).toBeUndefined()
  expect(hasFirstData()).toBe(false)
})

test('a filled page of another time or without data has no response', () => {
  for (const at of [1000 + 120_001, 1000 - 120_001]) expect(readFirstData(filled(at), 1000)).toBe(false)
  expect(readFirstData({ getElementsByClassName: () => [] }, 2000)).toBe(false)
  expect(hasFirstData()).toBe(false)
  expect(takeFirstData(FEED, 2000)).toBeUndefined()
})

test('a page without content requests its first response once, which the app takes with the time of the request', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"n":7}'))
  vi.stubGlobal('fetch', fetch)
  requestFirstData(FEED, 1000)
  const taken = takeFirstData(FEED, 2000)
  expect(taken?.requestedAt).toBe(1000)
  expect(await (await taken?.response)?.json()).toEqual({ n: 7 })
  expect(takeFirstData(FEED, 2000)).toBeUndefined()
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('a first request without a response rejects for the app alone, and ends with its time limit', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    expect(signal).toBe(timeouts.mock.results[0]?.value)
    throw new TypeError('Failed to fetch')
  })
  requestFirstData(FEED, 1000)
  expect(timeouts).toHaveBeenCalledWith(20_000)
  await expect(takeFirstData(FEED, 2000)?.response).rejects.toThrow('Failed to fetch')
})
