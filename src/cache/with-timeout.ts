/** A browser's storage that does not respond must not block the app's start. */
const TIMEOUT_MS = 1500

/** Rejects if `work` has not settled after 1.5 s; the work itself continues. */
export function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage of this browser does not respond.')), TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
