import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { likeBroadcast, shareTrack, toRelated } from '#tests/support/broadcasts.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let nightBus: number

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
  bo = await makeMember(server, 'bo')
  nightBus = await makeTrack(server, 'Night Bus by Lamplight Parade')
})

const share = (as: TestMember, more: object = {}) => shareTrack(server, as, nightBus, more)
const like = (as: TestMember, id: number, more: object = {}) => likeBroadcast(server, as, id, more)
const unlike = (as: TestMember, id: number) =>
  server.post('/api/undo-like', { user: as.name, ...toRelated(id) }, { as })
const likesOf = async (as: TestMember, id: number) =>
  (await server.get('/api/get-likes', { user: as.name, ...toRelated(id) }, { as })).body

describe('a like', () => {
  test('a repeated like counts once', async () => {
    const { id } = (await share(ada)).body
    expect((await like(bo, id)).body).toEqual({ success: true })
    const again = await like(bo, id)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('already_liked')
    expect(await likesOf(bo, id)).toEqual({ hasLiked: true, totalLikes: 1 })
    expect(await likesOf(ada, id)).toEqual({ hasLiked: false, totalLikes: 1 })
  })

  test('a like sent twice with one client_id counts once with the same response', async () => {
    const { id } = (await share(ada)).body
    const clientId = randomUUID()
    const first = await like(bo, id, { client_id: clientId })
    expect((await like(bo, id, { client_id: clientId })).body).toEqual(first.body)
    expect((await like(bo, id, { client_id: randomUUID() })).status).toBe(409)
    expect((await likesOf(bo, id)).totalLikes).toBe(1)
  })

  test('concurrent likes of fifty members, each sent twice, count fifty', async () => {
    const { id } = (await share(ada)).body
    const names = Array.from({ length: 50 }, (_, place) => `fan${place}`)
    const fans = await makeMembers(server, ...names)
    const responses = await Promise.all([...fans, ...fans].map((fan) => like(fan, id)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(50)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(50)
    expect((await likesOf(ada, id)).totalLikes).toBe(50)
    await Promise.all(fans.slice(0, 20).map((fan) => unlike(fan, id)))
    expect((await likesOf(ada, id)).totalLikes).toBe(30)
  })

  test('an unlike is accepted once', async () => {
    const { id } = (await share(ada)).body
    await like(bo, id)
    expect((await unlike(bo, id)).body).toEqual({ success: true })
    const again = await unlike(bo, id)
    expect(again.status).toBe(404)
    expect(again.body.code).toBe('not_liked')
    expect(await likesOf(bo, id)).toEqual({ hasLiked: false, totalLikes: 0 })
  })

  test('a like of an unknown broadcast is rejected', async () => {
    expect((await like(bo, 999_999)).body).toMatchObject({ code: 'not_found' })
    expect((await like(bo, 0)).status).toBe(400)
    expect((await server.get('/api/get-likes', { user: 'bo', ...toRelated(999_999) }, { as: bo })).status).toBe(404)
  })

  test('a like for another member is rejected', async () => {
    const { id } = (await share(ada)).body
    const response = await server.post('/api/create-like', { user: 'ada', ...toRelated(id) }, { as: bo })
    expect(response.body.code).toBe('wrong_member')
    expect((await likesOf(ada, id)).totalLikes).toBe(0)
  })
})

describe('top broadcasted tracks', () => {
  test('the top broadcasted tracks are a member’s three most liked, then the newest', async () => {
    const fay = await server.signUp('fay')
    const ids: number[] = []
    for (let place = 0; place < 4; place++) ids.push((await share(fay)).body.id)
    const [first = 0, second = 0, , fourth = 0] = ids
    await like(ada, second)
    await like(bo, second)
    await like(ada, first)
    const top = async (query: object, as?: TestMember) =>
      (await server.get('/api/user/top-broadcasted-tracks', { user: 'fay', ...query }, as ? { as } : {})).body
    const { topTracks } = await top({ current_user: 'ada' }, ada)
    expect(topTracks.map((it: { broadcastid: number }) => it.broadcastid)).toEqual([second, first, fourth])
    expect(topTracks[0]).toEqual({
      broadcastid: second,
      track: 'Night Bus',
      artist: 'Lamplight Parade',
      likes: 2,
      isLiked: true,
      lastfmtrackurl: 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus',
      trackid: expect.any(Number),
    })
    expect((await top({ limit: 10 })).topTracks).toHaveLength(4)
    expect((await top({})).topTracks[0].isLiked).toBe(false)
  })

  test('the top broadcasted tracks of an unknown member are 404', async () => {
    expect((await server.get('/api/user/top-broadcasted-tracks', { user: 'nobody' })).status).toBe(404)
  })
})
