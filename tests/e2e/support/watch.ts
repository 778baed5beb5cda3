import type { BrowserContext } from '@playwright/test'

/**
 * The browser's own messages about failed requests, which tests cause intentionally: the second is
 * a check for a newer worker, the last two are Firefox's.
 */
const OF_REQUESTS = [
  'Failed to load resource:',
  'An unknown error occurred when fetching the script.',
  'Failed to load ‘',
  'downloadable font: download failed',
]
const isAboutRequest = (text: string) => OF_REQUESTS.some((words) => text.startsWith(words))

/**
 * Collects errors in a page or worker: console errors, which include CSP violations, and thrown
 * errors.
 */
export function watchFaults(context: BrowserContext): readonly string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAboutRequest(message.text())) faults.push(`console.error: ${message.text()}`)
  })
  context.on('weberror', (event) => {
    const { message, stack = message } = event.error()
    if (!isAboutRequest(stack)) faults.push(`thrown: ${stack}`)
  })
  return faults
}
