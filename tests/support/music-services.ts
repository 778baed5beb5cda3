import { onTestFinished } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { LASTFM_KEY, type LastfmAccount, startLastfmServer } from './lastfm-server.ts'
import { type ListenbrainzAccount, startListenbrainzServer } from './listenbrainz-server.ts'
import { type TestMember, type TestServer, testServer } from './test-server.ts'

interface Options {
  readonly lastfm?: readonly LastfmAccount[]
  readonly listenbrainz?: readonly ListenbrainzAccount[]
  readonly settings?: Partial<Config>
}

/** Starts this app's server with a Last.fm and a ListenBrainz server, for one test. */
export async function worldWithServices({ lastfm = [], listenbrainz = [], settings = {} }: Options = {}) {
  const services = {
    lastfm: await startLastfmServer(...lastfm),
    listenbrainz: await startListenbrainzServer(...listenbrainz),
  }
  const server = await testServer({
    settings: {
      servicesPerSecond: 1000,
      lastfmApiKey: LASTFM_KEY,
      lastfmBaseUrl: new URL(`${services.lastfm.url}/2.0/`),
      listenbrainzUrl: new URL(services.listenbrainz.url),
      ...settings,
    },
  })
  onTestFinished(async () => {
    // Its connections too: the engine has 60 for the files that run at a time.
    await Promise.all([server.close(), services.lastfm.stop(), services.listenbrainz.stop()])
  })
  return { server, ...services }
}

export const tracks: LastfmAccount['tracks'] = [
  ['Nine Rooms', 'Door', 440],
  ['Loam', 'Peat', 7],
]
export const choose = (server: TestServer, as: TestMember, query: Record<string, string>) =>
  server.post('/api/user/choose-music-account', { user: as.name, ...query }, { as })
export const chooseLastfm = (server: TestServer, as: TestMember, name = 'Ada_L') =>
  choose(server, as, { source: 'lastfm', name })
export const account = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/music-account', { user: as.name }, { as })).body.account
export const topArtists = async (server: TestServer, as: TestMember, period = 'overall') =>
  (await server.get('/api/user/top-artists', { user: as.name, period }, { as })).body.topArtists.map(
    (topArtist: { name: string; scrobbles: number }) => [topArtist.name, topArtist.scrobbles],
  )
export const request = (server: TestServer, as: TestMember) =>
  server.post('/api/user/refresh-music-account', { user: as.name }, { as })
export const due = async (server: TestServer) =>
  (await server.db.selectFrom('refreshes').selectAll().execute()).map((row) => ({
    inS: Math.round((row.due_at.getTime() - server.clock.now().getTime()) / 1000),
    attempts: row.attempts,
  }))
