import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { countChanges, insertListens } from '#server/listening/index.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const server = await testServer()
const rain = await makeTrack(server, 'Rain by Sol Ferro')
let round = 0
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  round++
  ada = await server.signUp(`ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  for (const member of [ada, bo]) await play(server, member, rain, { plays: 3 })
})

type Query = Record<string, string | number>
const request = (method: 'get' | 'post') => (as: TestMember, path: string, query: Query) =>
  server[method](path, query, { as })
const [get, post] = [request('get'), request('post')]
const remove = (member: TestMember, query: Query = {}) =>
  post(member, '/api/user/delete-account', { user: member.name, password: member.password, ...query })
const done = async (as: TestMember, path: string, query: Query) => {
  const { status, body } = await post(as, path, query)
  expect([path, status]).toEqual([path, 200])
  return body
}
const share = (as: TestMember) =>
  done(as, '/api/create-broadcast', { user: as.name, title: 'Loud', body: 'x', relatedtype: 'Track', relatedid: rain })
const like = (as: TestMember, id: number) =>
  done(as, '/api/create-like', { user: as.name, relatedtype: 'Broadcast', relatedid: id })
const follow = (from: TestMember, to: TestMember) =>
  done(from, '/api/user/follow', { follower: from.name, followee: to.name })
const say = (from: TestMember, to: TestMember, message: string) =>
  done(from, '/api/send-direct-message', { user: from.name, recipient: to.name, message })
const block = (from: TestMember, to: TestMember) => done(from, '/api/user/block', { user: from.name, other: to.name })
/** Inserts a swap with its first track and the given further moves. */
const swap = async (from: TestMember, to: TestMember, steps: 'sent' | 'answered' | 'completed') => {
  const { song_swap_id: songswapid } = await done(from, '/api/create-song-swap', {
    user: from.name,
    matched_user: to.name,
  })
  await done(from, '/api/add-song-swap-track', { user: from.name, songswapid, trackid: rain })
  if (steps === 'sent') return songswapid
  await done(to, '/api/add-song-swap-reaction', { user: to.name, songswapid, reaction: 4 })
  await done(to, '/api/add-song-swap-track', { user: to.name, songswapid, trackid: rain })
  if (steps === 'answered') return songswapid
  await done(from, '/api/add-song-swap-reaction', { user: from.name, songswapid, reaction: 5 })
  return songswapid
}
const conversations = async (as: TestMember) =>
  (await get(as, '/api/user/conversations', { user: as.name })).body.conversations
const GONE = { error: 'This member has deleted their account.', code: 'member_deleted' }

describe('deleting an account', () => {
  test('deleting an account needs its password', async () => {
    const refused = async (response: ReturnType<typeof remove>) => [
      (await response).status,
      (await response).body.error,
    ]
    expect(await refused(remove(ada, { password: 'guessed' }))).toEqual([400, 'Incorrect password.'])
    expect(await refused(remove(ada, { user: bo.name }))).toEqual([403, 'You are logged in as another member.'])
    const visitor = { ...ada, cookies: new Map() }
    expect(await refused(remove(visitor))).toEqual([401, 'Please log in to continue.'])
    expect((await get(ada, '/api/user/session', {})).body.viewer).toBe(ada.name)
    expect((await remove(ada)).body).toMatchObject({ success: true })
  })

  test('deleting an account ends all sessions and reserves its name', async () => {
    const phone = await server.logIn(ada.name, ada.password)
    expect((await remove(ada)).status).toBe(200)
    for (const device of [ada, phone]) expect((await get(device, '/api/user/session', {})).body.viewer).toBeNull()
    const { name: user, password } = ada
    expect((await server.post('/api/user/login', { user, password })).body.code).toBe('bad_credentials')
    const joining = { user: user.toUpperCase(), firstname: 'a', lastname: 'a', email: 'a@b.example', password }
    expect((await server.post('/api/user/create-profile', joining)).body.code).toBe('name_taken')
    const nameless = { ...joining, user: 'Deleted Member 7' }
    expect((await server.post('/api/user/create-profile', nameless)).body.error).toBe(
      'This username is reserved. Choose another one.',
    )
  })

  test('deleting an account twice has the same response', async () => {
    const client_id = '00000000-0000-4000-8000-000000000001'
    const copy = { ...ada, cookies: new Map(ada.cookies) }
    expect((await remove(ada, { client_id })).status).toBe(200)
    expect((await remove(copy, { client_id })).status).toBe(200)
    server.clock.advance({ seconds: 601 })
    expect((await remove(copy, { client_id })).status).toBe(401)
  })

  test('deleting an account during an import leaves no listens', async () => {
    await remove(ada)
    const late = server.db
      .transaction()
      .execute((tx) => insertListens(tx, ada.id, [{ trackId: rain, listenedAt: server.clock.now() }]))
    await expect(late).rejects.toThrow('There is no such member.')
  })
})

describe('data of a deleted member', () => {
  test('no table contains a deleted member', async () => {
    const { id } = await share(ada)
    await like(bo, id)
    await like(ada, (await share(bo)).id)
    await follow(ada, bo)
    await follow(bo, ada)
    await say(ada, bo, 'hello')
    await say(bo, ada, 'hello')
    await swap(ada, bo, 'answered')
    await done(bo, '/api/user/report', { user: bo.name, other: ada.name, reason: 'loud' })
    await done(ada, '/api/user/report', { user: ada.name, other: bo.name, reason: 'loud' })
    await done(ada, '/api/user/edit-privacy', { user: ada.name, hides_listening: 'true' })
    await remove(ada)
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'members'::regclass
      union select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_name = 'member_id'`.execute(server.db)
    expect(columns.length).toBeGreaterThan(30)
    await server.db.transaction().execute(countChanges)
    for (const { table, column } of columns) {
      const { rows } = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${ada.id}`.execute(
        server.db,
      )
      expect([table, column, rows.length]).toEqual([table, column, 0])
    }
    const { rows: limits } = await sql<{ key: string }>`select key from rate_limits
      where key ~ ${`^(member|pair)[A-Za-z]+ ${id}( |$)`} or key ilike ${`%${ada.name}%`}`.execute(server.db)
    expect(limits).toEqual([])
    const { rows: names } = await sql`select * from members where name ilike ${`%${ada.name}%`}`.execute(server.db)
    expect(names).toEqual([])
    const { rows: made } = await sql<{ reporter_id: number | null }>`select reporter_id from reports
      where reported_id = ${bo.id}`.execute(server.db)
    expect(made).toEqual([{ reporter_id: null }])
  })

  test('profile, search, feed, lists of members and leaderboard omit a deleted member', async () => {
    await share(ada)
    await follow(ada, bo)
    await follow(bo, ada)
    await remove(ada)
    const seen = async (path: string, query: Query) => JSON.stringify((await get(bo, path, query)).body)
    const calls: [string, Query][] = [
      ['/api/user/profile', { user: ada.name }],
      ['/api/user/profile', { user: ada.id }],
      ['/api/user/get-users', { search_term: ada.name }],
      ['/api/user/get-users', { search_term: 'Deleted member' }],
      ['/api/get-broadcasts', {}],
      ['/api/user/followers', { user: bo.name }],
      ['/api/user/following', { user: bo.name }],
      ['/api/artist/top-listeners', { artist: 'Sol Ferro' }],
      ['/api/user/activity', { user: bo.name }],
    ]
    for (const [path, query] of calls) expect(await seen(path, query)).not.toMatch(new RegExp(`"${ada.name}"|Deleted`))
    expect((await get(bo, '/api/user/profile', { user: ada.name })).body.code).toBe('profile_not_found')
    expect((await get(bo, '/api/user/followers', { user: bo.name })).body.total).toBe(0)
  })

  test('counts of likes exclude those of a deleted member', async () => {
    const { id } = await share(bo)
    await like(ada, id)
    await like(bo, id)
    await remove(ada)
    const likes = { user: bo.name, relatedtype: 'Broadcast', relatedid: id }
    expect((await get(bo, '/api/get-likes', likes)).body).toEqual({ totalLikes: 1, hasLiked: true })
  })
})

describe('data shared with a deleted member', () => {
  const namelessIn = async (as: TestMember): Promise<string> => (await conversations(as))[0].conversant

  test('conversations with a deleted member remain without the name', async () => {
    await say(ada, bo, 'what I wrote')
    await say(bo, ada, 'what you answered')
    await remove(ada)
    const name = await namelessIn(bo)
    expect(name).toMatch(/^Deleted member \d+$/)
    expect(name).not.toContain(String(ada.id))
    expect((await conversations(bo))[0].unread).toBe(1)
    const { body } = await get(bo, '/api/user/direct-messages', { user: bo.name, conversant: name })
    expect(body.directMessages).toMatchObject([
      { message: 'what I wrote', type: 'Incoming' },
      { message: 'what you answered', type: 'Outgoing' },
    ])
    await done(bo, '/api/mark-messages-read', { sender: name, recipient: bo.name })
    expect((await conversations(bo))[0].unread).toBe(0)
  })

  test('a completed swap with a deleted member remains with its tracks, ratings and swag', async () => {
    const id = await swap(ada, bo, 'completed')
    await remove(ada)
    const { songSwaps } = (await get(bo, '/api/get-song-swaps', { user: bo.name })).body
    expect(songSwaps).toMatchObject([
      { id, matched_user: bo.name, initiated_track_name: 'Rain', matched_reaction: 4, initiated_reaction: 5 },
    ])
    expect(songSwaps[0].initiated_user).toMatch(/^Deleted member/)
    expect((await get(bo, '/api/user/profile', { user: bo.name })).body.userProfile[0].swag).toBe(5)
  })

  test('an open swap with a deleted member ends with a notification', async () => {
    const id = await swap(ada, bo, 'sent')
    await remove(ada)
    expect((await get(bo, '/api/get-song-swaps', { user: bo.name })).body.songSwaps).toMatchObject([
      { id, ended: 'expired' },
    ])
    expect((await get(bo, '/api/user/status', {})).body.swaps_waiting).toBe(0)
    expect((await get(bo, '/api/user/activity', { user: bo.name })).body.activity).toMatchObject([
      { kind: 'swap_ended', subject: 'deleted', relatedid: id },
    ])
  })

  test('a block of a deleted member remains in effect', async () => {
    await say(ada, bo, 'an insult')
    await block(bo, ada)
    await remove(ada)
    expect(await conversations(bo)).toEqual([])
    const [{ username: other }] = (await get(bo, '/api/user/blocks', { user: bo.name })).body.blocks
    expect(other).toMatch(/^Deleted member/)
    await done(bo, '/api/user/unblock', { user: bo.name, other })
    expect(await namelessIn(bo)).toBe(other)
  })

  test('shared data are deleted with the last of its members', async () => {
    const cy = await server.signUp(`cy${round}`)
    await play(server, cy, rain)
    await say(ada, cy, 'hello')
    await swap(cy, ada, 'completed')
    const countAll = async () => {
      const { rows } = await sql`select (select count(*) from members where deleted_at is not null) as nameless,
        (select count(*) from messages) as messages, (select count(*) from song_swaps) as swaps`.execute(server.db)
      return rows[0] as { nameless: number; messages: number; swaps: number }
    }
    const before = await countAll()
    await remove(ada)
    expect(await countAll()).toEqual({ ...before, nameless: before.nameless + 1 })
    await remove(cy)
    expect(await countAll()).toEqual({
      nameless: before.nameless,
      messages: before.messages - 1,
      swaps: before.swaps - 1,
    })
  })
})

describe('queued actions on a deleted member', () => {
  test.each([
    ['a message', 'send-direct-message', { recipient: '', message: 'hello' }],
    ['a follow', 'user/follow', { followee: '' }],
    ['a swap', 'create-song-swap', { matched_user: '' }],
    ['a report', 'user/report', { other: '', reason: 'loud' }],
  ])('%s to a deleted member is rejected with the reason', async (_, call, query) => {
    await remove(ada)
    const named = Object.fromEntries(
      Object.entries(query).map(([key, value]) => [key, value === '' ? ada.name : value]),
    )
    const { status, body } = await post(bo, `/api/${call}`, { user: bo.name, follower: bo.name, ...named })
    expect([status, body]).toEqual([404, GONE])
  })

  test('a message to the placeholder of a deleted member is rejected with the reason', async () => {
    await say(ada, bo, 'hello')
    await remove(ada)
    const recipient = (await conversations(bo))[0].conversant
    const { status, body } = await post(bo, '/api/send-direct-message', { user: bo.name, recipient, message: 'hello' })
    expect([status, body]).toEqual([404, GONE])
  })

  test('a turn in a swap with a deleted member is rejected with the reason', async () => {
    const id = await swap(bo, ada, 'answered')
    await remove(ada)
    const rating = { user: bo.name, songswapid: id, reaction: 3 }
    expect((await post(bo, '/api/add-song-swap-reaction', rating)).body).toEqual({
      error: 'This swap has ended: the other member has deleted their account.',
      code: 'swap_ended',
    })
  })

  test('a like of a deleted member’s broadcast is rejected', async () => {
    const { id } = await share(ada)
    await remove(ada)
    const { body } = await post(bo, '/api/create-like', { user: bo.name, relatedtype: 'Broadcast', relatedid: id })
    expect(body.error).toBe('This broadcast no longer exists.')
  })
})
