import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ClientId, Done, IntParam } from '#contract/wire.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { testApi } from '#tests/support/test-api.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { Refusal } from './refusal.ts'
import { type RouteOptions, route } from './route.ts'

const addSwag = defineEndpoint({
  method: 'POST',
  path: '/api/test-add-swag',
  summary: '',
  access: 'member',
  visibility: 'own',
  query: v.object({ swag: IntParam, client_id: v.optional(ClientId) }),
  response: Done,
  failure: '',
})

/** A write that is not idempotent by itself: each effect adds. */
async function aCounter(options: Partial<RouteOptions<typeof addSwag>> = {}) {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const { request } = testApi(server, [addSwag], (api) =>
    route(api, addSwag, {
      handle: async ({ tx, member, query }) => {
        await tx
          .updateTable('members')
          .set((of) => ({ swag: of('swag', '+', query.swag) }))
          .where('id', '=', member.id)
          .execute()
        return { success: true }
      },
      ...options,
    }),
  )
  const send = (query: { swag: number | string; client_id?: string }, as: TestMember = ada) =>
    request('POST', '/api/test-add-swag', query, { as })
  const swagOf = async ({ id }: TestMember) =>
    (await server.db.selectFrom('members').select('swag').where('id', '=', id).executeTakeFirstOrThrow()).swag
  return { server, ada, send, swagOf }
}

test('a repeated write takes effect once and returns the first response with its client_id', async () => {
  const { ada, send, swagOf } = await aCounter()
  const client_id = randomUUID()
  const first = await send({ swag: 1, client_id })
  expect(first.body).toEqual({ success: true, client_id })
  expect(await send({ swag: '01', client_id: client_id.toUpperCase() })).toMatchObject({
    status: 200,
    body: first.body,
  })
  expect(await swagOf(ada)).toBe(1)
  await send({ swag: 1, client_id: randomUUID() })
  expect(await swagOf(ada)).toBe(2)
})

test('twenty concurrent copies take effect once and have the same response', async () => {
  const { ada, send, swagOf } = await aCounter()
  const client_id = randomUUID()
  const responses = await Promise.all(Array.from({ length: 20 }, () => send({ swag: 1, client_id })))
  expect(new Set(responses.map((response) => JSON.stringify([response.status, response.body])))).toEqual(
    new Set([JSON.stringify([200, { success: true, client_id }])]),
  )
  expect(await swagOf(ada)).toBe(1)
})

test('a client_id reused with another input or endpoint is 422', async () => {
  const { server, ada, send, swagOf } = await aCounter()
  const client_id = randomUUID()
  await send({ swag: 1, client_id })
  const other = await send({ swag: 2, client_id })
  expect([other.status, other.body.code]).toEqual([422, 'client_id_reused'])
  const follow = await server.post('/api/user/follow', { follower: 'Ada', followee: 'System', client_id }, { as: ada })
  expect(follow.status).toBe(422)
  expect(await swagOf(ada)).toBe(1)
})

test('two members may choose the same client_id', async () => {
  const { server, ada, send, swagOf } = await aCounter()
  const bo = await server.signUp('Bo')
  const client_id = randomUUID()
  await send({ swag: 1, client_id })
  await send({ swag: 2, client_id }, bo)
  expect([await swagOf(ada), await swagOf(bo)]).toEqual([1, 2])
})

test('a late copy of a rejected write is rejected again although the cause is gone', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const client_id = randomUUID()
  const follow = (id: string) =>
    server.post('/api/user/follow', { follower: 'Ada', followee: 'Bo', client_id: id }, { as: ada })
  const refused = await follow(client_id)
  expect(refused.status).toBe(404)
  await server.signUp('Bo')
  expect(await follow(client_id)).toMatchObject({ status: 404, body: refused.body })
  expect(await server.db.selectFrom('follows').selectAll().execute()).toEqual([])
  expect((await follow(randomUUID())).status).toBe(200)
})

test('a late copy of a write that was rejected before its transaction is rejected again', async () => {
  let isRefused = true
  const { send } = await aCounter({
    prepare: async () => {
      if (isRefused) throw new Refusal(403, 'Not here.')
    },
  })
  const client_id = randomUUID()
  expect((await send({ swag: 1, client_id })).status).toBe(403)
  isRefused = false
  expect(await send({ swag: 1, client_id })).toMatchObject({ status: 403, body: { error: 'Not here.' } })
  expect((await send({ swag: 1, client_id: randomUUID() })).status).toBe(200)
})

test.each([401, 429, 500, 503] as const)('a write may be retried after %i and take effect', async (status) => {
  let isRefused = true
  const { send } = await aCounter({
    handle: async () => {
      if (isRefused) throw new Refusal(status, 'Not now.')
      return { success: true }
    },
  })
  const client_id = randomUUID()
  expect((await send({ swag: 1, client_id })).status).toBe(status)
  isRefused = false
  expect((await send({ swag: 1, client_id })).status).toBe(200)
})

test('a failed effect leaves neither changes nor its client_id', async () => {
  let isBroken = true
  const { ada, server, send, swagOf } = await aCounter({
    handle: async ({ tx, member }) => {
      await tx.updateTable('members').set({ swag: 5 }).where('id', '=', member.id).execute()
      if (isBroken) throw new Error('half way')
      return { success: true }
    },
  })
  const client_id = randomUUID()
  expect((await send({ swag: 1, client_id })).status).toBe(500)
  expect(await swagOf(ada)).toBe(0)
  expect(await server.db.selectFrom('client_ids').selectAll().execute()).toEqual([])
  isBroken = false
  await send({ swag: 1, client_id })
  expect(await swagOf(ada)).toBe(5)
})

test('a copy that waits too long for the first one is 503', async () => {
  const { ada, server, send } = await aCounter()
  const client_id = randomUUID()
  const row = { member_id: ada.id, client_id, endpoint: '', fingerprint: Buffer.of(), status: null, answer: null }
  await server.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('client_ids')
      .values({ ...row, delete_after: null })
      .execute()
    const waited = await send({ swag: 1, client_id })
    expect([waited.status, waited.body.code, waited.headers.get('retry-after')]).toEqual([503, 'busy', '1'])
  })
})

test('responses are stored for 90 days, or for good if an effect must never happen twice', async () => {
  for (const [storeResponse, swag] of [
    ['90 days', 2],
    ['for good', 1],
  ] as const) {
    const { server, ada, send, swagOf } = await aCounter({ retainResponse: storeResponse })
    const client_id = randomUUID()
    await send({ swag: 1, client_id })
    server.clock.advance({ days: 89 })
    await runScheduled(server.db, 'delete-old-client-ids', server.clock.now())
    await send({ swag: 1, client_id })
    expect(await swagOf(ada)).toBe(1)
    server.clock.advance({ days: 2 })
    await runScheduled(server.db, 'delete-old-client-ids', server.clock.now())
    await send({ swag: 1, client_id })
    expect(await swagOf(ada)).toBe(swag)
  }
})

test('the stored data of a write contain no trace of a password', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const change = (new_password: string, client_id: string) =>
    server.post(
      '/api/user/change-password',
      { user: 'Ada', password: ada.password, new_password, client_id },
      { as: ada },
    )
  const client_id = randomUUID()
  expect((await change('a new password', client_id)).body).toEqual({ success: true, client_id })
  // The old password is no longer valid; the copy returns the first response all the same.
  expect((await change('a new password', client_id)).body).toEqual({ success: true, client_id })
  const kept = await server.db.selectFrom('client_ids').select(['fingerprint']).execute()
  await change('a third password', randomUUID())
  const both = await server.db.selectFrom('client_ids').select(['fingerprint']).execute()
  expect(both.map((row) => row.fingerprint.toString('hex'))).toEqual(
    Array(2).fill(kept[0]?.fingerprint.toString('hex')),
  )
})
