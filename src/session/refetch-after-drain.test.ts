import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { refetchAfterDrain } from './refetch-after-drain.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An outbox with these entry statuses at a revision. */
function createStage() {
  let rev = 0
  let statuses: readonly Entry['status'][] = []
  const watchers = new Set<() => void>()
  const outbox = {
    // the two fields that are read
    snapshot: () => ({ meta: { rev }, entries: statuses.map((status) => ({ status })) }),
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  } as unknown as Pick<Outbox, 'snapshot' | 'subscribe'>
  return {
    outbox,
    change: (isAcked: boolean, ...next: readonly Entry['status'][]) => {
      if (isAcked) rev++
      statuses = next
      for (const watcher of watchers) watcher()
    },
  }
}

test('entries sent one after the other on a slow network cause one refetch, after the last', async () => {
  const { outbox, change } = createStage()
  const refetch = vi.fn<() => void>()
  refetchAfterDrain(outbox, refetch, new AbortController().signal)
  for (let sent = 0; sent < 5; sent++) {
    change(false, 'sending', 'queued')
    await vi.advanceTimersByTimeAsync(2000)
    change(true, 'queued')
    await vi.advanceTimersByTimeAsync(20)
  }
  change(false, 'sending')
  await vi.advanceTimersByTimeAsync(2000)
  expect(refetch).not.toHaveBeenCalled()
  change(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(refetch).toHaveBeenCalledOnce()
})

test('an entry that has to wait after another was acknowledged does not prevent the refetch', async () => {
  const { outbox, change } = createStage()
  const refetch = vi.fn<() => void>()
  const ending = new AbortController()
  refetchAfterDrain(outbox, refetch, ending.signal)
  change(true, 'sending')
  await vi.advanceTimersByTimeAsync(1000)
  change(false, 'waiting')
  await vi.advanceTimersByTimeAsync(100)
  expect(refetch).toHaveBeenCalledOnce()
  change(true, 'sending')
  ending.abort()
  change(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(refetch).toHaveBeenCalledOnce()
})
