/**
 * Runs `work` while holding a Web Lock, which the page, other tabs and the worker share; a killed
 * holder releases it at once. Without Web Locks (plain http in a LAN) it runs unlocked: the server
 * deduplicates.
 */
export async function withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return work()
  // The signal only ends the wait: `work` itself releases a granted lock.
  return navigator.locks.request(name, { signal }, work)
}
