let watcher: PerformanceObserver | undefined

/**
 * From now on the browser's list of this page's requests forgets those with a password in their address, as the spec's calls have it. An
 * entry comes some time after its answer, so it is waited for: whoever clears the list when the answer is there clears too early.
 */
export function forgetPasswords(): void {
  watcher ??= new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.includes('password='))) performance.clearResourceTimings()
  })
  watcher.observe({ type: 'resource', buffered: true })
}
