/**
 * Put before the page's first script (addInitScript) and, by the proxy, before the worker's: requests are given up after
 * 1.5 s instead of 20 s. What is tested is the built app itself; only the platform's clock for time-outs runs faster.
 */
export const REQUEST_TIMEOUT_MS = 1500

export const SHORT_WAITS = `{
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(Math.min(ms, ${REQUEST_TIMEOUT_MS}))
}
`
