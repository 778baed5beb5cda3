import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pollInterval, setLeastPollInterval } from './poll-interval.ts'
import { slowUnusedPolls } from './slow-polls.ts'

test('a touch refetches the polled queries of an unused page and restores their interval', async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  const client = new QueryClient()
  onTestFinished(() => {
    client.clear()
    setLeastPollInterval(0)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const requested: string[] = []
  const watch = (name: string, isPolled: boolean) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => requested.push(name),
      ...(isPolled && { refetchInterval: () => false as const }),
    }).subscribe(() => undefined)
  watch('polled', true)
  watch('static', false)
  slowUnusedPolls(() => client)

  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(pollInterval(5000)).toBe(5000)
  page.dispatchEvent(new Event('keydown'))
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(pollInterval(5000)).toBe(5000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pollInterval(5000)).toBe(60_000)
  expect(requested).toEqual(['polled', 'static'])
  page.dispatchEvent(new Event('keydown'))
  expect(pollInterval(5000)).toBe(5000)
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual(['polled', 'static', 'polled'])
})
