let watcher: PerformanceObserver | undefined

/**
 * Removes resource timing entries for requests with a password in their URL, which the spec's
 * endpoints require. An entry appears some time after its response, so an observer waits for it:
 * clearing the list on the response would be too early.
 */
export function clearPasswords(): void {
  watcher ??= new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.includes('password='))) performance.clearResourceTimings()
  })
  watcher.observe({ type: 'resource', buffered: true })
}
