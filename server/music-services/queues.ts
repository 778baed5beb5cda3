import { sql } from 'kysely'
import { clearLookups, queueShownTracks, selectDueLookup } from '#server/listening/links/track-lookups.ts'
import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { defineRowQueue, runLanes } from '#server/queue/leased-rows.ts'
import { refreshNext } from './accounts/refresh.ts'
import { readNextAccount } from './followed/read-accounts.ts'
import { readNextLibrary } from './library/read-library.ts'
import { isUnpaused, lookUpNextTrack } from './musicbrainz/look-up-tracks.ts'
import { isSending } from './relays/batches.ts'
import { playingQueueRef, relayPlaying } from './relays/relay-playing.ts'
import { sendNextBatch } from './relays/send-batches.ts'

/** Relays current tracks; a late one is useless, so it is not retried. */
const relayPlayingQueue = defineQueue({
  ...playingQueueRef,
  retries: 0,
  timeoutSeconds: 60,
  concurrency: 4,
  perform: (services, { payload, signal }) => relayPlaying(services, payload.memberId, signal),
})

export const trackLookupsQueue = defineQueue<null>({
  name: 'look-up-tracks',
  payload: NoPayload,
  schedule: { whenAny: (now) => sql`${selectDueLookup(now)} and ${isUnpaused}` },
  retryAfterSeconds: 60,
  timeoutSeconds: 600,
  perform: async (services, { signal }) => {
    if (services.config.musicbrainz === null) return clearLookups(services.db)
    await runLanes(1, () => lookUpNextTrack(services, signal), signal)
  },
})

/** Queues look-ups of what members show each other. */
const shownTracksQueue = defineQueue<null>({
  name: 'queue-track-lookups',
  payload: NoPayload,
  schedule: { cron: '3-59/10 * * * *' },
  perform: async ({ config, db }, { now }) => {
    if (config.musicbrainz !== null) await queueShownTracks(db, now)
  },
})

/** A killed job is repeated: what it sends, reads or looks up again changes nothing. */
export const musicServiceQueues = [
  defineRowQueue('refresh-charts', { lanes: 3, table: 'refreshes', isPrompt: true, processNext: refreshNext }),
  defineRowQueue('relay-listens', { lanes: 8, table: 'relays', condition: isSending, processNext: sendNextBatch }),
  relayPlayingQueue,
  defineRowQueue('read-followed-accounts', { lanes: 4, table: 'followed_accounts', processNext: readNextAccount }),
  defineRowQueue('read-music-libraries', { lanes: 2, table: 'music_libraries', processNext: readNextLibrary }),
  trackLookupsQueue,
  shownTracksQueue,
]
