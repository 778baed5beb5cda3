import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { defineEndpoint, type Endpoint, endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { importListens } from '#contract/listening/import-listens.ts'
import { ClientId, Done } from '#contract/wire.ts'
import { type Config, rateLimitSettings } from '#server/config/config.ts'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { testApi } from '#tests/support/test-api.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { once } from './idempotency.ts'
import { toLimitKey } from './limits.ts'
import { parseQuery } from './query.ts'
import { Refusal } from './refusal.ts'
import { route } from './route.ts'

/** The writes that a client can repeat. A picture's client_id belongs to its body: see below. */
const writes: readonly Endpoint[] = [...endpoints, importListens].filter(
  ({ method, query }) => method === 'POST' && 'client_id' in query.entries,
)

const repeated = defineEndpoint({
  method: 'POST',
  path: '/api/test-repeat',
  summary: '',
  access: 'member',
  visibility: 'own',
  query: v.object({ text: v.string(), client_id: v.optional(ClientId) }),
  response: Done,
  failure: '',
})

/** Values with at least one that is valid for each contract parameter. */
const VALUES = [
  'Ada',
  '1',
  'true',
  'dark',
  'a text',
  'https://music.example/1',
  '2026-01-01T00:00:00Z',
  'ada@flipside.example',
  'a'.repeat(43),
  'A'.repeat(22),
  'A'.repeat(87),
  '1700000000000000.0000000001',
  '[]',
  '{}',
]

/** Returns the values that a schema names, such as a picklist's. */
function optionsIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { options, pipe, wrapped } = schema as { options?: unknown; pipe?: unknown; wrapped?: unknown }
  const own = Array.isArray(options) ? options.filter((option) => typeof option === 'string') : []
  return [...own, ...[...(Array.isArray(pipe) ? pipe : []), wrapped].flatMap(optionsIn)]
}

function makeQuery({ query, actor }: Endpoint): Record<string, string> {
  const required = Object.entries(query.entries).filter(([, schema]) => !v.safeParse(schema, undefined).success)
  return Object.fromEntries(
    required.map(([name, schema]) => {
      const value = [...optionsIn(schema), ...VALUES].find((candidate) => v.safeParse(schema, candidate).success)
      if (value === undefined) throw new Error(`VALUES has no valid ${name}`)
      return [name, name === actor ? 'Ada' : value]
    }),
  )
}

/** A server that allows reads only: every other limit is used up. */
async function exhausted(reads: Partial<Config['rateLimits']> = {}) {
  const none = Object.fromEntries(Object.keys(rateLimitSettings).map((name) => [name, { burst: 0, perSecond: 1e-9 }]))
  const { addressReads, memberReads } = ampleRateLimits
  const rateLimits = { ...ampleRateLimits, ...none, addressReads, memberReads, ...reads }
  const server = await testServer({ settings: { rateLimits } })
  const ada = await makeMember(server, 'Ada')
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', ada.id).execute()
  const names = Object.keys(rateLimitSettings) as (keyof Config['rateLimits'])[]
  const rows = names.flatMap((name) =>
    [ada.id, '127.0.0.1'].map((subject) => ({ key: toLimitKey(name, subject), tokens: 0, is_allowed: false })),
  )
  const refilled_at = server.clock.now()
  await server.db
    .insertInto('rate_limits')
    .values(rows.map((row) => ({ ...row, refilled_at })))
    .execute()
  return { server, ada }
}

/** Stores a response for a new client_id, as executing the write does. */
async function executed({ db, clock }: TestServer, ada: TestMember, endpoint: Endpoint, query: Record<string, string>) {
  const client_id = randomUUID()
  const sent = { ...query, client_id }
  const parsed = parseQuery(endpoint, `http://localhost${endpoint.path}?${new URLSearchParams(sent)}`)
  const write = { memberId: ada.id, clientId: client_id, path: endpoint.path, query: parsed, deleteAfter: null }
  const effect = () => Promise.reject(new Refusal(409, 'Executed before.'))
  await once(db, { ...write, now: clock.now() }, effect)
  return sent
}

describe('a repeat of an executed write', async () => {
  const { server, ada } = await exhausted()

  test.each(writes.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
    'of %s has the stored response beyond every limit',
    async (_name, endpoint) => {
      const query = makeQuery(endpoint)
      const post = (sent: Record<string, string>) => server.post(endpoint.path, sent, { as: ada })
      const first = await post({ ...query, client_id: randomUUID() })
      expect(first.status).toBe(429)
      const sent = await executed(server, ada, endpoint, query)
      const repeat = await post(sent)
      expect([repeat.status, repeat.body.error]).toEqual([409, 'Executed before.'])
      expect((await post({ ...sent, client_id: sent.client_id.toUpperCase() })).status).toBe(409)
    },
  )
})

const send = (server: TestServer, as: TestMember, query: Record<string, string>, from?: string) =>
  server.post('/api/user/follow', { follower: 'Ada', followee: 'System', ...query }, { as, ...(from && { from }) })

test('a flood of repeats gets a Retry-After, never a final refusal', async () => {
  const { server, ada } = await exhausted({ memberReads: { burst: 3, perSecond: 0.5 } })
  const follow = writes.find(({ path }) => path === '/api/user/follow')
  if (follow === undefined) throw new Error('the contract has no such endpoint')
  const sent = await executed(server, ada, follow, { follower: 'Ada', followee: 'System' })
  const levels = () => server.db.selectFrom('rate_limits').select(['key', 'tokens']).orderBy('key').execute()
  const before = await levels()
  for (let n = 0; n < 3; n++) expect((await send(server, ada, sent)).status).toBe(409)
  const flooded = await send(server, ada, sent)
  expect([flooded.status, flooded.body.code, flooded.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2'])
  expect(await levels()).toEqual(before)
  server.clock.advance({ seconds: 2 })
  expect((await send(server, ada, sent)).status).toBe(409)
})

test('look-ups are limited by address before they reach the database', async () => {
  const { server, ada } = await exhausted({ addressReads: { burst: 2, perSecond: 0.1 } })
  const from = '192.0.2.1'
  await send(server, ada, { client_id: randomUUID() }, from)
  await send(server, ada, { client_id: randomUUID() }, from)
  await server.db.destroy()
  const flooded = await send(server, ada, { client_id: randomUUID() }, from)
  expect([flooded.status, flooded.body.code]).toEqual([429, 'rate_limited'])
})

test('a repeated reply takes no further token of its limit', async () => {
  const rateLimits = { ...ampleRateLimits, memberReplies: { burst: 2, perSecond: 1e-9 } }
  const server = await testServer({ settings: { rateLimits } })
  const ada = await makeMember(server, 'Ada')
  const { id } = (await shareTrack(server, ada, await makeTrack(server, 'Tide by Ebb'))).body
  const reply = (client_id: string) =>
    server.post('/api/create-reply', { user: 'Ada', broadcast: id, text: 'x', client_id }, { as: ada })
  const client_id = randomUUID()
  const first = await reply(client_id)
  for (let n = 0; n < 5; n++) expect((await reply(client_id)).body).toEqual(first.body)
  expect((await reply(randomUUID())).status).toBe(200)
  expect((await reply(randomUUID())).body.code).toBe('daily_limit')
  expect((await reply(client_id)).body).toEqual(first.body)
})

test('copies of one broadcast at once take one token of its limit, and none is refused', async () => {
  const rateLimits = { ...ampleRateLimits, memberBroadcasts: { burst: 3, perSecond: 1e-9 } }
  const server = await testServer({ settings: { rateLimits } })
  const ada = await makeMember(server, 'Ada')
  const track = await makeTrack(server, 'Tide by Ebb')
  const client_id = randomUUID()
  const copies = await Promise.all(Array.from({ length: 50 }, () => shareTrack(server, ada, track, { client_id })))
  const [first] = copies
  expect(first?.status).toBe(200)
  for (const copy of copies) expect(copy.body).toEqual(first?.body)
  expect((await shareTrack(server, ada, track)).status).toBe(200)
  expect((await shareTrack(server, ada, track)).status).toBe(200)
  expect((await shareTrack(server, ada, track)).body.code).toBe('daily_limit')
})

test('a repeat does not prepare again, and a client_id of another input is still 422', async () => {
  let prepared = 0
  const endpoint = { ...repeated, path: '/api/test-prepare' as const }
  const server = await testServer()
  const ada = await makeMember(server, 'Ada')
  const { request } = testApi(server, [endpoint], (api) =>
    route(api, endpoint, {
      prepare: async () => void prepared++,
      handle: () => ({ success: true }),
    }),
  )
  const client_id = randomUUID()
  const post = (text: string) => request('POST', endpoint.path, { text, client_id }, { as: ada })
  const first = await post('a')
  expect(await post('a')).toMatchObject({ status: 200, body: first.body })
  expect((await post('b')).body.code).toBe('client_id_reused')
  expect(prepared).toBe(1)
})

test('an upload that is identified by its body stays within its limits', async () => {
  const rateLimits = { ...ampleRateLimits, memberWrites: { burst: 1, perSecond: 0.1 } }
  const server = await testServer({ settings: { rateLimits } })
  const ada = await makeMember(server, 'Ada')
  let read = 0
  const { request } = testApi(server, [repeated], (api) =>
    route(api, repeated, {
      prepare: async ({ body }) => {
        read++
        return (await body.read(10)).bytes.toString()
      },
      fingerprint: (text) => text,
      handle: () => ({ success: true }),
    }),
  )
  const query = { text: 'a', client_id: randomUUID() }
  const post = () => request('POST', repeated.path, query, { as: ada, body: 'a' })
  expect((await post()).status).toBe(200)
  expect((await post()).body.code).toBe('rate_limited')
  expect(read).toBe(1)
})
