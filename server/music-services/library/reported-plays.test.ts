import { describe, expect, test } from 'vitest'
import { startLinkedLibrary } from '#tests/support/linked-library.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { nowS } from '#tests/support/relays.ts'

const { insertTrack, linked, linkWithTrack, listen, server } = await startLinkedLibrary()

describe('a play of the page', () => {
  test('is a listen after half of the track, or 4 minutes', async () => {
    const trackId = await linkWithTrack()
    expect((await listen(trackId, { played_ms: 99_000 })).status).toBe(400)
    expect((await listen(trackId, { played_ms: 100_000 })).status).toBe(200)
    expect(
      (await listen(trackId, { played_ms: 240_000, duration_ms: 3_600_000, listened_at: '2026-11-20T08:00:00Z' }))
        .status,
    ).toBe(200)
    const { body } = await server.get('/api/user/listens', { user: linked.ada.name }, { as: linked.ada })
    expect(body.listens).toHaveLength(2)
    const { body: sources } = await server.get(
      '/api/user/listening-sources',
      { user: linked.ada.name },
      { as: linked.ada },
    )
    expect(sources.sources).toMatchObject([{ source: 'library', listens: 2 }])
  })

  test.each([
    ['in the future', { listened_at: '2999-01-01T00:00:00Z' }],
    ['of last year', { listened_at: '2024-01-01T00:00:00Z' }],
    ['without a length', { duration_ms: 0 }],
    ['of a year', { duration_ms: 31_536_000_000, played_ms: 1 }],
    ['with an invalid client_id', { client_id: '' }],
  ])('is refused %s', async (_, more) => {
    expect((await listen(await linkWithTrack(), more)).status).toBe(400)
  })

  test('is refused of a track that the member does not know', async () => {
    const trackId = await insertTrack('Hidden', `Track ${++linked.round}`)
    expect((await listen(trackId)).status).toBe(404)
    const playing = { user: linked.ada.name, track_id: trackId, duration_ms: 200_000 }
    expect((await server.post('/api/user/report-playing', playing, { as: linked.ada })).status).toBe(404)
  })

  test('is one listen with the same client_id', async () => {
    const trackId = await linkWithTrack()
    const client_id = crypto.randomUUID()
    const query = { client_id, listened_at: '2026-11-20T08:00:00Z' }
    for (let n = 0; n < 3; n++) expect((await listen(trackId, query)).status).toBe(200)
    const { body } = await server.get('/api/user/listens', { user: linked.ada.name }, { as: linked.ada })
    expect(body.listens).toHaveLength(1)
  })

  test.each([0, 5, 190])('is one listen with a scrobble of the library, %i s later', async (seconds) => {
    for (const isFirst of [true, false]) {
      const trackId = await linkWithTrack()
      const atS = nowS(server) - 3000
      const token = await makeToken(server, linked.ada)
      const scrobble = async () => {
        await submitListens(server, token, {
          listen_type: 'single',
          payload: [aListen(atS + seconds, `peat ${linked.round}`, 'Loam')],
        })
        await aggregateAccepted(server)
      }
      if (isFirst) await scrobble()
      await listen(trackId, { listened_at: new Date(atS * 1000).toISOString() })
      if (!isFirst) await scrobble()
      const { body } = await server.get('/api/user/listens', { user: linked.ada.name }, { as: linked.ada })
      expect(body.listens).toHaveLength(1)
      linked.ada = await makeMember(server, `ada${++linked.round}`)
    }
  })

  test('is the current track until it ends', async () => {
    const trackId = await linkWithTrack()
    const query = { user: linked.ada.name, track_id: trackId, duration_ms: 200_000 }
    expect((await server.post('/api/user/report-playing', query, { as: linked.ada })).status).toBe(200)
    const read = async () => (await server.get('/api/user/now-playing', { user: linked.ada.name })).body.now_playing
    expect(await read()).toMatchObject({ artist: 'Loam', track_id: trackId })
    server.clock.advance({ minutes: 4 })
    expect(await read()).toBeNull()
  })
})
