import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, nameAlbum, play } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let fan: TestMember
let track: number
let artist: number
beforeAll(async () => {
  server = await testServer()
  ;[ada, bo, fan] = (await makeMembers(server, 'ada', 'bo', 'fan')) as [TestMember, TestMember, TestMember]
  track = await makeTrack(server, 'Secret by Only Bo')
  await play(server, bo, track)
  artist = (await server.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()).id
  // A private member that follows another one is open to that one.
  await sql`insert into follows (follower_id, followee_id) values (${bo.id}, ${fan.id})`.execute(server.db)
})
beforeEach(async () => {
  await server.db.updateTable('members').set({ is_private: false, hides_listening: false, deleted_at: null }).execute()
  for (const table of ['suspensions', 'blocks', 'broadcasts', 'track_feedback', 'song_swaps', 'messages'])
    await sql`delete from ${sql.table(table)}`.execute(server.db)
})

const set = (change: object) => server.db.updateTable('members').set(change).where('id', '=', bo.id).execute()
const suspend = () => sql`insert into suspensions (member_id, reason) values (${bo.id}, 'insults')`.execute(server.db)
const block = () => sql`insert into blocks (blocker_id, blocked_id) values (${bo.id}, ${ada.id})`.execute(server.db)

/**
 * Whether each viewer reads the artist: a visitor, another member, one that a private member
 * follows, the member.
 */
async function readers(): Promise<boolean[]> {
  const seen: boolean[] = []
  for (const as of [undefined, ada, fan, bo]) {
    const options = as === undefined ? {} : { as }
    const statuses = new Set<number>()
    for (const path of ['/api/artist/by-id', '/api/artist/exploration']) {
      const { status, body } = await server.get(path, { id: artist }, options)
      statuses.add(status)
      if (status !== 200) expect(body).toEqual({ error: 'Artist not found', code: 'not_found' })
    }
    expect(statuses.size).toBe(1)
    seen.push(statuses.has(200))
  }
  return seen
}

test.each([
  ['that shows all', async () => {}, [true, true, true, true]],
  ['that hides the listening', () => set({ hides_listening: true }), [false, false, false, true]],
  ['with a private profile', () => set({ is_private: true }), [false, false, true, true]],
  ['that is suspended', suspend, [false, true, true, true]],
  ['that has blocked a viewer', block, [true, false, true, true]],
] as const)(
  'an artist that only a member has played %s is read by its number by those that may',
  async (_, change, seen) => {
    await change()
    expect(await readers()).toEqual(seen)
  },
)

test('an artist that only a deleted member has played is read by nobody', async () => {
  await set({ deleted_at: server.clock.now() })
  expect((await readers()).slice(0, 3)).toEqual([false, false, false])
})

describe('an artist that only a member with hidden listening has played', () => {
  beforeEach(() => set({ hides_listening: true }))

  test('is open to all by a broadcast, but not by a hidden one', async () => {
    const query = { user: 'bo', title: 'Listen', body: 'x', relatedtype: 'Track', relatedid: track }
    expect((await server.post('/api/create-broadcast', query, { as: bo })).status).toBe(200)
    expect(await readers()).toEqual([true, true, true, true])
    await server.db.updateTable('broadcasts').set({ hidden_at: server.clock.now() }).execute()
    expect(await readers()).toEqual([false, false, false, true])
  })

  test('is open to the recipient of a message with its track', async () => {
    await sql`insert into messages (sender_id, recipient_id, body, track_id)
      values (${bo.id}, ${ada.id}, 'x', ${track})`.execute(server.db)
    expect(await readers()).toEqual([false, true, false, true])
  })

  test('is open to a member that loves a track, and to all if the member shares it', async () => {
    const love = { user: 'ada', artist: 'Only Bo', track: 'Secret', is_loved: 'true' }
    expect((await server.post('/api/user/love-track', love, { as: ada })).status).toBe(200)
    expect(await readers()).toEqual([false, true, false, true])
    await server.db.updateTable('members').set({ shares_loved_tracks: true }).where('id', '=', ada.id).execute()
    expect(await readers()).toEqual([true, true, true, true])
    await server.db.updateTable('members').set({ shares_loved_tracks: false }).where('id', '=', ada.id).execute()
  })
})

test('every response about an artist, an album or a track by number is the same for hidden and missing ones', async () => {
  const album = await nameAlbum(server, bo, { artist: 'Only Bo', title: 'Secret', album: 'Hidden' })
  await set({ hides_listening: true })
  const missing = 999_999
  const reads = [
    ['/api/artist/by-id', artist],
    ['/api/artist/exploration', artist],
    ['/api/artist/music', artist],
    ['/api/album/by-id', album],
    ['/api/track/by-id', track],
    ['/api/track/broadcasts', track],
    ['/api/user/plays-by-month', artist, { kind: 'artists', user: 'ada' }],
    ['/api/user/plays-by-month', track, { kind: 'tracks', user: 'ada' }],
    ['/api/user/plays-by-month', album, { kind: 'albums', user: 'ada' }],
  ] as const
  for (const [path, id, more = {}] of reads) {
    const [hidden, none] = [
      await server.get(path, { id, ...more }, { as: ada }),
      await server.get(path, { id: missing, ...more }, { as: ada }),
    ]
    expect([path, hidden.status, hidden.body]).toEqual([path, none.status, none.body])
  }
})
