import { beforeEach, describe, expect, test } from 'vitest'
import { mergeTracks } from '#server/listening/identities/merge.ts'
import { waitForLock } from '#tests/support/database.ts'
import { makeTracks } from '#tests/support/music.ts'
import { aListen, callAudioscrobbler, countsOf, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
  return () => server.close()
})

const MBID = '11111111-2222-4333-8444-555555555555'
const now = () => Math.floor(server.clock.now().getTime() / 1000)
const get = (path: string, query: Record<string, string | number> = {}, as = token) =>
  server.get(path, query, { headers: { Authorization: `Token ${as}` } })
const post = (path: string, body: unknown, as = token) =>
  server.post(path, {}, { headers: { Authorization: `Token ${as}` }, body: JSON.stringify(body) })
const rate = (body: unknown) => post('/1/feedback/recording-feedback', body)
const listOf = async (query: Record<string, string | number> = {}) =>
  (await get('/1/feedback/user/ada/get-feedback', { metadata: 'true', ...query })).body
const listens = async () => (await get('/1/user/Ada/listens', { count: 100 })).body.payload.listens
const msidOf = async (title: string): Promise<string> =>
  (await listens()).find(
    (listen: { track_metadata: { track_name: string } }) => listen.track_metadata.track_name === title,
  ).recording_msid
const submit = (...payload: object[]) => submitListens(server, token, { listen_type: 'import', payload })
const withMbid = (listenedAt: number, title: string, recording_mbid: string) => ({
  listened_at: listenedAt,
  track_metadata: { artist_name: 'Sol Ferro', track_name: title, additional_info: { recording_mbid } },
})
const namesOf = (body: { feedback: { track_metadata: { track_name: string } | null; score: number }[] }) =>
  body.feedback.map(({ track_metadata, score }) => [track_metadata?.track_name, score])

describe("ListenBrainz's feedback", () => {
  test('a track is loved, hated and neither by the MSID of a listen', async () => {
    await submit(aListen(now() - 100, 'Rain'), aListen(now() - 50, 'Fog'))
    const recording_msid = await msidOf('Rain')
    for (const score of [1, -1, -1, 1]) expect((await rate({ recording_msid, score })).body).toEqual({ status: 'ok' })
    server.clock.advance({ seconds: 5 })
    await rate({ recording_msid: await msidOf('Fog'), score: -1 })
    const body = await listOf()
    expect(body).toMatchObject({ count: 2, total_count: 2, offset: 0 })
    expect(namesOf(body)).toEqual([
      ['Fog', -1],
      ['Rain', 1],
    ])
    expect(body.feedback[1]).toEqual({
      created: now() - 5,
      recording_mbid: null,
      recording_msid,
      score: 1,
      track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' },
      user_id: 'Ada',
    })
    expect(namesOf(await listOf({ score: 1 }))).toEqual([['Rain', 1]])
    expect(namesOf(await listOf({ count: 1, offset: 1 }))).toEqual([['Rain', 1]])
    await rate({ recording_msid, score: 0 })
    expect(namesOf(await listOf())).toEqual([['Fog', -1]])
  })

  test('a recording is loved by the MBID that its listen had', async () => {
    await submit(withMbid(now() - 100, 'Rain', MBID))
    await rate({ recording_mbid: MBID.toUpperCase(), score: 1 })
    expect((await listOf()).feedback).toMatchObject([
      { recording_mbid: MBID, recording_msid: await msidOf('Rain'), track_metadata: { track_name: 'Rain' } },
    ])
  })

  test('a track is loved by the MBID, and by the MSID, of what plays now', async () => {
    const info = { recording_mbid: MBID }
    const playing = { track_metadata: { artist_name: 'Sol Ferro', track_name: 'Fog', additional_info: info } }
    const { body } = await submitListens(
      server,
      token,
      { listen_type: 'playing_now', payload: [playing] },
      '/1/submit-listens?return_msid=true',
    )
    const now = (await get('/1/user/Ada/playing-now')).body.payload.listens[0]
    expect([now.recording_msid, now.track_metadata.additional_info.recording_mbid]).toEqual([body.recording_msid, MBID])
    await rate({ recording_msid: body.recording_msid, score: 1 })
    expect(namesOf(await listOf())).toEqual([['Fog', 1]])
    await rate({ recording_mbid: MBID, score: -1 })
    expect(namesOf(await listOf())).toEqual([['Fog', -1]])
  })

  test('the MSID of what played before its track was known is that of its listen', async () => {
    const playing = { track_metadata: { artist_name: 'Sol Ferro', track_name: 'Fog' } }
    const path = '/1/submit-listens?return_msid=true'
    const body = { listen_type: 'playing_now', payload: [playing] }
    const { recording_msid } = (await submitListens(server, token, body, path)).body
    await submit(aListen(now() - 5, 'Fog'))
    await post('/1/playing-now/delete', {})
    await rate({ recording_msid, score: 1 })
    expect(namesOf(await listOf())).toEqual([['Fog', 1]])
  })

  test('a recording that is unknown is stored by its MBID, and matched once a listen has it', async () => {
    await rate({ recording_mbid: MBID, score: 1 })
    expect((await listOf()).feedback).toEqual([
      { created: now(), recording_mbid: MBID, recording_msid: null, score: 1, track_metadata: null, user_id: 'Ada' },
    ])
    await submit(withMbid(now() - 100, 'Rain', MBID))
    expect(namesOf(await listOf({ score: 1 }))).toEqual([[undefined, 1]])
    await listens()
    expect(namesOf(await listOf())).toEqual([['Rain', 1]])
    await rate({ recording_mbid: MBID, score: 0 })
    expect((await listOf()).total_count).toBe(0)
  })

  test('the feedback on requested recordings is returned, 0 without any', async () => {
    await submit(withMbid(now() - 100, 'Rain', MBID), aListen(now() - 50, 'Fog'))
    const [rain, fog] = [await msidOf('Rain'), await msidOf('Fog')]
    await rate({ recording_mbid: MBID, score: 1 })
    const other = MBID.replace('1', '9')
    const query = { recording_mbids: `${MBID},${other}`, recording_msids: `${rain},${fog}` }
    const { body } = await get('/1/feedback/user/Ada/get-feedback-for-recordings', query)
    expect(
      body.feedback.map((row: Record<string, unknown>) => [row['recording_mbid'], row['recording_msid'], row['score']]),
    ).toEqual([
      [MBID, rain, 1],
      [other, null, 0],
      [MBID, rain, 1],
      [null, fog, 0],
    ])
  })

  test('rejects feedback that is not as ListenBrainz defines it', async () => {
    const rejected: readonly (readonly [unknown, string])[] = [
      [{ score: 1 }, 'JSON document must contain either recording_msid or recording_mbid, and score top level keys'],
      [{ recording_mbid: MBID }, 'JSON document must contain either recording_msid or recording_mbid'],
      [{ recording_mbid: MBID, score: 2 }, 'score can have a value of 1, 0 or -1.'],
      [{ recording_mbid: MBID, score: '1' }, 'score can have a value of 1, 0 or -1.'],
      [{ recording_mbid: 'x', score: 1 }, 'recording_mbid must be a valid UUID.'],
      [{ recording_msid: [MBID], score: 1 }, 'recording_msid must be a valid UUID.'],
      [{ recording_msid: MBID, score: 1 }, 'There is no recording with this recording_msid among your listens.'],
      [{ recording_mbid: MBID, score: 1, more: 1 }, 'JSON document may only contain'],
      [[1], 'Invalid JSON document submitted.'],
      ['x', 'Invalid JSON document submitted.'],
      [{ recording_mbid: MBID, score: 1, blurb: 'x'.repeat(20_000) }, ''],
    ]
    for (const [body, message] of rejected) {
      const response = await rate(body)
      expect(response.status).toBe(JSON.stringify(body).length > 10_240 ? 413 : 400)
      expect(response.body.error).toContain(message)
    }
    expect((await listOf()).total_count).toBe(0)
  })

  test('requires a token of the member, and never names the tracks of others', async () => {
    const bo = await server.signUp('Bo')
    const other = await makeToken(server, bo)
    await submit(aListen(now() - 100, 'Rain'))
    const recording_msid = await msidOf('Rain')
    expect((await post('/1/feedback/recording-feedback', { recording_msid, score: 1 }, other)).status).toBe(400)
    expect((await get('/1/feedback/user/Ada/get-feedback', {}, other)).status).toBe(403)
    expect((await server.get('/1/feedback/user/Ada/get-feedback')).status).toBe(401)
    expect((await server.post('/1/feedback/recording-feedback')).status).toBe(401)
    expect((await get('/1/feedback/user/Ada/get-feedback', { score: 3 })).body.error).toBe(
      'Score can have a value of 1 or -1.',
    )
    expect((await get('/1/feedback/user/Ada/get-feedback-for-recordings')).status).toBe(400)
    for (const value of [{ toString: 1, valueOf: 1 }, null, 1, [[]]])
      expect(
        await post('/1/feedback/user/Ada/get-feedback-for-recordings', { recording_mbids: [value] }),
      ).toMatchObject({
        status: 400,
        body: { error: `${JSON.stringify(value)} is not a valid recording_mbid.`.toLowerCase() },
      })
  })

  test('one of twenty loves of a track at once is stored', async () => {
    await submit(aListen(now() - 100, 'Rain'))
    const recording_msid = await msidOf('Rain')
    const responses = await Promise.all(Array.from({ length: 20 }, () => rate({ recording_msid, score: 1 })))
    expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200))
    expect((await listOf()).total_count).toBe(1)
  })
})

describe("ListenBrainz's delete-listen", () => {
  test('deletes one listen of a second, and all counts of it', async () => {
    await submit(aListen(now() - 100, 'Rain'), aListen(now() - 100, 'Fog'), aListen(now() - 90, 'Rain'))
    const remove = async (listened_at: unknown, title: string) =>
      post('/1/delete-listen', { listened_at, recording_msid: await msidOf(title) })
    expect((await remove(now() - 100, 'Rain')).body).toEqual({ status: 'ok' })
    expect(await countsOf(server, ada.id)).toEqual({ listens: 2, byDay: 2, byArtist: 2 })
    expect((await listens()).map((listen: { listened_at: number }) => now() - listen.listened_at)).toEqual([90, 100])
    // A repeat, and a listen that does not exist, change nothing.
    expect((await remove(now() - 100, 'Rain')).status).toBe(200)
    expect((await remove(String(now() - 95), 'Rain')).status).toBe(200)
    expect((await countsOf(server, ada.id)).listens).toBe(2)
  })

  test('deletes a listen that was accepted just before', async () => {
    const { body } = await submitListens(
      server,
      token,
      { listen_type: 'playing_now', payload: [{ track_metadata: { artist_name: 'Sol Ferro', track_name: 'Rain' } }] },
      '/1/submit-listens?return_msid=true',
    )
    await submit(aListen(now() - 900, 'Rain'))
    const recording_msid = await msidOf('Rain')
    expect(body.recording_msid).not.toBe(recording_msid)
    await submit(aListen(now() - 100, 'Rain'))
    await post('/1/delete-listen', { listened_at: now() - 100, recording_msid })
    expect((await countsOf(server, ada.id)).listens).toBe(1)
  })

  test('deletes a listen by the MSID from before its track was merged', async () => {
    await submit(aListen(now() - 100, 'Rain'), aListen(now() - 90, 'Rain (Live)'))
    const recording_msid = await msidOf('Rain')
    const [from = 0, into = 0] = await makeTracks(server, 'Rain by Sol Ferro', 'Rain (Live) by Sol Ferro')
    await server.db.transaction().execute((tx) => mergeTracks(tx, { from, into }))
    const remove = async (listened_at: number) => (await post('/1/delete-listen', { listened_at, recording_msid })).body
    expect(await remove(now() - 100)).toEqual({ status: 'ok' })
    expect((await listens()).map((listen: { listened_at: number }) => now() - listen.listened_at)).toEqual([90])
  })

  /** Returns a list in a list and so on. */
  const nest = (depth: number) => Array.from({ length: depth }).reduce<unknown[]>((inner) => [inner], [])

  test('rejects a deletion that is not as ListenBrainz defines it', async () => {
    const rejected: readonly (readonly [unknown, string])[] = [
      [{ recording_msid: MBID }, 'Listen timestamp missing.'],
      [{ listened_at: 1 }, 'Recording MSID missing.'],
      [{ listened_at: 'x', recording_msid: MBID }, 'x: Listen timestamp invalid.'],
      [{ listened_at: 1e300, recording_msid: MBID }, 'Listen timestamp invalid.'],
      [{ listened_at: -1, recording_msid: MBID }, 'Listen timestamp invalid.'],
      [{ listened_at: { a: 1 }, recording_msid: MBID }, 'Listen timestamp invalid.'],
      [{ listened_at: 1, recording_msid: 'x' }, 'x: Recording MSID format invalid.'],
      [{ listened_at: nest(4000), recording_msid: MBID }, 'JSON document is nested too deeply.'],
    ]
    for (const [body, message] of rejected) {
      const response = await post('/1/delete-listen', body)
      expect([response.status, response.body.error]).toEqual([400, expect.stringContaining(message)])
    }
  })

  test('the listens of other members stay', async () => {
    await submit(aListen(now() - 100, 'Rain'))
    const bo = await server.signUp('Bo')
    await post(
      '/1/delete-listen',
      { listened_at: now() - 100, recording_msid: await msidOf('Rain') },
      await makeToken(server, bo),
    )
    expect((await countsOf(server, ada.id)).listens).toBe(1)
  })
})

describe("Last.fm's loved tracks", () => {
  const call = (method: string, params: Record<string, string> = {}) =>
    callAudioscrobbler(server, { method, sk: token, ...params })
  const love = (track: string, artist = 'Sol Ferro') => call('track.love', { artist, track })

  test('a track is loved in any spelling, listed, and no longer loved', async () => {
    await submit(aListen(now() - 100, 'Rain'))
    await listens()
    expect((await love('Tide')).body).toEqual({})
    server.clock.advance({ seconds: 60 })
    await love('RAIN ', 'sol  ferro')
    await love('Rain')
    const { body } = await call('user.getLovedTracks', { limit: '1' })
    expect(body.lovedtracks['@attr']).toEqual({ user: 'Ada', page: '1', perPage: '1', totalPages: '2', total: '2' })
    expect(body.lovedtracks.track).toMatchObject([
      {
        name: 'Rain',
        artist: { name: 'Sol Ferro' },
        date: { uts: String(now()) },
        image: Array.from({ length: 4 }, () => ({ '#text': '' })),
      },
    ])
    expect((await call('user.getLovedTracks', { page: '2', limit: '1' })).body.lovedtracks.track[0].name).toBe('Tide')
    const recent = (await call('user.getRecentTracks', { extended: '1' })).body.recenttracks.track
    expect(recent.map((track: { name: string; loved: string }) => [track.name, track.loved])).toEqual([['Rain', '1']])
    expect((await call('track.unlove', { artist: 'Sol Ferro', track: 'Rain' })).body).toEqual({})
    expect((await call('track.unlove', { artist: 'Nobody', track: 'Nothing' })).body).toEqual({})
    expect((await call('user.getLovedTracks')).body.lovedtracks.track).toHaveLength(1)
    expect(await server.db.selectFrom('artists').select('name').where('name', '=', 'Nobody').execute()).toEqual([])
  })

  test('a track that is merged meanwhile is no longer loved', async () => {
    const [from = 0, into = 0] = await makeTracks(server, 'Rain by Sol Ferro', 'Rain (Live) by Sol Ferro')
    await love('Rain')
    const unloved = await server.db.transaction().execute(async (tx) => {
      await mergeTracks(tx, { from, into })
      const sent = call('track.unlove', { artist: 'Sol Ferro', track: 'Rain' })
      await waitForLock(server.db)
      return { sent }
    })
    expect((await unloved.sent).body).toEqual({})
    expect((await listOf()).total_count).toBe(0)
  })

  test('a call without a valid track or session gets the error of Last.fm', async () => {
    expect((await call('track.love', { artist: 'Sol Ferro' })).body.error).toBe(6)
    expect((await love('\u200b')).body.error).toBe(6)
    expect((await love('x'.repeat(501))).body.error).toBe(6)
    expect((await call('track.love', { artist: 'A', track: 'B', sk: 'x' })).body.error).toBe(9)
    expect((await call('user.getLovedTracks', { user: 'Bo' })).body.error).toBe(17)
  })

  test('the members of a joined track love the one that remains, each as they did last', async () => {
    const bo = await server.signUp('Bo')
    const other = await makeToken(server, bo)
    await love('The Slow Ferry')
    await callAudioscrobbler(server, { method: 'track.love', sk: other, artist: 'Sol Ferro', track: 'The Slow Ferry' })
    await submit(aListen(now() - 50, 'Slow Ferry'))
    server.clock.advance({ seconds: 60 })
    await rate({ recording_msid: await msidOf('Slow Ferry'), score: -1 })
    const ids = await server.db.selectFrom('tracks').select(['id', 'title']).orderBy('title').execute()
    const { joinTracks } = await import('#server/listening/identities/join.ts')
    await joinTracks(server.db, ids[1]?.id ?? 0, ids[0]?.id ?? 0)
    expect(namesOf(await listOf())).toEqual([['Slow Ferry', -1]])
    const theirs = await get('/1/feedback/user/Bo/get-feedback', { metadata: 'true' }, other)
    expect(namesOf(theirs.body)).toEqual([['Slow Ferry', 1]])
  })
})
