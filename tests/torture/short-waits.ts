/**
 * Inserted before the page's first script (addInitScript) and, by the proxy, before the worker's:
 * requests time out after 1.5 s instead of 20 s. The built app itself is tested; only the
 * platform's clock for timeouts runs faster.
 */
export const REQUEST_TIMEOUT_MS = 1500

export const SHORT_WAITS = `{
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(Math.min(ms, ${REQUEST_TIMEOUT_MS}))
}
`
