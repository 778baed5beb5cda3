import { painted } from './after-paint.ts'

const AT_LATEST_MS = 500

/** Resolves after the next frame was painted, or half a second later where none is (a hidden tab). Never when aborted. */
export async function afterFirstPaint(signal: AbortSignal): Promise<void> {
  await painted(AT_LATEST_MS)
  if (signal.aborted) await new Promise(() => {})
}

const IDLE_AT_LATEST_MS = 3000

/** Resolves when the page has loaded and has nothing to do, or 3 s after it has loaded. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_AT_LATEST_MS })
    else setTimeout(resolve, IDLE_AT_LATEST_MS / 3)
  })
}
