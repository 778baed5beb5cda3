import { sql } from 'kysely'
import { clearLookups, queueShownTracks, selectDueLookup } from '#server/listening/links/track-lookups.ts'
import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { runLanes } from '#server/queue/leased-rows.ts'
import { isUnpaused, lookUpNextTrack } from './look-up-tracks.ts'

/** Looks tracks up at MusicBrainz, one after another. A track that is looked up twice changes nothing. */
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

/** Queues what members show each other. */
export const shownTracksQueue = defineQueue<null>({
  name: 'queue-track-lookups',
  payload: NoPayload,
  schedule: { cron: '3-59/10 * * * *' },
  perform: async ({ config, db }, { now }) => {
    if (config.musicbrainz !== null) await queueShownTracks(db, now)
  },
})
