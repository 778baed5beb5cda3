import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SESSION_COOKIE, SIGN_IN_COOKIE } from '#contract/storage-names.ts'
import { hashToken } from '#server/http/session.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { type ProviderFaults } from '#tests/support/openid-provider.ts'
import { singleSignOnWorld } from '#tests/support/single-sign-on-world.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { createSecrets, insertFlow, takeFlow } from './flows.ts'

const world = await singleSignOnWorld()
const { openid, server, openBrowser, start, comeBack, signIn, linkTo, signUp, readViewer, listEvents, join } = world
let ada: TestMember
let round = 0
beforeEach(async () => {
  round += 1
  ada = await join(`Ada ${round}`)
})
afterEach(() => world.reset())
afterAll(world.close)

test('a visitor signs up with a chosen name, and signs in by the provider from then on', async () => {
  const browser = openBrowser()
  openid.faults.claims = { preferred_username: 'Grace' }
  expect(await signIn(browser, 'grace', { next: '/activity' })).toBe('/signup?sso=sign_up&next=%2Factivity')
  const pending = await server.get('/api/user/pending-sign-up', {}, { as: browser })
  expect(pending.body).toEqual({ pending: { suggested_name: 'Grace' } })
  expect(await readViewer(browser)).toBeNull()
  expect((await signUp(browser, 'Grace H')).body).toMatchObject({ success: true })
  expect(await readViewer(browser)).toBe('Grace H')
  expect((await server.get('/api/user/pending-sign-up', {}, { as: browser })).body).toEqual({ pending: null })
  const other = openBrowser()
  expect(await signIn(other, 'grace', { next: '/dm/ada?x=1' })).toBe('/login?sso=signed_in&next=%2Fdm%2Fada%3Fx%3D1')
  expect(await readViewer(other)).toBe('Grace H')
  expect((await server.logIn('Grace H', 'a long enough one')).name).toBe('Grace H')
})

test('a member links an identity by the password, signs in by it, and unlinks it by the password', async () => {
  const wrong = await server.post('/api/user/link-identity', { user: ada.name, password: 'wrong' }, { as: ada })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Incorrect password.'])
  expect(await linkTo(ada, `own-${round}`)).toBe('/settings/security?sso=linked')
  const read = async () => (await server.get('/api/user/linked-identity', { user: ada.name }, { as: ada })).body
  expect(await read()).toEqual({
    provider: 'Example ID',
    identity: { linked_at: server.clock.now().toISOString(), last_used_at: '' },
  })
  const browser = openBrowser()
  expect(await signIn(browser, `own-${round}`)).toBe('/login?sso=signed_in')
  expect(await readViewer(browser)).toBe(ada.name)
  expect((await read()).identity.last_used_at).toBe(server.clock.now().toISOString())
  const unlink = (password?: string) =>
    server.post('/api/user/unlink-identity', { user: ada.name, password }, { as: ada })
  for (const password of [undefined, 'wrong']) expect((await unlink(password)).status).toBe(400)
  expect((await unlink('wrong')).body.error).toBe('Incorrect password.')
  expect((await read()).identity).not.toBeNull()
  const unlinked = await unlink(ada.password)
  expect(unlinked.body).toEqual({ success: true })
  expect((await read()).identity).toBeNull()
  expect(await signIn(openBrowser(), `own-${round}`)).toBe('/signup?sso=sign_up')
  expect(listEvents('identity_unlinked').at(-1)).toContain(`member=${ada.id}`)
})

test('a sign-in replaces the session of another member in the same browser', async () => {
  await linkTo(ada, `shared-${round}`)
  const bo = await makeMember(server, `Bo ${round}`)
  const before = bo.cookies.get(SESSION_COOKIE)
  expect(await signIn(bo, `shared-${round}`)).toBe('/login?sso=signed_in')
  expect(await readViewer(bo)).toBe(ada.name)
  const stolen = { ...bo, cookies: new Map([[SESSION_COOKIE, before ?? '']]) }
  expect(await readViewer(stolen)).toBeNull()
})

test('a sign-in that fails when it commits leaves the session of the browser unchanged', async () => {
  await linkTo(ada, `shared-${round}`)
  const bo = await makeMember(server, `Bo ${round}`)
  await sql`create function fail() returns trigger language plpgsql
    as 'begin raise exception using errcode = ''40001''; end'`.execute(server.db)
  await sql`create constraint trigger fails after insert or delete on sessions
    deferrable initially deferred for each row execute function fail()`.execute(server.db)
  expect(await signIn(bo, `shared-${round}`)).toBe('/login?sso=failed')
  await sql`drop function fail cascade`.execute(server.db)
  expect(await readViewer(bo)).toBe(bo.name)
})

describe('a callback ends at the log-in without a session', () => {
  test('with an unknown state, and without one', async () => {
    const browser = openBrowser()
    const back = openid.approve(await start(browser), 'x')
    back.searchParams.set('state', 'unknown')
    expect(await comeBack(browser, back)).toBe('/login?sso=expired')
    back.searchParams.delete('state')
    expect(await comeBack(browser, back)).toBe('/login?sso=failed')
    back.searchParams.append('state', 'a')
    back.searchParams.append('state', 'b')
    expect(await comeBack(browser, back)).toBe('/login?sso=failed')
    expect(await readViewer(browser)).toBeNull()
  })

  test('in another browser, so that a link of another person signs nobody in, and remains usable in its own', async () => {
    await linkTo(ada, `csrf-${round}`)
    const [attacker, victim] = [openBrowser(), openBrowser()]
    const back = openid.approve(await start(attacker), `csrf-${round}`)
    expect(await comeBack(victim, back)).toBe('/login?sso=expired')
    await start(victim)
    expect(await comeBack(victim, back)).toBe('/login?sso=expired')
    expect(await readViewer(victim)).toBeNull()
    expect(await comeBack(attacker, back)).toBe('/login?sso=signed_in')
  })

  test('when it is reused', async () => {
    await linkTo(ada, `twice-${round}`)
    const browser = openBrowser()
    const back = openid.approve(await start(browser), `twice-${round}`)
    expect(await comeBack(browser, back)).toBe('/login?sso=signed_in')
    expect(await comeBack(browser, back)).toBe('/login?sso=expired')
  })

  test('when two copies arrive at once, of which one signs in', async () => {
    await linkTo(ada, `race-${round}`)
    const browser = openBrowser()
    const back = openid.approve(await start(browser), `race-${round}`)
    const both = await Promise.all([comeBack({ ...browser }, back), comeBack({ ...browser }, back)])
    expect(both.toSorted()).toEqual(['/login?sso=expired', '/login?sso=signed_in'])
  })

  test('after 10 minutes', async () => {
    const browser = openBrowser()
    const back = openid.approve(await start(browser), 'late')
    server.clock.advance({ minutes: 10 })
    expect(await comeBack(browser, back)).toBe('/login?sso=expired')
  })

  test.each<[string, string, ProviderFaults, Record<string, string>]>([
    ['invalid', 'a wrong nonce', { claims: { nonce: 'x' } }, {}],
    ['invalid', 'a wrong issuer of the response', {}, { iss: 'https://evil.example' }],
    ['unavailable', 'a token endpoint that fails', { token: 'error_500' }, {}],
    ['cancelled', 'a person who cancels', {}, { error: 'access_denied' }],
    ['unavailable', 'HTML as the error', {}, { error: '<b>', error_description: '<script>alert(1)</script>' }],
  ])('as %s with %s', async (outcome, _, faults, params) => {
    const browser = openBrowser()
    const url = await start(browser, { next: '/activity' })
    Object.assign(openid.faults, faults)
    expect(await comeBack(browser, openid.approve(url, 'x', {}, params))).toBe(`/login?sso=${outcome}&next=%2Factivity`)
    expect(await readViewer(browser)).toBeNull()
  })
})

test('two tabs of a browser sign in at once', async () => {
  await linkTo(ada, `tabs-${round}`)
  const browser = openBrowser()
  const [first, second] = [await start(browser), await start(browser)]
  expect(await comeBack(browser, openid.approve(first, `tabs-${round}`))).toBe('/login?sso=signed_in')
  expect(await comeBack(browser, openid.approve(second, `tabs-${round}`))).toBe('/login?sso=signed_in')
  expect(await readViewer(browser)).toBe(ada.name)
})

test('a sign-in does not start with a path of another origin, from a page of another site, or without a provider', async () => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', '/login'])
    expect((await server.post('/api/user/start-single-sign-on', { next })).status, next).toBe(400)
  const foreign = await server.post(
    '/api/user/start-single-sign-on',
    {},
    { headers: { 'sec-fetch-site': 'cross-site' } },
  )
  expect(foreign.status).toBe(403)
  const plain = await testServer()
  expect((await plain.post('/api/user/start-single-sign-on')).status).toBe(404)
  expect((await plain.get('/api/single-sign-on/callback', { state: 'x' })).status).toBe(404)
  expect((await plain.get('/api/instance')).body.provider).toBeNull()
  expect((await server.get('/api/instance')).body.provider).toBe('Example ID')
})

test('a provider that does not respond is a sentence, and everything else works', async () => {
  const away = await testServer({
    settings: {
      publicUrl: new URL('http://localhost:3000'),
      singleSignOn: { ...openid.settings, issuer: new URL('http://127.0.0.1:9') },
    },
  })
  const { status, body } = await away.post('/api/user/start-single-sign-on')
  expect([status, body.error]).toEqual([503, "Example ID can't be reached now. Use your password, or try again later."])
  expect((await away.signUp('ada')).name).toBe('ada')
})

describe('signing up', () => {
  test('is not offered where sign-up is closed or needs an invitation, which the flow carries', async () => {
    await server.db.updateTable('instance').set({ sign_up: 'closed' }).execute()
    expect(await signIn(openBrowser(), `new-${round}`)).toBe('/login?sso=closed')
    await server.db.updateTable('instance').set({ sign_up: 'invited' }).execute()
    expect(await signIn(openBrowser(), `new-${round}`)).toBe('/login?sso=uninvited')
    const expires_at = new Date(server.clock.now().getTime() + 60_000)
    await server.db
      .insertInto('invitations')
      .values({ code_hash: hashToken('an-invitation'), max_uses: 1, inviter_id: null, expires_at, revoked_at: null })
      .execute()
    const browser = openBrowser()
    expect(await signIn(browser, `new-${round}`, { invitation: 'an-invitation' })).toBe(
      '/signup?sso=sign_up&invitation=an-invitation',
    )
    expect((await signUp(browser, `Fay ${round}`)).status).toBe(403)
    expect((await signUp(browser, `Fay ${round}`, { invitation: 'an-invitation' })).status).toBe(200)
  })

  test('stores no readable code of an invitation', async () => {
    const start = { browserHash: hashToken('a browser'), memberId: null, next: '/', invitation: 'an-invitation' }
    const secrets = createSecrets()
    const now = server.clock.now()
    await insertFlow(server.db, start, secrets, now)
    const rows = await server.db.selectFrom('sign_in_flows').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(start.invitation)
    expect(await takeFlow(server.db, secrets.state, [start.browserHash], now)).toMatchObject(start)
  })

  test('with a name that is taken keeps the identity for another name', async () => {
    const browser = openBrowser()
    await signIn(browser, `name-${round}`)
    expect((await signUp(browser, ada.name)).body.code).toBe('name_taken')
    expect((await signUp(browser, `Free ${round}`)).status).toBe(200)
  })

  test('needs an identity of the same browser, of the last 15 minutes', async () => {
    expect((await signUp(openBrowser(), `Eve ${round}`)).body.code).toBe('sign_up_expired')
    const browser = openBrowser()
    await signIn(browser, `late-${round}`)
    server.clock.advance({ minutes: 15 })
    expect((await server.get('/api/user/pending-sign-up', {}, { as: browser })).body).toEqual({ pending: null })
    expect((await signUp(browser, `Eve ${round}`)).body.code).toBe('sign_up_expired')
    const forged = { ...openBrowser(), cookies: new Map([[SIGN_IN_COOKIE, 'forged']]) }
    expect((await signUp(forged, `Eve ${round}`)).body.code).toBe('sign_up_expired')
  })

  test('with one identity in two browsers at once makes one member', async () => {
    const browsers = [openBrowser(), openBrowser()]
    for (const browser of browsers) await signIn(browser, `once-${round}`)
    const responses = await Promise.all(browsers.map((browser, n) => signUp(browser, `Gus ${round} ${n}`)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await countMembers(`Gus ${round}`)).toBe(1)
  })

  test('twice within 10 minutes, as browsers repeat a request, signs in both times', async () => {
    const browser = openBrowser()
    await signIn(browser, `again-${round}`)
    expect((await signUp({ ...browser, cookies: new Map(browser.cookies) }, `Hal ${round}`)).status).toBe(200)
    expect((await signUp(browser, `Hal ${round}`)).status).toBe(200)
    expect(await readViewer(browser)).toBe(`Hal ${round}`)
  })
})

async function countMembers(prefix: string) {
  const members = await server.db.selectFrom('members').select('id').where('name', 'like', `${prefix}%`).execute()
  return members.length
}

test('sign-ins in progress are bounded, deleted after their end, and contain no secret of the browser', async () => {
  const browser = openBrowser()
  await start(browser)
  const [flow] = await server.db.selectFrom('sign_in_flows').selectAll().orderBy('id', 'desc').limit(1).execute()
  const secret = browser.cookies.get(SIGN_IN_COOKIE) ?? ''
  expect(secret).toHaveLength(43)
  expect(JSON.stringify(flow)).not.toContain(secret)
  await server.db.updateTable('sign_in_flows').set({ expires_at: server.clock.now() }).execute()
  server.clock.advance({ seconds: 1 })
  await runScheduled(server.db, 'delete-old-sign-in-flows', server.clock.now())
  expect(await server.db.selectFrom('sign_in_flows').select('id').execute()).toEqual([])
})

test('the log has a code for each failure, and no text, subject or token of the provider', async () => {
  const browser = openBrowser()
  const url = await start(browser)
  openid.faults.claims = { nonce: 'logged-nonce' }
  await comeBack(browser, openid.approve(url, 'logged-subject', {}))
  await comeBack(
    browser,
    openid.approve(await start(browser), 'x', {}, { error: 'Logged <b>', error_description: 'logged text' }),
  )
  const events = listEvents('single_sign_on_failed')
  expect(events.at(-2)).toMatch(/reason=.*OAUTH_JWT_CLAIM_COMPARISON_FAILED nonce/)
  expect(events.at(-1)).toContain('reason=other_error')
  expect(server.lines.join('\n')).not.toMatch(/logged[- ]/i)
})
