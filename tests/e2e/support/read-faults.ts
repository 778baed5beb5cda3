import type { Route } from '@playwright/test'

/** The ways in which a read fails without a refusal. `timeout` never responds. */
export const readFaults = {
  '500': (route: Route) => route.fulfill({ status: 500, json: { error: 'Something went wrong.' } }),
  '503 with Retry-After': (route: Route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { error: 'Back soon.' } }),
  '429': (route: Route) => route.fulfill({ status: 429, json: { error: 'Too many requests. Try again in 5 s.' } }),
  'HTML 200': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Train</title>' }),
  timeout: () => Promise.resolve(),
  'unreadable JSON': (route: Route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"broken":' }),
} as const

export type ReadFault = keyof typeof readFaults

/** Makes request timeouts follow the fake clock; runs in the page. */
export function timeoutsByClock() {
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('The request timed out.', 'TimeoutError')), ms)
    return controller.signal
  }
}

/**
 * Returns the maximum number of retries in a minute: after 1, 2, 4, 8, 16 and 32 s; with
 * Retry-After 30 after 30 and 60 s.
 */
export const retriesInAMinute = (fault: ReadFault) => (fault === '503 with Retry-After' ? 2 : 6)
