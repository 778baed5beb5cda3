import { beforeEach, describe, expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const rain = await makeTrack(server, 'Rain by Sol Ferro')
let round = 0
let ada: TestMember
let bo: TestMember
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  await server.db.deleteFrom('reports').execute()
})

const report = (query: Record<string, string | number> = {}, as = ada) =>
  server.post('/api/user/report', { user: as.name, other: bo.name, reason: 'insults', ...query }, { as })
const listReports = () => server.db.selectFrom('reports').selectAll().execute()
const share = async (as: TestMember) => {
  const query = { user: as.name, title: 'You are all fools', body: 'x', relatedtype: 'Track', relatedid: rain }
  return (await server.post('/api/create-broadcast', query, { as })).body.id
}
const say = async (as: TestMember, to: TestMember) =>
  (await server.post('/api/send-direct-message', { user: as.name, recipient: to.name, message: 'fool' }, { as })).body
    .id

describe('a report', () => {
  test('a report is stored with its members, content and reason', async () => {
    const relatedid = await share(bo)
    const { body } = await report({ relatedtype: 'Broadcast', relatedid })
    expect(body).toEqual({ success: true, id: expect.any(Number) })
    expect(await listReports()).toMatchObject([
      {
        id: body.id,
        reporter_id: ada.id,
        reported_id: bo.id,
        reason: 'insults',
        related_type: 'Broadcast',
        related_id: relatedid,
        quote: 'You are all fools: Rain by Sol Ferro',
        closed_at: null,
      },
    ])
  })

  test('a report stores the text of content deleted later', async () => {
    const id = await share(bo)
    await report({ relatedtype: 'Broadcast', relatedid: id })
    await server.post('/api/delete-broadcast', { id }, { as: bo })
    expect(await listReports()).toMatchObject([{ quote: 'You are all fools: Rain by Sol Ferro' }])
  })

  test('a report of a broadcast works after blocking', async () => {
    const id = await share(bo)
    await server.post('/api/user/block', { user: ada.name, other: bo.name }, { as: ada })
    expect((await report({ relatedtype: 'Broadcast', relatedid: id })).status).toBe(200)
  })

  test('a report of a member works after blocking', async () => {
    const id = await say(bo, ada)
    await server.post('/api/user/block', { user: ada.name, other: bo.name }, { as: ada })
    expect((await report({ relatedtype: 'Message', relatedid: id })).status).toBe(200)
    expect(await listReports()).toMatchObject([{ quote: 'fool' }])
  })
})

describe('rejected reports', () => {
  test('reports of foreign, invisible, deleted and unknown content are rejected with one message', async () => {
    const cy = await makeMember(server, `cy${round}`)
    const own = await share(ada)
    const theirs = await say(bo, cy)
    const deleted = await share(bo)
    await server.post('/api/delete-broadcast', { id: deleted }, { as: bo })
    const hidden = await share(bo)
    await server.post('/api/user/edit-privacy', { user: bo.name, is_private: 'true' }, { as: bo })
    const responses = []
    for (const query of [
      { relatedtype: 'Broadcast', relatedid: own },
      { relatedtype: 'Broadcast', relatedid: deleted },
      { relatedtype: 'Broadcast', relatedid: hidden },
      { relatedtype: 'Broadcast', relatedid: 999_999_999 },
      { relatedtype: 'Message', relatedid: theirs },
      { relatedtype: 'Message', relatedid: 999_999_999 },
      { relatedtype: 'Swap', relatedid: 999_999_999 },
    ]) {
      const { status, body } = await report(query)
      responses.push(JSON.stringify([status, body]))
    }
    expect(new Set(responses)).toEqual(
      new Set(['[404,{"error":"This was deleted, or it is not by this member.","code":"not_found"}]']),
    )
    expect(await listReports()).toEqual([])
  })

  test('a report beyond the daily limit is rejected with a code that blocks no other action', async () => {
    const rateLimits = { ...ampleRateLimits, memberReports: { burst: 2, perSecond: 1 / 43_200 } }
    const limited = await testServer({ settings: { rateLimits } })
    const [di, ed] = [await makeMember(limited, 'di'), await makeMember(limited, 'ed')]
    const send = () => limited.post('/api/user/report', { user: 'di', other: ed.name, reason: 'insults' }, { as: di })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    const { status, body, headers } = await send()
    expect([status, body]).toEqual([429, { error: 'Too many reports. Try again in 12 h.', code: 'daily_limit' }])
    expect(headers.get('retry-after')).toBe('43200')
  })

  test.each([
    ['of oneself', () => ({ other: ada.name }), 'You cannot report yourself.'],
    ['of System', () => ({ other: 'System' }), 'System cannot be reported.'],
    ['of an unknown member', () => ({ other: 'nobody-here' }), 'User not found'],
    ['without a reason', () => ({ reason: '  ' }), 'reason must not be empty.'],
    ['with a reason of 501 characters', () => ({ reason: 'x'.repeat(501) }), 'reason must be at most 500 characters.'],
    [
      'of a kind without a number',
      () => ({ relatedtype: 'Swap' }),
      'relatedtype and relatedid must be given together.',
    ],
  ])('a report %s is rejected', async (_, query, error) => {
    expect((await report(query())).body.error).toBe(error)
  })
})
