import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { runLanes } from '#server/queue/leased-rows.ts'
import { readNextLibrary } from './read-library.ts'
import { findDueLibrary } from './store.ts'

/** The number of libraries that a process reads concurrently. */
const LANES = 2

/** Reads the songs in libraries. A page that is read twice changes nothing. */
export const musicLibrariesQueue = defineQueue<null>({
  name: 'read-music-libraries',
  payload: NoPayload,
  schedule: { whenAny: findDueLibrary },
  retryAfterSeconds: 10,
  timeoutSeconds: 600,
  perform: (services, { signal }) => runLanes(LANES, () => readNextLibrary(services, signal), signal),
})
