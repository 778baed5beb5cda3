import { expect, onTestFinished, test, vi } from 'vitest'
import { createConnectivity } from './connectivity.ts'
import { startProbe } from './probe.ts'

/** A probe of a server that does or does not respond to each of two reads. */
function probing() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const responds = { '/a': true, '/b': true }
  const page = { isShown: true }
  const sent: [string, number][] = []
  const start = Date.now()
  const connectivity = createConnectivity({ now: Date.now, isNavigatorOnline: () => true })
  const request = async (path: '/a' | '/b') => {
    const tracked = { path, isRead: true }
    sent.push([path, Date.now() - start])
    connectivity.started(tracked)
    await Promise.resolve()
    connectivity.ended(responds[path] ? 'responded' : 'silent', tracked)
  }
  const probe = startProbe({
    connectivity,
    reads: [
      { path: '/a', send: () => request('/a') },
      { path: '/b', send: () => request('/b') },
    ],
    mayTry: () => page.isShown,
    later: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  })
  onTestFinished(probe.stop)
  return {
    responds,
    sent,
    request,
    probe,
    page,
    connectivity,
    isReachable: () => connectivity.connection().isReachable,
  }
}

test('an endpoint that does not respond is checked against the other one at once', async () => {
  const { responds, sent, request, isReachable } = probing()
  responds['/a'] = false
  await request('/a')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([
    ['/a', 0],
    ['/b', 0],
  ])
  expect(isReachable()).toBe(true)
})

test('a lost connection is probed 1, 2, 4, 8 and 16 seconds later, then every ten, by both reads in turn', async () => {
  const { responds, sent, request, isReachable } = probing()
  Object.assign(responds, { '/a': false, '/b': false })
  await request('/a')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(isReachable()).toBe(false)
  expect(sent.slice(2).map(([, at]) => at)).toEqual([1000, 2000, 4000, 8000, 16_000, 26_000, 36_000])
  expect(sent.slice(2, 4).map(([path]) => path)).toEqual(['/a', '/b'])
})

test('the connection is found again if only one of the two reads gets a response', async () => {
  const { responds, sent, request, isReachable } = probing()
  Object.assign(responds, { '/a': false, '/b': false })
  await request('/a')
  await vi.advanceTimersByTimeAsync(20_000)
  responds['/b'] = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(isReachable()).toBe(true)
  const { length } = sent
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(length)
})

test('a lost connection is probed at once on demand, and the intervals start again', async () => {
  const { responds, sent, request, probe } = probing()
  probe.tryNow()
  expect(sent).toEqual([])
  Object.assign(responds, { '/a': false, '/b': false })
  await request('/a')
  await vi.advanceTimersByTimeAsync(20_000)
  const { length } = sent
  probe.tryNow()
  await vi.advanceTimersByTimeAsync(8000)
  expect(sent.slice(length).map(([, at]) => at)).toEqual([20_000, 21_000, 22_000, 24_000, 28_000])
})

test('a hidden page is not probed, and one that has stopped neither', async () => {
  const { responds, sent, request, probe, page } = probing()
  Object.assign(responds, { '/a': false, '/b': false })
  await request('/a')
  const { length } = sent
  page.isShown = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(length)
  page.isShown = true
  probe.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  await request('/b')
  expect(sent).toHaveLength(length + 1)
})

test('after the return of the connection no probe is left, and the next loss begins with short intervals', async () => {
  const { responds, sent, request } = probing()
  const lose = async () => {
    Object.assign(responds, { '/a': false, '/b': false })
    await request('/a')
    await vi.advanceTimersByTimeAsync(0)
  }
  await lose()
  await vi.advanceTimersByTimeAsync(20_000)
  Object.assign(responds, { '/a': true, '/b': true })
  await request('/a')
  const { length } = sent
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toHaveLength(length)
  await lose()
  const lostAt = sent.at(-1)?.[1] ?? 0
  const { length: before } = sent
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent.slice(before).map(([, at]) => at - lostAt)).toEqual([1000, 2000, 4000])
})

test('a doubt about the second endpoint is decided by the first one', async () => {
  const { responds, sent, request, isReachable } = probing()
  responds['/b'] = false
  await request('/b')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(([path]) => path)).toEqual(['/b', '/a'])
  expect(isReachable()).toBe(true)
})
