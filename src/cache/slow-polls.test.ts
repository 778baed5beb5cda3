import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pollInterval, setLeastPollInterval } from './poll-interval.ts'
import { slowUnusedPolls } from './slow-polls.ts'

/** A page with polled and other queries, and the names in order of their requests. */
function aPage() {
  vi.useFakeTimers()
  const page = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', document)
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
      staleTime: Number.POSITIVE_INFINITY,
      ...(isPolled && { refetchInterval: () => false as const }),
    }).subscribe(() => undefined)
  slowUnusedPolls(() => client)
  const show = (visibilityState: string) => {
    document.visibilityState = visibilityState
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const touch = () => page.dispatchEvent(new Event('keydown'))
  return { watch, requested, show, touch }
}

test('a touch refetches the polled queries of an unused page and restores their interval', async () => {
  const { watch, requested, touch } = aPage()
  watch('polled', true)
  watch('static', false)

  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(pollInterval(5000)).toBe(5000)
  touch()
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(pollInterval(5000)).toBe(5000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pollInterval(5000)).toBe(60_000)
  expect(requested).toEqual(['polled', 'static'])
  touch()
  expect(pollInterval(5000)).toBe(5000)
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual(['polled', 'static', 'polled'])
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  expect(pollInterval(5000)).toBe(60_000)
})

test('a page that is visible again counts as touched, a page that is hidden does not', async () => {
  const { watch, requested, show } = aPage()
  watch('polled', true)
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  show('hidden')
  expect(pollInterval(5000)).toBe(60_000)
  show('visible')
  expect(pollInterval(5000)).toBe(5000)
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual(['polled', 'polled'])
})

test('a query that one of its two places polls is refetched', async () => {
  const { watch, requested, touch } = aPage()
  watch('shared', true)
  watch('shared', false)
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  touch()
  await vi.advanceTimersByTimeAsync(0)
  expect(requested).toEqual(['shared', 'shared'])
})
