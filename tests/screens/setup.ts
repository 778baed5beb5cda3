import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeEach, vi } from 'vitest'
import { clearEntries } from '#src/ui/entry-state.ts'
import { currentToast } from '#src/ui/toast.ts'
import { createHost } from './host.ts'

/** The host for the test that runs. */
export const host = createHost()

// happy-dom names Web Locks without having any: the app then does without.
Object.defineProperty(navigator, 'locks', { value: undefined })

// Each test has a new device and the usual responses. The files of a worker share the app's modules.
beforeEach(() => {
  vi.unstubAllGlobals()
  host.reset()
  localStorage.clear()
  sessionStorage.clear()
  // A test with the whole app leaves its entry behind.
  history.replaceState(null, '', '/')
  clearEntries()
  currentToast.set(undefined)
  vi.stubGlobal('fetch', host.fetch)
  vi.stubGlobal('indexedDB', new IDBFactory())
})

// Code that the app loads later must not arrive when the environment is gone.
afterAll(() => vi.dynamicImportSettled())
