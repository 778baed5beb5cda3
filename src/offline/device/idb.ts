import type { UseStore } from 'idb-keyval'
import { OBJECT_STORE } from '#contract/storage-names.ts'

/** An idb-keyval store (`get`, `set`, ...) with a connection that this app manages. */
export type KeyValueStore = UseStore & {
  /** Closes the connection permanently: later calls throw `StoreClosed`. */
  close: () => void
}

/** The store is closed: its member signed out here, or another tab deleted it. */
export class StoreClosed extends Error {
  override readonly name = 'StoreClosed'
}

interface StoreOptions {
  /** `strict` waits for the disk write: for data that must not be lost. */
  durability: 'strict' | 'relaxed'
  /** Checked before every opening: false once the generation has ended, so that none is created. */
  mayOpen?: () => Promise<boolean>
  /** Called when the connection was closed since the database may have been deleted. */
  onLost?: () => void
}

const OPEN_TIMEOUT_MS = 5000

/**
 * Opens a database lazily and returns its store. A call resolves when its transaction is complete,
 * never on a request's success: Chromium reports success before an abort for lack of space. A
 * connection that the browser closed (WebKit, eviction) is dropped and the step retried once on a
 * new one. Closes on `versionchange`, so that this tab never blocks a deletion by another tab.
 */
export function openKeyValueStore(name: string, options: StoreOptions): KeyValueStore {
  let opening: Promise<IDBDatabase> | undefined
  let connection: IDBDatabase | undefined
  let isClosed = false

  const mayOpen = async () => !isClosed && (options.mayOpen === undefined || (await options.mayOpen()))

  /** Drops a connection, unless a new one has replaced it. */
  const dropConnection = (db: IDBDatabase) => {
    if (connection !== db) return
    connection = undefined
    opening = undefined
  }

  const begin = async (): Promise<IDBDatabase> => {
    try {
      connection = await open(name, { onClosed: dropConnection, onLost: options.onLost })
      return connection
    } catch (error) {
      opening = undefined
      throw error
    }
  }

  const database = async (): Promise<IDBDatabase> => {
    // Checked again after the await: the store may have been closed, or opened by another call,
    // meanwhile.
    if (opening === undefined && (!(await mayOpen()) || isClosed)) throw new StoreClosed(name)
    opening ??= begin()
    return opening
  }

  const useStore: UseStore = async (mode, callback) => {
    const db = await database()
    try {
      return await run(db, mode, options.durability, callback)
    } catch (error) {
      if (!isDeadHandle(error)) throw error
      db.close()
      dropConnection(db)
      return run(await database(), mode, options.durability, callback)
    }
  }

  const close = () => {
    isClosed = true
    void opening?.then(
      (db) => db.close(),
      () => {}, // the opening failed
    )
    opening = undefined
  }
  return Object.assign(useStore, { close })
}

interface OpenEvents {
  onClosed: (db: IDBDatabase) => void
  onLost: StoreOptions['onLost']
}

function open(name: string, { onClosed, onLost }: OpenEvents): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error(`IndexedDB did not open in ${OPEN_TIMEOUT_MS} ms`))
    }, OPEN_TIMEOUT_MS)
    request.onupgradeneeded = () => request.result.createObjectStore(OBJECT_STORE)
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('IndexedDB did not open'))
    }
    request.onsuccess = () => {
      clearTimeout(timer)
      const db = request.result
      if (isLate) return db.close()
      db.onversionchange = () => {
        db.close()
        onClosed(db)
        onLost?.()
      }
      db.onclose = () => {
        onClosed(db)
        onLost?.()
      }
      resolve(db)
    }
  })
}

function run<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  durability: StoreOptions['durability'],
  callback: (store: IDBObjectStore) => T | PromiseLike<T>,
): Promise<T> {
  const transaction = db.transaction(OBJECT_STORE, mode, { durability })
  const complete = new Promise<void>((resolve, reject) => {
    // Listeners, not properties: idb-keyval's `set` sets its own oncomplete and onabort on the same
    // transaction.
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('aborted', 'AbortError')))
  })
  const work = Promise.resolve(callback(transaction.objectStore(OBJECT_STORE))).catch((error: unknown) => {
    abort(transaction)
    throw error
  })
  // Both are awaited, so that neither rejection is unhandled; the transaction's error is more
  // specific than the callback's.
  return Promise.allSettled([work, complete]).then(([worked, completed]) => {
    if (completed.status === 'rejected' && !(worked.status === 'rejected' && isOurs(worked.reason)))
      throw completed.reason
    if (worked.status === 'rejected') throw worked.reason
    return worked.value
  })
}

/** Returns whether a step threw the error itself, not IndexedDB in a request. */
const isOurs = (error: unknown) => !(error instanceof DOMException)

function abort(transaction: IDBTransaction) {
  try {
    transaction.abort()
  } catch (error) {
    // InvalidStateError: the transaction had already ended
    if (!(error instanceof DOMException)) throw error
  }
}

/** Returns whether the browser closed the connection: in WebKit it is an UnknownError. */
const isDeadHandle = (error: unknown) =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')

export const listDatabases = async (beginning: string): Promise<string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(beginning) ? [name] : []))

/** Deletes a database; rejects if an open connection blocks it for over 5 s. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    const timer = setTimeout(() => reject(new Error('a database of this app is held open elsewhere')), OPEN_TIMEOUT_MS)
    request.onsuccess = () => {
      clearTimeout(timer)
      resolve()
    }
    request.onerror = () => {
      clearTimeout(timer)
      reject(request.error ?? new Error('a database could not be deleted'))
    }
  })
}
