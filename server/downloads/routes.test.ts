import { expect, test } from 'vitest'
import { PICTURE_MAX_BYTES } from '#contract/accounts/pictures.ts'
import { COPY_MESSAGES } from '#contract/downloads/offline-copy.ts'
import { insertMessage } from '#server/messages/index.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTracks, play } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const { me, author, writer, partner } = await theWorld()

const getCopy = (as = me, headers: Record<string, string> = {}) =>
  server.get('/api/user/offline-copy', { user: as.name }, { as, headers })
const get = async (path: string, query: Record<string, string | number>) =>
  (await server.get(path, query, { as: me })).body

test('an offline copy returns the same members and conversations as the single endpoints', async () => {
  const { status, body } = await getCopy()
  expect(status).toBe(200)
  const names = body.members.map((member: { profile: { profile: string } }) => member.profile.profile)
  expect(names.toSorted()).toEqual(['System', ...[author, me, partner, writer].map(({ name }) => name)].toSorted())
  expect(names[0]).toBe(me.name)
  for (const { profile, charts } of body.members) {
    const user = profile.profile
    expect({ userProfile: [profile] }).toEqual(await get('/api/user/profile', { user }))
    expect(charts.top_artists).toEqual(await get('/api/user/top-artists', { user }))
    expect(charts.top_broadcasted).toEqual(await get('/api/user/top-broadcasted-tracks', { user }))
  }
  expect(body.conversations).toEqual([
    {
      conversant: writer.name,
      messages: await get('/api/user/direct-messages', {
        user: me.name,
        conversant: writer.name,
        limit: COPY_MESSAGES,
      }),
    },
  ])
  expect(body.conversations[0].messages.directMessages).toHaveLength(COPY_MESSAGES)
  const [{ broadcast, replies }] = body.talks
  expect(replies).toEqual(await get('/api/broadcast/replies', { id: broadcast, current_user: me.name }))
  expect(replies.replies).toMatchObject([{ text: 'Me too, @author' }, { text: 'I did.' }])
})

test('an offline copy lists what has changed above the newest messages of a conversation', async () => {
  const { id } = await server.db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', writer.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const before = (await getCopy()).headers.get('etag') ?? ''
  await server.post(
    '/api/edit-direct-message',
    { user: writer.name, message_id: id, message: 'mended' },
    { as: writer },
  )
  const { status, body } = await getCopy(me, { 'If-None-Match': before })
  expect(status).toBe(200)
  expect(body.conversations[0].messages.changed).toMatchObject([{ id, message: 'mended' }])
  const page = { user: me.name, conversant: writer.name, limit: COPY_MESSAGES }
  expect(body.conversations[0].messages).toEqual(await get('/api/user/direct-messages', page))
  server.clock.advance({ days: 2, seconds: 1 })
  expect((await getCopy()).body.conversations[0].messages.changed).toBeUndefined()
})

test('an offline copy is 304 for its ETag until the data change', async () => {
  const etag = (await getCopy()).headers.get('etag') ?? ''
  expect((await getCopy(me, { 'If-None-Match': etag })).status).toBe(304)
  await server.post(
    '/api/send-direct-message',
    { user: writer.name, recipient: me.name, message: 'new' },
    { as: writer },
  )
  const { status, body } = await getCopy(me, { 'If-None-Match': etag })
  expect(status).toBe(200)
  expect(body.conversations[0].messages.directMessages.at(-1).message).toBe('new')
})

test('an offline copy omits the oldest conversations beyond 400,000 characters', async () => {
  const reader = await makeMember(server, 'reader')
  const others = await makeMembers(
    server,
    'long1',
    'long2',
    'long3',
    'long4',
    'long5',
    'long6',
    'long7',
    'long8',
    'long9',
  )
  for (const other of others) await send(other, reader, 50, 'x'.repeat(1000))
  const { body } = await getCopy(reader)
  expect(body.conversations).toHaveLength(8)
  expect(JSON.stringify(body).length).toBeLessThan(700_000)
})

test('offline copies have a rate limit with Retry-After', async () => {
  const rateLimits = { ...ampleRateLimits, memberOfflineCopies: { burst: 1, perSecond: 0.1 } }
  const limited = await testServer({ settings: { rateLimits } })
  const often = await makeMember(limited, 'often')
  const fetchCopy = () => limited.get('/api/user/offline-copy', { user: often.name }, { as: often })
  expect((await fetchCopy()).status).toBe(200)
  const refused = await fetchCopy()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
})

test('offline pictures are returned by their hashes, up to a megabyte, without unknown ones', async () => {
  const bytes = Buffer.alloc(PICTURE_MAX_BYTES, 1)
  const hashes = Array.from({ length: 11 }, (_, place) => `picture${place + 10}`)
  const rows = hashes.map((hash) => ({ hash, size: 'med', member_id: author.id, type: 'image/png', bytes }))
  await server.db.insertInto('pictures').values(rows).execute()
  const pictures = [...hashes, 'unknown'].join()
  const { body } = await server.get('/api/user/offline-pictures', { user: me.name, pictures }, { as: me })
  expect(body.pictures.map(({ path }: { path: string }) => path)).toEqual(
    hashes.slice(0, 10).map((hash) => `/pictures/${hash}/med`),
  )
  expect(Buffer.from(body.pictures[0].data, 'base64')).toEqual(bytes)
  for (const pictures of ['', '../x', Array.from({ length: 61 }, () => 'a').join()])
    expect((await server.get('/api/user/offline-pictures', { user: me.name, pictures }, { as: me })).status).toBe(400)
})

test('an offline copy is available only to its member', async () => {
  expect((await server.get('/api/user/offline-copy', { user: me.name })).status).toBe(401)
  expect((await server.get('/api/user/offline-copy', { user: author.name }, { as: me })).status).toBe(403)
})

async function send(from: TestMember, to: TestMember, count: number, body = 'hello'): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    for (let sent = 0; sent < count; sent++)
      await insertMessage(tx, { senderId: from.id, recipientId: to.id, body, sentAt: server.clock.now() })
  })
}

/**
 * Inserts a member, a broadcast's author, the author of many messages, and a partner that has begun
 * a swap with the member.
 */
async function theWorld() {
  const [me, author, writer, partner] = await makeMembers(server, 'ada', 'author', 'writer', 'partner')
  if (!me || !author || !writer || !partner) throw new Error('members are missing')
  const tracks = await makeTracks(server, 'Rain by Sol Ferro', 'Snow by Sol Ferro', 'Fog by Mist')
  for (const [place, track] of tracks.entries()) await play(server, author, track, { plays: 3 - place })
  const [relatedid = 0] = tracks
  const shared = { title: 'Listen', body: 'x', relatedtype: 'Track', relatedid }
  const { id: broadcast } = (
    await server.post('/api/create-broadcast', { user: author.name, ...shared }, { as: author })
  ).body
  await server.post('/api/create-reply', { user: 'writer', broadcast, text: 'I did.' }, { as: writer })
  await server.post('/api/create-reply', { user: 'partner', broadcast, text: 'Me too, @author' }, { as: partner })
  await send(writer, me, COPY_MESSAGES + 5)
  await play(server, partner, relatedid)
  const invite = { user: partner.name, matched_user: me.name }
  const { song_swap_id: songswapid } = (await server.post('/api/create-song-swap', invite, { as: partner })).body
  await server.post('/api/add-song-swap-track', { user: partner.name, songswapid, trackid: relatedid }, { as: partner })
  return { me, author, writer, partner }
}
