/**
 * Runs `work` while holding a Web Lock, which page, other tabs and worker share; a killed holder loses it at once.
 * Where there are none (plain http in a LAN) it runs without: the server keeps repeats apart.
 */
export async function withLock<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return work()
  // The signal only ends the waiting: a granted lock is given back by `work` itself.
  return navigator.locks.request(name, { signal }, work)
}

/** The lock under which one member's outbox is drained. */
export const drainLock = (memberKey: string) => `flipside-drain-${memberKey}`
