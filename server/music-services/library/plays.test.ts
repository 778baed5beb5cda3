import { expect, test } from 'vitest'
import { aListen } from '#tests/support/players.ts'
import { linkListenbrainz, nowS, relayWorld, scrobble, sendAll } from '#tests/support/relays.ts'

test.each(['the page first', 'the player first'])(
  'a play that the page and a player report is relayed once: %s',
  async (order) => {
    const { server, ada, player, listenbrainz } = await relayWorld()
    // A track that ada knows.
    await scrobble(server, player, aListen(nowS(server) - 90_000))
    await linkListenbrainz(server, ada)
    const { id } = await server.db.selectFrom('tracks').select('id').executeTakeFirstOrThrow()
    const at = nowS(server) - 3000
    const report = async () => {
      const query = { user: 'ada', track_id: id, played_ms: 150_000, duration_ms: 200_000 }
      const listened_at = new Date(at * 1000).toISOString()
      const client_id = crypto.randomUUID()
      const { status } = await server.post('/api/user/report-play', { ...query, listened_at, client_id }, { as: ada })
      expect(status).toBe(200)
    }
    const submit = () => scrobble(server, player, aListen(at + 5))
    for (const send of order === 'the page first' ? [report, submit] : [submit, report]) await send()
    await sendAll(server)
    expect(listenbrainz.store.scrobbles).toHaveLength(1)
    const { body } = await server.get('/api/user/listens', { user: 'ada' }, { as: ada })
    expect(body.listens).toHaveLength(2)
  },
)
