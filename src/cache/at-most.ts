/** A browser's storage that does not answer must not keep the app from starting. */
const PATIENCE_MS = 1500

/** What `work` gives, or a rejection when it has not settled after 1.5 s; the work itself goes on. */
export function atMost<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage of this browser does not answer.')), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
