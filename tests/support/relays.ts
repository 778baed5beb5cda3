import { sendNextBatch } from '#server/music-services/relays/send-batches.ts'
import { LASTFM_SECRET } from './lastfm-server.ts'
import { makeMember } from './members.ts'
import { worldWithServices } from './music-services.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from './players.ts'
import type { TestMember, TestServer } from './test-server.ts'

export const SECRET_KEY = 'a secret key of thirty-two letters'
export const USER_TOKEN = '0b9c5b1e-0000-4000-8000-000000000001'

/** The test servers' clock, in seconds. */
export const nowS = (server: TestServer) => Math.floor(server.clock.now().getTime() / 1000)

/**
 * Starts a server with the member `ada`, with a player, and the accounts `Ada_L` at Last.fm and
 * `ada_lb` at ListenBrainz, which are not linked yet.
 */
export async function relayWorld() {
  const world = await worldWithServices({
    lastfm: [{ name: 'Ada_L', tracks: [], token: 'of-ada', sessionKey: 'session-of-ada' }],
    listenbrainz: [{ name: 'ada_lb', listens: [], token: USER_TOKEN }],
    settings: { secretKey: SECRET_KEY, lastfmSharedSecret: LASTFM_SECRET },
  })
  const ada = await makeMember(world.server, 'ada')
  return { ...world, ada, player: await makeToken(world.server, ada) }
}

export const linkListenbrainz = (server: TestServer, as: TestMember, token = USER_TOKEN, base_url?: string) =>
  server.post('/api/user/link-relay', { user: as.name, token, base_url }, { as })

/** Links Last.fm by its web authentication. */
export async function linkLastfm(server: TestServer, as: TestMember) {
  const { body } = await server.post('/api/user/connect-relay', { user: as.name }, { as })
  const back = new URL(new URL(body.url).searchParams.get('cb') ?? '')
  const proof = back.searchParams.get('proof') ?? ''
  return server.post('/api/user/prove-relay', { user: as.name, token: 'of-ada', proof }, { as })
}

export const changeRelay = (
  server: TestServer,
  as: TestMember,
  change: 'switch' | 'retry' | 'unlink',
  query: Record<string, string>,
) => server.post(`/api/user/${change}-relay`, { user: as.name, ...query }, { as })

/** Returns the member's relays as the settings show them. */
export const relaysOf = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/relays', { user: as.name }, { as })).body.relays

/** Sends listens as a player and aggregates them. */
export async function scrobble(server: TestServer, player: string, ...listens: ReturnType<typeof aListen>[]) {
  const type = listens.length === 1 ? 'single' : 'import'
  const response = await submitListens(server, player, { listen_type: type, payload: listens })
  await aggregateAccepted(server)
  return response
}

/** Links both services, sends `count` scrobbles as a player, and returns their times. */
export async function linkedWorld(count = 1) {
  const world = await relayWorld()
  const { server, ada, player } = world
  await linkLastfm(server, ada)
  await linkListenbrainz(server, ada)
  const first = nowS(server) - 3000
  const listens = Array.from({ length: count }, (_, place) => aListen(first + place * 10, `Track ${place}`))
  await scrobble(server, player, ...listens)
  return { ...world, times: listens.map((listen) => listen.listened_at) }
}

/** Advances the clock beyond the next pause of all relays. */
export const waitOut = (server: TestServer) => server.clock.advance({ hours: 8 })

/** Sends all batches that are due. Returns their number. */
export async function sendAll(server: TestServer): Promise<number> {
  for (let batches = 0; ; batches++) if (!(await sendNextBatch(server.services))) return batches
}

/** Returns the listens that are pending for a service, oldest first. */
export const pendingOf = async (server: TestServer, service: 'lastfm' | 'listenbrainz') =>
  (
    await server.db
      .selectFrom('relayed_listens')
      .select('listened_at')
      .where('service', '=', service)
      .orderBy('id')
      .execute()
  ).map((row) => row.listened_at.getTime() / 1000)
