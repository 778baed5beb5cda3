import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type Endpoint, endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import { uploads } from '#contract/uploads.ts'
import { hashPassword } from '#server/accounts/index.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestResponse, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * Every endpoint, called with other members' visible, hidden and deleted content by a suspended
 * admin and by a suspended member without that right: both receive the same response.
 */

const PASSWORD = 'the same for both of them'
let passwordHash: string
let server: TestServer
let track: number
/** Other members: one visible, one with a private profile, one that has blocked both callers. */
let others: readonly TestMember[]
/** Ids of others' content, in any table. */
let contentIds: readonly number[]
/** Ids of swaps between others. */
let swapIds: readonly number[]

beforeAll(async () => {
  server = await testServer()
  passwordHash = await hashPassword(PASSWORD)
  track = await makeTrack(server, 'Rain by Sol Ferro')
  const boss = await makeMember(server, 'boss')
  others = [
    await makeMember(server, 'ada'),
    await makeMember(server, 'private-pam'),
    await makeMember(server, 'blocking-bo'),
  ]
  const [ada = boss, pam = boss, bo = boss] = others
  const set = (member: TestMember, fields: object) =>
    server.db.updateTable('members').set(fields).where('id', '=', member.id).execute()
  await set(boss, { is_admin: true })
  await set(pam, { is_private: true })
  // A random match is the same for both callers.
  for (const member of [boss, pam, bo]) await set(member, { active_at: new Date('2026-01-01T00:00:00Z') })

  const hidden = { id: await share(ada), member: ada }
  const deleted = { id: await share(ada), member: ada }
  const visible = [
    { id: await share(ada), member: ada },
    { id: await share(pam), member: pam },
  ]
  const ofBlocker = { id: await share(bo), member: bo }
  const replyIds = [await reply(pam, visible[0]?.id ?? 0), await reply(pam, visible[0]?.id ?? 0)]
  const measure = async (name: string, query: Record<string, string | number>) =>
    expect((await server.post(`/api/admin/${name}`, query, { as: boss })).status, name).toBe(200)
  await measure('hide-broadcast', { id: hidden.id, is_hidden: 'true', reason: 'spoilers' })
  await measure('hide-reply', { id: replyIds[1] ?? 0, is_hidden: 'true', reason: 'spoilers' })
  await measure('take-down-broadcast', { id: deleted.id, reason: 'spoilers' })
  await post(pam, '/api/user/report', { user: pam.name, other: ada.name, reason: 'Rude.' })
  const { id: messageId } = await post(ada, '/api/send-direct-message', {
    user: ada.name,
    recipient: pam.name,
    message: 'hello',
  })
  contentIds = [
    ...new Set([hidden.id, deleted.id, ...visible.map(({ id }) => id), ofBlocker.id, ...replyIds, messageId]),
  ]
  swapIds = [await insertCompletedSwap(server, ada, pam, track)]
})

const post = async (as: TestMember, path: string, query: Record<string, string | number>) => {
  const { status, body } = await server.post(path, query, { as })
  expect([path, status]).toEqual([path, 200])
  return body
}
const share = async (as: TestMember): Promise<number> => {
  const query = { user: as.name, title: 'Listen', body: '', relatedtype: 'Track', relatedid: track }
  return (await post(as, '/api/create-broadcast', query)).id
}
const reply = async (as: TestMember, broadcast: number): Promise<number> =>
  (await post(as, '/api/create-reply', { user: as.name, broadcast, text: 'Oh.' })).id

/** A suspended member with a password, a broadcast and a reply. */
interface Caller extends TestMember {
  readonly ownIds: readonly number[]
}

let round = 0
async function makeCaller(kind: 'admin' | 'plain'): Promise<Caller> {
  const made = await makeMember(server, `caller-${kind === 'admin' ? 'a' : 'p'}-${round++}`)
  const broadcast = await share(made)
  const ownIds = [broadcast, await reply(made, broadcast)]
  await server.db
    .updateTable('members')
    .set({ password_hash: passwordHash, is_admin: kind === 'admin' })
    .where('id', '=', made.id)
    .execute()
  const [, , blocker] = others
  if (blocker) await post(blocker, '/api/user/block', { user: blocker.name, other: made.name })
  await server.db
    .insertInto('suspensions')
    .values({ member_id: made.id, reason: 'spam', since: server.clock.now(), until: null, admin_id: null })
    .execute()
  return { ...made, ownIds }
}

/** What a request aims at: content and a member. */
interface Aim {
  readonly id: (me: Caller) => number
  readonly member: (me: Caller) => string
}

function listAims(): readonly Aim[] {
  const ids = [
    ...contentIds.map((id) => () => id),
    ({ ownIds }: Caller) => ownIds[0] ?? 0,
    ({ ownIds }: Caller) => ownIds[1] ?? 0,
  ]
  return ids.map((id, place) => ({
    id,
    member: (me) => [...others.map(({ name }) => name), me.name][place % (others.length + 1)] ?? me.name,
  }))
}

/** Parameters that are left out: alternatives to another one. */
const LEFT_OUT = new Set([
  'made_by',
  'message_client_id',
  'partial',
  'single_sign_on',
  'before',
  'device',
  'base_url',
  'playlist',
])

/** Values by parameter name. */
const VALUES: Readonly<Record<string, (me: Caller, aim: Aim) => string | number>> = {
  account: (me) => me.name,
  code: () => 'AAAAAAAAAAAAAAAAAAAAAA',
  contact: () => 'mail@flipside.example',
  current_user: (me) => me.name,
  days: () => 7,
  auth: () => 'A'.repeat(22),
  email: () => 'else@flipside.example',
  emoji: () => '🎧',
  endpoint: () => 'https://push.example/x',
  follower: (me) => me.name,
  from: () => '2026-01-01T00:00:00Z',
  from_id: () => 1,
  limit: () => 10,
  listened_at: () => '2026-11-01T00:00:00Z',
  invitation: () => 'AAAAAAAAAAAAAAAAAAAAAA',
  max_uses: () => 1,
  new_password: () => 'another one for both',
  offset: () => 0,
  next: () => '/feed',
  p256dh: () => 'A'.repeat(87),
  duration_ms: () => 200_000,
  password: () => PASSWORD,
  played_at: () => '2026-11-01T00:00:00Z',
  played_ms: () => 150_000,
  pictures: () => 'none',
  quiet_from: () => 0,
  quiet_to: () => 1,
  reaction: () => 3,
  recipient: (me, aim) => aim.member(me),
  search_term: () => 'ada',
  songswapid: () => swapIds[0] ?? 0,
  strangers_per_day: () => 5,
  time_zone: () => 'Europe/Berlin',
  track_id: () => track,
  track_ids: () => String(track),
  trackid: () => track,
  until: () => '2026-12-01T00:00:00Z',
  url: () => 'https://music.example/x',
  week: () => '2026-W47',
}
const IDS = new Set(['id', 'broadcast', 'message_id', 'relatedid', 'report', 'up_to'])
const MEMBERS = new Set(['conversant', 'followee', 'matched_user', 'member', 'other', 'sender', 'user'])

/** Values for endpoints with parameters that differ in form from others with the same name. */
const VALUES_BY_ENDPOINT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /api/user/delete-listen': { id: '1790000000000000.0000000001' },
  'POST /api/user/correct-listen': { id: '1790000000000000.0000000001' },
  'POST /api/user/mark-activity-read': { up_to: '1790000000000000.0000000001' },
  'POST /api/user/remove-listens': { source: 'koito', kept_source: 'maloja' },
  'GET /api/user/chart': { from: '2026-01-01', until: '2026-12-01' },
  'GET /api/user/listening-time': { from: '2026-01-01', until: '2026-12-01' },
  'GET /api/user/rewind': { period: '2026-10' },
}

function toQuery(endpoint: Endpoint, me: Caller, aim: Aim): Record<string, string | number> {
  const { actor, query } = endpoint
  const entries = Object.entries(query.entries)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, schema]) => {
      if (name === actor) return [name, me.name] as const
      if (name === 'client_id') return [name, randomUUID()] as const
      if (IDS.has(name)) return [name, aim.id(me)] as const
      if (MEMBERS.has(name)) return [name, aim.member(me)] as const
      const value = VALUES[name]
      return [name, value ? value(me, aim) : (readOption(schema) ?? 'text')] as const
    })
  return { ...Object.fromEntries(entries), ...VALUES_BY_ENDPOINT[endpointName(endpoint)] }
}

/** Returns the first value in a list of choices. */
function readOption(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { options, wrapped } = schema as { options?: unknown; wrapped?: unknown }
  const [first] = Array.isArray(options) ? options : []
  return typeof first === 'string' ? first : readOption(wrapped)
}

/** Returns a response without what differs for any two members: names, ids, random values. */
function normalize({ status, body }: TestResponse): string {
  if (typeof body === 'string') return `${status}`
  return `${status} ${JSON.stringify(body)
    .replaceAll(/caller-[ap]-\d+/g, 'CALLER')
    .replaceAll(/"(id|broadcastid|song_swap_id|user_handle)":("[^"]*"|\d+)/g, '"$1":0')
    .replaceAll(/"own_replies":\[[^\]]*\],/g, '')
    .replaceAll(/[\w-]{20,}/g, 'RANDOM')}`
}

afterEach(async () => {
  const { db } = server
  const callers = db.selectFrom('members').select('id').where('name', '~', '^caller-')
  await db.deleteFrom('broadcasts').where('author_id', 'in', callers).execute()
  await db.deleteFrom('replies').where('author_id', 'in', callers).execute()
})

const everyEndpoint = [...endpoints, ...[...uploads, ...downloads].map(({ endpoint }) => endpoint)]

test.each(everyEndpoint.map((endpoint) => ({ name: endpointName(endpoint), endpoint })))(
  '$name responds to a suspended admin as to any suspended member',
  async ({ endpoint }) => {
    const involvesOthers = Object.keys(endpoint.query.entries).some(
      (name) => name !== endpoint.actor && (IDS.has(name) || MEMBERS.has(name)),
    )
    const [plain, admin] = [await makeCaller('plain'), await makeCaller('admin')]
    for (const aim of listAims().slice(0, involvesOthers ? undefined : 1)) {
      const seen = []
      for (const me of [plain, admin]) {
        const query = toQuery(endpoint, me, aim)
        const { issues = [] } = v.safeParse(endpoint.query, query)
        expect(issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)).toEqual([])
        seen.push(normalize(await server.request(endpoint.method, endpoint.path, query, { as: me })))
      }
      expect(seen[1]).toBe(seen[0])
      if (endpoint.access === 'admin') expect(seen[1]).toMatch(/^403 /)
    }
  },
)

test('the content of other members is as it was before', async () => {
  const count = async (table: 'replies' | 'messages' | 'song_swaps') => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)}`.execute(server.db)
    return rows[0]?.count
  }
  const ofOthers = await server.db
    .selectFrom('broadcasts')
    .select('id')
    .where(
      'author_id',
      'in',
      others.map(({ id }) => id),
    )
    .execute()
  expect(ofOthers).toHaveLength(4)
  expect([await count('replies'), await count('messages'), await count('song_swaps')]).toEqual([2, 1, 1])
})
