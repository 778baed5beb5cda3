import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { toDefaultCaption } from '#contract/broadcasts/caption.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { likeBroadcast, shareTrack, toRelated } from '#tests/support/broadcasts.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

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
const feed = (query: object = {}, as?: TestMember) => server.get('/api/get-broadcasts', { ...query }, as ? { as } : {})
const like = (as: TestMember, id: number, more: object = {}) => likeBroadcast(server, as, id, more)
const unlike = (as: TestMember, id: number) =>
  server.post('/api/undo-like', { user: as.name, ...toRelated(id) }, { as })

test('a broadcast is read by its id if its author is muted, which hides it in the feed', async () => {
  const own = await testServer()
  const [cy, dee] = [await makeMember(own, 'cy'), await makeMember(own, 'dee')]
  const { id } = (await shareTrack(own, dee, await makeTrack(own, 'Tide by Ebb'))).body
  await own.post('/api/user/mute', { user: 'cy', other: 'dee' }, { as: cy })
  const read = async (query: object) => {
    const page = { current_user: 'cy', limit: 1, before: id + 1, ...query }
    return (await own.get('/api/get-broadcasts', page, { as: cy })).body.broadcasts
  }
  expect(await read({})).not.toMatchObject([{ id }])
  expect(await read({ id })).toMatchObject([{ id, user: 'dee' }])
  await own.post('/api/user/block', { user: 'dee', other: 'cy' }, { as: dee })
  expect(await read({ id })).toEqual([])
})

describe('sharing a track', () => {
  test('the broadcasts of one member have a daily limit, by id and by names together', async () => {
    const rateLimits = { ...ampleRateLimits, memberBroadcasts: { burst: 2, perSecond: 1 / 2880 } }
    const limited = await testServer({ settings: { rateLimits } })
    const [keen, other] = [await makeMember(limited, 'keen'), await makeMember(limited, 'other')]
    const track = await makeTrack(limited, 'Tide by Ebb')
    const names = { user: 'keen', title: 'Hear', artist: 'Ebb', track: 'Tide' }
    const byNames = () => limited.post('/api/create-broadcast-by-names', names, { as: keen })
    expect([(await shareTrack(limited, keen, track)).status, (await byNames()).status]).toEqual([200, 200])
    for (const refused of [await byNames(), await shareTrack(limited, keen, track)])
      expect([refused.status, refused.body]).toEqual([
        429,
        { error: 'Too many broadcasts. Try again in 48 min.', code: 'daily_limit' },
      ])
    expect((await shareTrack(limited, other, track)).status).toBe(200)
  })

  test('a track with the longest name is shared with the default caption, by id and by names', async () => {
    const [track, artist] = ['x'.repeat(TRACK_NAME_MAX), 'y'.repeat(TRACK_NAME_MAX)]
    const title = toDefaultCaption(track)
    const body = `${track} by ${artist}`
    const shared = await shareTrack(server, ada, await makeTrack(server, body), { title, body })
    const names = { user: 'ada', title, artist, track }
    const byNames = await server.post('/api/create-broadcast-by-names', names, { as: ada })
    expect([shared.status, byNames.status]).toEqual([200, 200])
    expect((await feed({ limit: 2 })).body.broadcasts).toMatchObject([{ title }, { title }])
  })

  test('a shared track is on top of the feed in the shape of the contract', async () => {
    const clientId = randomUUID()
    const made = await share(ada, { client_id: clientId, body: 'whatever the client says' })
    expect(made.body).toEqual({ success: true, id: expect.any(Number), client_id: clientId })
    const { body } = await feed({ current_user: 'ada', limit: 1 }, ada)
    expect(body).toEqual({
      viewer: 'ada',
      broadcasts: [
        {
          id: made.body.id,
          user: 'ada',
          title: 'This bridge.',
          body: 'Night Bus by Lamplight Parade',
          type: 'Track',
          relatedid: nightBus,
          timestamp: '2026-11-21T12:00:00.000Z',
          likes: 0,
          isLiked: false,
          replies: 0,
          own_replies: [],
          edited: false,
          track_url: 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus',
          user_pfp_sm: '',
          user_pfp_med: '',
          user_pfp_lg: '',
          user_pfp_xl: '',
          track: 'Night Bus',
          artist: 'Lamplight Parade',
          client_id: clientId,
        },
      ],
    })
  })

  test('a shared track shows its client_id to the author only', async () => {
    await share(ada, { client_id: randomUUID() })
    for (const response of [await feed({ current_user: 'bo', limit: 1 }, bo), await feed({ limit: 1 })]) {
      expect(response.body.broadcasts[0]).not.toHaveProperty('client_id')
    }
  })

  test('ten concurrent shares with one client_id happen once', async () => {
    const clientId = randomUUID()
    const responses = await Promise.all(Array.from({ length: 10 }, () => share(bo, { client_id: clientId })))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    const { body } = await feed({ current_user: 'bo' }, bo)
    expect(
      body.broadcasts.filter((broadcast: { client_id?: string }) => broadcast.client_id === clientId),
    ).toHaveLength(1)
  })

  test.each([
    ['an empty caption', { title: '   ' }, 400],
    ['a caption of 514 characters', { title: 'a'.repeat(514) }, 400],
    ['an unknown track', { relatedid: 999_999 }, 404],
    ['something that is no track', { relatedtype: 'Album' }, 400],
    ['another’s name', { user: 'bo' }, 403],
  ])('a share with %s is rejected', async (_, more, status) => {
    expect((await share(ada, more)).status).toBe(status)
  })

  test('a share needs a session', async () => {
    const query = { user: 'ada', title: 'x', body: '', relatedtype: 'Track', relatedid: nightBus }
    expect((await server.post('/api/create-broadcast', query)).status).toBe(401)
  })
})

describe('the feed', () => {
  test('a page of the feed continues the previous one until the end', async () => {
    const ids = (response: { body: { broadcasts: { id: number }[] } }) => response.body.broadcasts.map((it) => it.id)
    const all = ids(await feed())
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const first = ids(await feed({ limit: 2 }))
    const second = ids(await feed({ limit: 2, before: first.at(-1) }))
    expect([...first, ...second]).toEqual(all.slice(0, 4))
    expect(ids(await feed({ before: all.at(-1) }))).toEqual([])
  })

  test('the feed has a hundred broadcasts by default', async () => {
    await server.db
      .insertInto('broadcasts')
      .values(
        Array.from({ length: 120 }, () => ({
          author_id: ada.id,
          type: 'Track',
          title: 'again',
          track_id: nightBus,
          about_member_id: null,
          about_other_id: null,
          client_id: null,
        })),
      )
      .execute()
    expect((await feed()).body.broadcasts).toHaveLength(100)
    expect((await feed({ limit: 1001 })).status).toBe(400)
  })

  test('the feed has a post by System for a new member', async () => {
    await server.signUp('cleo')
    const { body } = await feed({ limit: 1 })
    expect(body.broadcasts[0]).toMatchObject({
      user: 'System',
      type: 'Activity',
      title: 'cleo joined Flipside.',
      relatedid: null,
      track_url: '',
    })
  })

  test("the feed is a visitor's if current_user is another member", async () => {
    const { id } = (await share(bo)).body
    await like(ada, id)
    const shown = async (query: object, as?: TestMember) => (await feed({ limit: 1, ...query }, as)).body
    expect(await shown({ current_user: 'ada' }, ada)).toMatchObject({ viewer: 'ada', broadcasts: [{ isLiked: true }] })
    expect(await shown({ current_user: 'bo' }, ada)).toMatchObject({ viewer: 'ada', broadcasts: [{ isLiked: false }] })
    expect(await shown({ current_user: 'ada' })).toMatchObject({ broadcasts: [{ isLiked: false }] })
  })

  test('an unchanged feed is 304, and a like changes it', async () => {
    const { id } = (await share(bo)).body
    const etag = (await feed({ limit: 5 })).headers.get('etag') ?? ''
    const again = () => server.get('/api/get-broadcasts', { limit: 5 }, { headers: { 'If-None-Match': etag } })
    expect((await again()).status).toBe(304)
    await like(ada, id)
    expect((await again()).status).toBe(200)
  })

  test('the feed hides broadcasts by blocked members and System’s posts about them', async () => {
    const dee = await server.signUp('dee')
    await share(dee)
    const block = { blocker_id: bo.id, blocked_id: dee.id, created_at: server.clock.now() }
    await server.db.insertInto('blocks').values(block).execute()
    const authors = async (as: TestMember) =>
      (await feed({ current_user: as.name, limit: 3 }, as)).body.broadcasts.map(
        (broadcast: { user: string; title: string }) => `${broadcast.user}: ${broadcast.title}`,
      )
    expect((await authors(ada)).slice(0, 2)).toEqual(['dee: This bridge.', 'System: dee joined Flipside.'])
    expect((await authors(bo)).join()).not.toContain('dee')
    expect((await authors(dee)).join()).not.toContain('bo:')
  })
})

describe('deleting a broadcast', () => {
  const remove = (as: TestMember, id: number) => server.post('/api/delete-broadcast', { id }, { as })

  test('an author deletes a broadcast with its likes', async () => {
    const { id } = (await share(ada)).body
    await like(bo, id)
    const refused = await remove(bo, id)
    expect(refused.status).toBe(403)
    expect(refused.body.code).toBe('not_yours')
    expect((await remove(ada, id)).body).toEqual({ success: true })
    expect((await feed({ limit: 1 })).body.broadcasts[0].id).not.toBe(id)
    expect((await like(bo, id)).status).toBe(404)
  })

  test('a repeated deletion succeeds for the author and an admin, and is 404 for others', async () => {
    const admin = await server.signUp('carol')
    await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const { id } = (await share(ada)).body
    const both = await Promise.all([remove(ada, id), remove(ada, id)])
    expect(both.map(({ status, body }) => [status, body.success])).toEqual([
      [200, true],
      [200, true],
    ])
    expect((await remove(admin, id)).body).toEqual({ success: true })
    const byAnother = await remove(bo, id)
    const neverThere = await remove(bo, 999_999)
    expect([byAnother.status, byAnother.body]).toEqual([neverThere.status, neverThere.body])
    expect((await remove(admin, 999_999)).status).toBe(404)
  })

  test('a deletion is unknown after 90 days', async () => {
    const { id } = (await share(ada)).body
    await remove(ada, id)
    const in90Days = new Date(server.clock.now().getTime() + 90 * 86_400_000)
    await runScheduled(server.db, 'delete-old-deleted-broadcasts', in90Days)
    expect((await remove(ada, id)).status).toBe(200)
    const later = new Date(in90Days.getTime() + 60_000)
    await runScheduled(server.db, 'delete-old-deleted-broadcasts', later)
    expect((await remove(ada, id)).status).toBe(404)
  })

  test('an admin deletes a broadcast', async () => {
    const admin = await server.signUp('mathilda')
    await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const { id } = (await share(ada)).body
    await server.post('/api/user/block', { user: ada.name, other: admin.name }, { as: ada })
    expect((await remove(admin, id)).status).toBe(200)
  })

  test('a deletion beside concurrent likes causes no error', async () => {
    const { id } = (await share(ada)).body
    const responses = await Promise.all([like(bo, id), remove(ada, id), unlike(bo, id), like(bo, id)])
    for (const { status } of responses) expect([200, 404, 409]).toContain(status)
  })
})

test("a deletion from one member's outbox is rejected in an admin's session", async () => {
  const admin = await makeMember(server, 'admin-of-the-house')
  await server.db.updateTable('members').set({ is_admin: true }).where('name', '=', admin.name).execute()
  const { body } = await share(bo)
  const stale = await server.post('/api/delete-broadcast', { id: body.id, user: ada.name }, { as: admin })
  expect(stale).toMatchObject({ status: 403, body: { code: 'wrong_member' } })
  expect((await feed({ limit: 1 })).body.broadcasts[0].id).toBe(body.id)
  expect((await server.post('/api/delete-broadcast', { id: body.id }, { as: admin })).status).toBe(200)
})
