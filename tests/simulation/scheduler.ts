/**
 * Virtual time: events in time order, promises settled between them, independent of the machine.
 */
export interface Scheduler {
  /** Returns ms since the history began. */
  now: () => number
  /** Runs `event` after `ms`; returns a function that cancels it. */
  after: (ms: number, event: () => void) => () => void
  /** Runs the events before `until`; the time is `until` afterwards. */
  runUntil: (until: number) => Promise<void>
}

interface Event {
  at: number
  order: number
  run: (() => void) | undefined
}

const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order)

export function createScheduler(): Scheduler {
  const heap: Event[] = []
  let now = 0
  let order = 0

  const runUntil = async (until: number) => {
    for (let next = heap[0]; next && next.at <= until; next = heap[0]) {
      pop(heap)
      if (!next.run) continue
      now = next.at
      next.run()
      await settled()
    }
    now = until
  }
  return {
    now: () => now,
    after: (ms, run) => {
      const event: Event = { at: now + Math.max(0, ms), order: order++, run }
      push(heap, event)
      return () => {
        event.run = undefined
      }
    },
    runUntil,
  }
}

/**
 * Resolves when every promise that needs no event has settled: microtasks run between immediates.
 */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function push(heap: Event[], event: Event) {
  let at = heap.length
  heap.push(event)
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(event, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = event
}

function pop(heap: Event[]) {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    const right = heap[below + 1]
    const left = heap[below]
    if (!left) break
    if (right && isBefore(right, left)) below++
    const child = heap[below]
    if (!child || !isBefore(child, last)) break
    heap[at] = child
    at = below
  }
  heap[at] = last
}
