import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { likeBroadcast, shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let viewer: TestMember
let author: TestMember
let trackId: number

beforeAll(async () => {
  server = await testServer()
  viewer = await makeMember(server, 'viewer')
  author = await makeMember(server, 'author')
  trackId = await makeTrack(server, 'Night Bus by Lamplight Parade')
  await share()
})

const share = (by = author) => shareTrack(server, by, trackId)

const readFeed = (etag?: string) =>
  server.get(
    '/api/get-broadcasts',
    { current_user: 'viewer', limit: 50 },
    { as: viewer, headers: etag === undefined ? {} : { 'If-None-Match': etag } },
  )

/** Reads the feed until a repeated read is unchanged. Returns its ETag. */
async function readTwice(): Promise<string> {
  const etag = (await readFeed()).headers.get('etag') ?? ''
  const repeated = await readFeed(etag)
  expect([repeated.status, repeated.headers.get('etag')]).toEqual([304, etag])
  return etag
}

test('a like, a client_id and a swap are shown to their viewer only', async () => {
  const [ada, bo, cleo] = await makeMembers(server, 'ada', 'bo', 'cleo')
  if (ada === undefined || bo === undefined || cleo === undefined) throw new Error('There are three members.')
  const { id } = (await share(ada)).body
  await likeBroadcast(server, ada, id)
  const clientId = '0190a0e5-7c1e-7000-8000-000000000001'
  await sql`update broadcasts set client_id = ${clientId} where id = ${id}`.execute(server.db)
  const swap = await server.db
    .insertInto('song_swaps')
    .values({ initiator_id: ada.id, matched_id: bo.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into broadcasts (author_id, type, title, body, about_member_id, about_other_id, about_swap_id)
    select id, 'Activity', '', 'ada and bo swapped.', ${ada.id}, ${bo.id}, ${swap.id} from members
    where is_system`.execute(server.db)
  const readAs = async (member: TestMember) => {
    const { body } = await server.get('/api/get-broadcasts', { current_user: member.name, limit: 2 }, { as: member })
    const [post, own] = body.broadcasts
    return [post.about_swap, own.isLiked, own.likes, own.client_id]
  }
  expect(await readAs(ada)).toEqual([swap.id, true, 1, clientId])
  expect(await readAs(bo)).toEqual([swap.id, false, 1, undefined])
  expect(await readAs(cleo)).toEqual([undefined, false, 1, undefined])
  expect(await readAs(ada)).toEqual([swap.id, true, 1, clientId])
})

/** Every change kind that a feed shows, in an order in which each changes it. */
const changes: readonly (readonly [name: string, change: () => Promise<unknown>])[] = [
  ['a new broadcast', () => share()],
  ['a like', () => sql`update broadcasts set likes = likes + 1`.execute(server.db)],
  ['an own like', () => insertForViewer('likes (member_id, broadcast_id)', '(select id from broadcasts limit 1)')],
  [
    'an own reply',
    () => insertForViewer('replies (author_id, body, broadcast_id)', "'Hi', (select max(id) from broadcasts)"),
  ],
  ['a hidden reply', () => sql`update replies set hidden_at = now()`.execute(server.db)],
  ['a new name', () => sql`update members set name = 'AUTHOR' where name_key = 'author'`.execute(server.db)],
  ['a picture', () => sql`update members set picture_url = 'https://a.example/b.png'`.execute(server.db)],
  ['a new spelling of an artist', () => sql`update artists set name = upper(name)`.execute(server.db)],
  ['a new spelling of a track', () => sql`update tracks set title = upper(title)`.execute(server.db)],
  ['a mute', () => insertForViewer('mutes (muter_id, muted_id)', `${author.id}`)],
  ['the end of a mute', () => sql`delete from mutes`.execute(server.db)],
  ['a private profile', () => sql`update members set is_private = true where name_key = 'author'`.execute(server.db)],
  [
    'a follow by a private member',
    () =>
      sql`insert into follows (follower_id, followee_id)
    values (${author.id}, ${viewer.id})`.execute(server.db),
  ],
  ['a block', () => insertForViewer('blocks (blocker_id, blocked_id)', `${author.id}`)],
  ['the end of a block', () => sql`delete from blocks`.execute(server.db)],
  [
    'a mention in a caption',
    () =>
      sql`insert into broadcast_mentions (broadcast_id, member_id, written)
    select max(id), ${viewer.id}, 'viewer' from broadcasts`.execute(server.db),
  ],
  ['the end of a mention', () => sql`delete from broadcast_mentions`.execute(server.db)],
  [
    'a deleted broadcast',
    () => sql`delete from broadcasts where id in (select max(id) from broadcasts)`.execute(server.db),
  ],
  ['a deleted member', () => sql`update members set deleted_at = now() where name_key = 'author'`.execute(server.db)],
]

const insertForViewer = (target: string, values: string) =>
  sql.raw(`insert into ${target} select ${viewer.id}, ${values}`).execute(server.db)

test.each(changes)('%s changes a feed that was 304', async (_, change) => {
  const etag = await readTwice()
  await change()
  expect((await readFeed(etag)).status).toBe(200)
})
