import { onTestFinished, vi } from 'vitest'
import { perform } from './perform.ts'

/**
 * Lets a test's timers run at once. Returns a function that passes that many ms; meanwhile time
 * goes on as usual. Call it before the screen is shown.
 */
export function passTime(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], shouldAdvanceTime: true })
  onTestFinished(async () => {
    // What the app still waits for must not wait for ever.
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
  })
  return (ms) => perform(() => vi.advanceTimersByTimeAsync(ms))
}
