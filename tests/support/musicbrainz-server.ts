import { beforeAll, beforeEach } from 'vitest'
import { insertTracks } from '#server/listening/index.ts'
import type { LinkSource } from '#server/listening/links/track-links.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { queueOpenedTrack } from '#server/listening/links/track-lookups.ts'
import { lookUpNextTrack } from '#server/music-services/musicbrainz/look-up-tracks.ts'
import { trackLookupsQueue } from '#server/music-services/queues.ts'
import { type Reply, type ServiceRequest, type ServiceServer, startServiceServer } from './service-server.ts'
import { type TestServer, testServer } from './test-server.ts'

export const MBID = 'b1a9c0e9-d987-4042-ae91-78d6a3267d69'
export const OTHER_MBID = 'c2b0d1fa-1111-4042-ae91-78d6a3267d69'
export const ISRC = 'GBAYE0601498'

const ARTIST = 'Nine Rooms'

/** Starts a server of this file that looks tracks up at a MusicBrainz of its own, empty for each test. */
export function createMusicbrainzWorld() {
  // Set before the first test.
  const world = {} as { service: ServiceServer; server: TestServer }
  /** Recordings by MBID, and what an ISRC has. */
  const recordings = new Map<string, unknown>()
  const isrcs = new Map<string, unknown>()
  let count = 0

  const response = ({ url }: ServiceRequest): Reply => {
    const [, kind, id = ''] = /^\/ws\/2\/(recording|isrc)\/(.*)$/.exec(url.pathname) ?? []
    const body = kind === 'isrc' ? isrcs.get(id) : recordings.get(id)
    return body === undefined ? { status: 404, body: { error: 'Not Found' } } : { body }
  }
  /** Ends the pause after a failure, and the turn of the last request. */
  const resume = () => world.server.db.deleteFrom('service_turns').execute()

  beforeAll(async () => {
    world.service = await startServiceServer(response)
    const musicbrainz = { server: new URL(`${world.service.url}/`), isGuarded: false }
    world.server = await testServer({ settings: { musicbrainz, publicUrl: new URL('https://music.example/') } })
    return () => world.service.stop()
  })
  beforeEach(async () => {
    world.service.requests.length = 0
    world.service.misbehave = () => undefined
    recordings.clear()
    isrcs.clear()
    await resume()
    await world.server.db.deleteFrom('track_lookups').execute()
  })

  return {
    get service() {
      return world.service
    },
    get server() {
      return world.server
    },
    recordings,
    isrcs,
    resume,
    /** Adds a track with ids, which a scrobble has sent, and queues it. */
    async addTrack(ids: { musicbrainz?: string; isrc?: string } = { musicbrainz: MBID }, source?: LinkSource) {
      const { db, clock } = world.server
      const names = { artist: ARTIST, title: `Slow Ferry ${++count}` }
      const [trackId = 0] = await db.transaction().execute((tx) => insertTracks(tx, [names]))
      const links = (['musicbrainz', 'isrc'] as const).flatMap((service) => {
        const id = ids[service]
        return id === undefined ? [] : [{ trackId, service, id }]
      })
      await db.transaction().execute((tx) => storeTrackLinks(tx, links, source ?? 'scrobble'))
      await queueOpenedTrack(db, trackId, clock.now())
      return trackId
    },
    /** A recording of the track that was added last, with these addresses. */
    makeRecording: (resources: readonly string[] = [], more: object = {}) => ({
      id: MBID,
      title: `Slow Ferry ${count}`,
      length: 201_000,
      'artist-credit': [{ name: ARTIST, joinphrase: '', artist: { name: ARTIST } }],
      relations: resources.map((resource) => makeRelation(resource)),
      ...more,
    }),
    lookUp: (signal?: AbortSignal) => lookUpNextTrack(world.server.services, signal),
    /** Returns the ids of a track that MusicBrainz has added. */
    async listAdded(trackId: number) {
      const added = world.server.db.selectFrom('track_links').select('external_id').where('source', '=', 4)
      const rows = await added.where('track_id', '=', trackId).orderBy('service').orderBy('place').execute()
      return rows.map((row) => row.external_id)
    },
    findRow: (trackId: number) =>
      world.server.db.selectFrom('track_lookups').selectAll().where('track_id', '=', trackId).executeTakeFirst(),
    /** Returns whether the queue adds a job. */
    async isDue() {
      const { schedule } = trackLookupsQueue
      if (schedule === undefined || !('whenAny' in schedule)) throw new Error('The queue has no query.')
      const { rows } = await schedule.whenAny(world.server.clock.now()).execute(world.server.db)
      return rows.length > 0
    },
  }
}

/** A relation of a recording to an address, as MusicBrainz has it. */
export const makeRelation = (resource: string, more: object = {}) => ({
  type: 'streaming',
  'target-type': 'url',
  direction: 'forward',
  ended: false,
  url: { id: OTHER_MBID, resource },
  ...more,
})
