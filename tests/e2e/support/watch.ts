import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/**
 * The browser's own messages about failed requests, which tests cause intentionally: the second is
 * a check for a newer worker.
 */
const OF_REQUESTS = ['Failed to load resource:', 'An unknown error occurred when fetching the script.']
const isAboutRequest = (message: ConsoleMessage) => OF_REQUESTS.some((words) => message.text().startsWith(words))

/**
 * Collects errors in a page or worker: console errors, which include CSP violations, and thrown
 * errors.
 */
export function watchFaults(context: BrowserContext): readonly string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAboutRequest(message)) faults.push(`console.error: ${message.text()}`)
  })
  context.on('weberror', (event) => faults.push(`thrown: ${event.error().stack ?? event.error().message}`))
  return faults
}
