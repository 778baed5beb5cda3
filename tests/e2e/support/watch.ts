import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** The browser's own lines about requests that failed, which tests make fail on purpose: the second is a look for a newer worker. */
const OF_REQUESTS = ['Failed to load resource:', 'An unknown error occurred when fetching the script.']
const isAboutRequest = (message: ConsoleMessage) => OF_REQUESTS.some((words) => message.text().startsWith(words))

/** Collects what must not happen in a page or worker: console errors, CSP violations (which are such) and thrown errors. */
export function watchFaults(context: BrowserContext): readonly string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAboutRequest(message)) faults.push(`console.error: ${message.text()}`)
  })
  context.on('weberror', (event) => faults.push(`thrown: ${event.error().stack ?? event.error().message}`))
  return faults
}
