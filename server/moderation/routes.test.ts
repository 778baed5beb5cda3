import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const rain = await makeTrack(server, 'Rain by Sol Ferro')
let round = 0
let admin: TestMember
let ada: TestMember
let bo: TestMember
beforeEach(async () => {
  await server.db.updateTable('members').set({ is_admin: false }).execute()
  await server.db.deleteFrom('reports').execute()
  round++
  admin = await makeMember(server, `root-of-${round}`)
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  await grant(admin)
})

const grant = (member: TestMember) =>
  server.db.updateTable('members').set({ is_admin: true }).where('id', '=', member.id).execute()
const measure = (name: string, query: Record<string, string | number>, as = admin) =>
  server.post(`/api/admin/${name}`, query, { as })
const read = async (name: string, query: Record<string, string | number> = {}, as = admin) =>
  (await server.get(`/api/admin/${name}`, query, { as })).body
const standing = async (of: TestMember) => (await server.get('/api/user/standing', { user: of.name }, { as: of })).body
const share = async (as: TestMember, title = 'Listen to this') => {
  const query = { user: as.name, title, body: '', relatedtype: 'Track', relatedid: rain }
  return server.post('/api/create-broadcast', query, { as })
}
const report = async (broadcast: number, by = ada, about = bo) => {
  const query = { user: by.name, other: about.name, reason: 'insults', relatedtype: 'Broadcast', relatedid: broadcast }
  return (await server.post('/api/user/report', query, { as: by })).body.id
}
const feedOf = async (viewer: TestMember): Promise<number[]> =>
  (await server.get('/api/get-broadcasts', { current_user: viewer.name }, { as: viewer })).body.broadcasts.map(
    (it: { id: number }) => it.id,
  )
const log = async (about: TestMember): Promise<string[]> =>
  (await read('audit-log', { member: about.name })).entries.map((it: { action: string }) => it.action)

test('every endpoint of admins is 401 for visitors, 403 for members and suspended admins, open to admins', async () => {
  const forAdmins = endpoints.filter((endpoint) => endpoint.access === 'admin')
  expect(forAdmins.length).toBeGreaterThan(12)
  const suspended = await makeMember(server, `suspended-root-${round}`)
  await grant(suspended)
  await measure('suspend', { member: suspended.name, reason: 'away' })
  const outcomes = []
  for (const { method, path } of forAdmins) {
    const seen = []
    for (const as of [undefined, ada, suspended]) {
      const { status, body } = await server.request(method, path, {}, as && { as })
      seen.push(`${status} ${body.code}`)
    }
    // 400: the parameters are missing.
    expect([200, 400], path).toContain((await server.request(method, path, {}, { as: admin })).status)
    outcomes.push([path, ...seen])
  }
  expect(outcomes).toEqual(forAdmins.map(({ path }) => [path, '401 no_session', '403 not_allowed', '403 suspended']))
})

describe('a report', () => {
  test('a report is listed with its content, and a measure closes it with the outcome', async () => {
    const { id: broadcast } = (await share(bo, 'You are all fools')).body
    const id = await report(broadcast)
    await report(broadcast)
    const { open, reports } = await read('reports')
    expect(open).toBe(2)
    expect(reports[1]).toMatchObject({
      id,
      reporter: ada.name,
      reported: bo.name,
      is_suspended: false,
      reason: 'insults',
      relatedtype: 'Broadcast',
      relatedid: broadcast,
      quote: 'You are all fools: Rain by Sol Ferro',
      content: 'visible',
      others_open: 1,
      closed_by: '',
    })
    await measure('hide-broadcast', { id: broadcast, is_hidden: 'true', reason: 'insults', report: id })
    expect((await read('reports')).reports.map((it: { content: string }) => it.content)).toEqual(['hidden'])
    const all = await read('reports', { state: 'all' })
    expect(all.reports[1]).toMatchObject({ id, closed_by: admin.name, outcome: 'broadcast_hidden' })
  })

  test('a report closed by two admins is closed and recorded once', async () => {
    const id = await report((await share(bo)).body.id)
    const other = await makeMember(server, `other-root-${round}`)
    await grant(other)
    await Promise.all([measure('close-report', { id }), measure('close-report', { id }, other)])
    expect(await log(bo)).toEqual(['report_closed'])
  })
})

describe('content', () => {
  test('a hidden broadcast is visible to its author alone, until it is shown again', async () => {
    const { id } = (await share(bo)).body
    await measure('hide-broadcast', { id, is_hidden: 'true', reason: 'spoilers' })
    expect([(await feedOf(ada)).includes(id), (await feedOf(bo)).includes(id)]).toEqual([false, true])
    const like = { user: ada.name, relatedtype: 'Broadcast', relatedid: id }
    expect((await server.post('/api/create-like', like, { as: ada })).status).toBe(404)
    const top = (as: TestMember) =>
      server.get('/api/user/top-broadcasted-tracks', { user: bo.name, current_user: as.name }, { as })
    expect((await top(ada)).body.topTracks).toEqual([])
    expect((await standing(bo)).warnings).toMatchObject([
      { kind: 'broadcast_hidden', reason: 'spoilers', about: 'Listen to this: Rain by Sol Ferro' },
    ])
    await measure('hide-broadcast', { id, is_hidden: 'false' })
    expect(await feedOf(ada)).toContain(id)
    expect(await log(bo)).toEqual(['broadcast_shown', 'broadcast_hidden'])
  })

  test('a deleted broadcast is gone, and a repeat has no effect', async () => {
    const { id } = (await share(bo)).body
    expect((await measure('take-down-broadcast', { id, reason: 'spam' })).status).toBe(200)
    expect((await measure('take-down-broadcast', { id, reason: 'spam' })).status).toBe(200)
    expect(await feedOf(bo)).not.toContain(id)
    expect((await standing(bo)).warnings).toHaveLength(1)
    expect(await log(bo)).toEqual(['broadcast_deleted'])
  })

  test('an admin who deletes a broadcast from the feed leaves a trace, its author leaves none', async () => {
    const [one, other] = [(await share(bo)).body.id, (await share(bo)).body.id]
    const linesBefore = server.lines.length
    await server.post('/api/delete-broadcast', { id: one }, { as: admin })
    await server.post('/api/delete-broadcast', { id: other }, { as: bo })
    expect(await log(bo)).toEqual(['broadcast_deleted'])
    const logged = server.lines.slice(linesBefore).filter((line) => line.includes('admin_act'))
    expect(logged).toEqual([expect.stringContaining(`member=${admin.id} act=delete-broadcast`)])
  })
})

describe('a suspension', () => {
  test('a suspended member reads and exports, cannot write, and can protect the account', async () => {
    await measure('suspend', { member: bo.name, reason: 'insults', until: '2026-11-28T12:00:00Z' })
    const refused = await share(bo)
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'Your account is suspended until 2026-11-28 12:00 UTC. Reason: insults', code: 'suspended' },
    ])
    expect((await server.get('/api/user/profile', { user: bo.name }, { as: bo })).status).toBe(200)
    expect((await server.get('/api/user/export', { user: bo.name }, { as: bo })).status).toBe(200)
    const block = await server.post('/api/user/block', { user: bo.name, other: ada.name }, { as: bo })
    expect(block.status).toBe(200)
    expect((await standing(bo)).suspension).toEqual({
      reason: 'insults',
      since: '2026-11-21T12:00:00.000Z',
      until: '2026-11-28T12:00:00.000Z',
    })
    expect((await server.get('/api/user/status', {}, { as: bo })).body.notices).toBe(1)
  })

  test('every write of members but those marked is rejected while suspended', async () => {
    await measure('suspend', { member: bo.name, reason: 'insults' })
    const writes = endpoints.filter(({ method, access }) => method === 'POST' && access === 'member')
    const open = []
    for (const endpoint of writes) {
      const { body } = await server.post(endpoint.path, {}, { as: bo })
      if (body.code !== 'suspended') open.push(endpointName(endpoint))
    }
    expect(open.toSorted()).toEqual(
      writes
        .filter((endpoint) => endpoint.whileSuspended === true)
        .map(endpointName)
        .toSorted(),
    )
  })

  test('a suspension ends at its time, or when the member is reinstated', async () => {
    await measure('suspend', { member: bo.name, reason: 'insults', until: '2026-11-28T12:00:00Z' })
    await measure('suspend', { member: ada.name, reason: 'insults' })
    expect([(await share(bo)).status, (await share(ada)).status]).toEqual([403, 403])
    server.clock.advance({ seconds: 8 * 86_400 })
    expect([(await share(bo)).status, (await share(ada)).status]).toEqual([200, 403])
    await measure('reinstate', { member: ada.name, reason: 'a mistake' })
    expect((await share(ada)).status).toBe(200)
    expect(await log(ada)).toEqual(['reinstated', 'suspended'])
    server.clock.advance({ seconds: -8 * 86_400 })
  })

  test('a suspended member is no random match', async () => {
    const count = async () => {
      const { rows } = await sql`select from members where not is_system`.execute(server.db)
      return rows.length
    }
    expect(await count()).toBeGreaterThan(2)
    await sql`update members set active_at = '2020-01-01'`.execute(server.db)
    await sql`update members set active_at = ${server.clock.now()} where id = any(${[ada.id, bo.id]})`.execute(
      server.db,
    )
    const match = async () =>
      (await server.get('/api/find-song-swap-match', { user: ada.name }, { as: ada })).body.matched_user_profile
    expect(await match()).toBe(bo.name)
    await measure('suspend', { member: bo.name, reason: 'insults' })
    expect(await match()).not.toBe(bo.name)
  })

  test.each([
    ['of oneself', () => ({ member: admin.name }), 'You cannot suspend yourself.'],
    ['of System', () => ({ member: 'System' }), 'System is not a member.'],
    ['that ends in the past', () => ({ until: '2026-11-21T11:59:59Z' }), 'The end must be in the future.'],
    ['that ends in 20 years', () => ({ until: '2046-11-21T11:59:59Z' }), /within ten years/],
    ['with an invalid end', () => ({ until: 'tomorrow' }), /until must be a time such as/],
    ['without a reason', () => ({ reason: ' ' }), 'reason must not be empty.'],
    ['of an unknown member', () => ({ member: 'nobody-here' }), 'User not found'],
  ])('a suspension %s is rejected', async (_, query, error) => {
    const { status, body } = await measure('suspend', { member: bo.name, reason: 'insults', ...query() })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  })
})

test('a warning is shown until its member confirms it', async () => {
  await measure('warn', { member: bo.name, reason: 'Please be kind.' })
  const [warning] = (await standing(bo)).warnings
  expect(warning).toMatchObject({ kind: 'warning', reason: 'Please be kind.' })
  const confirm = (as: TestMember) =>
    server.post('/api/user/confirm-warning', { user: as.name, id: warning.id }, { as })
  await confirm(ada)
  expect((await standing(bo)).warnings).toHaveLength(1)
  await confirm(bo)
  expect((await standing(bo)).warnings).toEqual([])
  expect((await read('member', { member: bo.name })).warnings).toMatchObject([
    { text: 'Please be kind.', by: admin.name, confirmed_at: '2026-11-21T12:00:00.000Z' },
  ])
})

describe('admins', () => {
  test('an admin can be made and removed, and the last one stays', async () => {
    await measure('set-admin', { member: ada.name, is_admin: 'true' })
    expect((await measure('set-admin', { member: admin.name, is_admin: 'false' }, ada)).status).toBe(200)
    const last = await measure('set-admin', { member: ada.name, is_admin: 'false' }, ada)
    expect([last.status, last.body.code]).toEqual([409, 'last_admin'])
    expect((await read('member', { member: ada.name }, ada)).is_last_admin).toBe(true)
  })

  test('of two admins that remove each other at once one remains', async () => {
    await grant(ada)
    await Promise.all([
      measure('set-admin', { member: admin.name, is_admin: 'false' }, ada),
      measure('set-admin', { member: ada.name, is_admin: 'false' }, admin),
    ])
    const admins = await server.db.selectFrom('members').select('id').where('is_admin', '=', true).execute()
    expect(admins).toHaveLength(1)
  })

  test('of two admins that suspend each other at once one remains', async () => {
    await grant(ada)
    const outcomes = await Promise.all([
      measure('suspend', { member: admin.name, reason: 'insults' }, ada),
      measure('suspend', { member: ada.name, reason: 'insults' }, admin),
    ])
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('the last admin that is not suspended can neither resign nor delete the account', async () => {
    const own = await server.signUp(`olga${round}`)
    await grant(own)
    await measure('suspend', { member: admin.name, reason: 'away' }, own)
    const resign = await measure('set-admin', { member: own.name, is_admin: 'false' }, own)
    expect([resign.status, resign.body.code]).toEqual([409, 'last_admin'])
    expect((await read('member', { member: own.name }, own)).is_last_admin).toBe(true)
    const query = { user: own.name, password: own.password }
    const leave = await server.post('/api/user/delete-account', query, { as: own })
    expect([leave.status, leave.body.code]).toEqual([409, 'last_admin'])
    expect((await measure('set-admin', { member: admin.name, is_admin: 'false' }, own)).status).toBe(200)
  })
})

test('the record of a member has notes, sessions and reports, and blocking the admin hides nothing', async () => {
  await server.post('/api/user/block', { user: bo.name, other: admin.name }, { as: bo })
  await measure('add-note', { member: bo.name, text: 'Second account of cy?' })
  await measure('end-sessions', { member: bo.name })
  expect(await read('member', { member: bo.name })).toMatchObject({
    username: bo.name,
    sessions: 0,
    suspension: null,
    notes: [{ text: 'Second account of cy?', by: admin.name }],
    reports_about: 0,
  })
  expect((await server.get('/api/user/standing', { user: bo.name }, { as: bo })).status).toBe(401)
  const found = await read('members', { search_term: `@BO${round}` })
  expect([found.total, found.members[0].username]).toEqual([1, bo.name])
  expect((await read('members', { search_term: '%' })).total).toBe(0)
})

test('the search for members folds letters as names do', async () => {
  const zoe = await makeMember(server, `Zo\u00eb${round}`)
  for (const search_term of [`Zoe\u0308${round}`, `\uff3a\uff2f\u00cb${round}`]) {
    const { members } = await read('members', { search_term })
    expect(members.map((member: { username: string }) => member.username)).toEqual([zoe.name])
  }
})

test('the audit log cannot be changed or deleted, and outlives the account of its subject', async () => {
  await measure('warn', { member: bo.name, reason: 'Please be kind.' })
  for (const statement of ["update audit_log set action = 'x'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(sql.raw(statement).execute(server.db)).rejects.toThrow('The audit log is append-only.')
  }
  await server.db.deleteFrom('members').where('id', '=', bo.id).execute()
  expect((await read('audit-log')).entries[0]).toMatchObject({ action: 'warned', member: '', by: admin.name })
})
