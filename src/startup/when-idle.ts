const IDLE_AT_MOST_MS = 3000

/** Resolves when the page has loaded and is idle, at most 3 s after it has loaded. */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  }
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: IDLE_AT_MOST_MS })
    else setTimeout(resolve, IDLE_AT_MOST_MS / 3)
  })
}
