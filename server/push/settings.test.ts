import { beforeEach, describe, expect, test } from 'vitest'
import { notificationKinds } from '#contract/notifications/kinds.ts'
import { insertSession, sessionCookie } from '#server/http/session.ts'
import { makeMember } from '#tests/support/members.ts'
import { pushWorld, readSettings, subscribe } from '#tests/support/push-world.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'

const { server, service } = await pushWorld()
let round = 0
let ada: TestMember

beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
})

const post = (call: string, query: Record<string, string | number>, as = ada) =>
  server.post(`/api/user/${call}`, { user: as.name, ...query }, { as })
const edit = (query: Record<string, string | number>) => post('edit-notification-settings', query)
const kindsOff = async () =>
  (await readSettings(server, ada)).kinds
    .filter((row: { is_on: boolean }) => !row.is_on)
    .map((row: { kind: string }) => row.kind)

describe('the settings', () => {
  test('all kinds are on, always, and no device is subscribed at first', async () => {
    expect(await readSettings(server, ada)).toEqual({
      public_key: expect.stringMatching(/^B[\w-]{86}$/),
      kinds: notificationKinds.map((kind) => ({ kind, is_on: true })),
      quiet_hours: null,
      endpoint: '',
      is_turned_off: false,
      devices: [],
    })
  })

  test('a change stores what it names, and the rest stays', async () => {
    await edit({ like: 'false', message: 'false' })
    await edit({ like: 'true', weekly_report: 'false' })
    expect(await kindsOff()).toEqual(['message', 'weekly_report'])
    await edit({ quiet_hours: 'true', quiet_from: 1320, quiet_to: 420, time_zone: 'Europe/Berlin' })
    expect((await readSettings(server, ada)).quiet_hours).toEqual({ from: 1320, to: 420, time_zone: 'Europe/Berlin' })
    expect(await kindsOff()).toEqual(['message', 'weekly_report'])
    await edit({ quiet_hours: 'false' })
    expect((await readSettings(server, ada)).quiet_hours).toBe(null)
  })

  test.each([
    { like: 'maybe' },
    { quiet_hours: 'true' },
    { quiet_hours: 'true', quiet_from: 1440, quiet_to: 1, time_zone: 'UTC' },
    { quiet_hours: 'true', quiet_from: -1, quiet_to: 1, time_zone: 'UTC' },
    { quiet_hours: 'true', quiet_from: 60, quiet_to: 60, time_zone: 'UTC' },
    { quiet_hours: 'true', quiet_from: 60, quiet_to: 61, time_zone: 'Mars/Olympus' },
    { quiet_hours: 'true', quiet_from: 60, quiet_to: 61, time_zone: 'x'.repeat(65) },
  ])('the change %j is rejected', async (change) => {
    expect((await edit(change)).status).toBe(400)
    expect((await readSettings(server, ada)).quiet_hours).toBe(null)
  })
})

describe('a subscription', () => {
  test('a subscription belongs to its session, and a repeat changes nothing', async () => {
    const { keys } = await subscribe(server, service, ada)
    const before = await readSettings(server, ada)
    server.clock.advance({ minutes: 1 })
    await post('subscribe-push', keys)
    expect(await readSettings(server, ada)).toEqual(before)
    expect(before.endpoint).toBe(keys.endpoint)
    expect(before.devices).toEqual([
      {
        id: expect.any(Number),
        device: '',
        is_current: true,
        subscribed_at: expect.any(String),
        pushed_at: '',
      },
    ])
  })

  test('a newer subscription of the session replaces the older one', async () => {
    await subscribe(server, service, ada)
    const { keys } = await subscribe(server, service, ada)
    const settings = await readSettings(server, ada)
    expect([settings.endpoint, settings.devices.length]).toEqual([keys.endpoint, 1])
  })

  test('an endpoint that another member signs in with belongs to that member', async () => {
    const bo = await makeMember(server, `bo${round}`)
    const { keys } = await subscribe(server, service, ada)
    expect((await post('subscribe-push', keys, bo)).status).toBe(200)
    expect((await readSettings(server, ada)).endpoint).toBe('')
    expect((await readSettings(server, bo)).endpoint).toBe(keys.endpoint)
  })

  test('a member unsubscribes this device, or another one by its id, and never one of others', async () => {
    const bo = await makeMember(server, `bo${round}`)
    await subscribe(server, service, ada)
    await subscribe(server, service, bo)
    const [{ id }] = (await readSettings(server, ada)).devices
    expect((await post('unsubscribe-push', { device: id }, bo)).status).toBe(200)
    expect((await readSettings(server, ada)).devices).toHaveLength(1)
    await post('unsubscribe-push', {})
    expect((await readSettings(server, ada)).devices).toEqual([])
    expect((await readSettings(server, bo)).devices).toHaveLength(1)
  })

  test('a device that is turned off from another one is pushed nothing until it subscribes again', async () => {
    const owner = await server.signUp(`gwen${round}`)
    const phone = await server.logIn(owner.name, owner.password)
    const { keys } = await subscribe(server, service, phone)
    const [{ id }] = (await readSettings(server, owner)).devices
    await post('unsubscribe-push', { device: id }, owner)
    expect(await readSettings(server, owner)).toMatchObject({ endpoint: '', is_turned_off: false, devices: [] })
    expect(await readSettings(server, phone)).toMatchObject({ endpoint: '', is_turned_off: true, devices: [] })
    const say = () =>
      server.post('/api/send-direct-message', { user: ada.name, recipient: owner.name, message: 'x' }, { as: ada })
    const waiting = () => server.db.selectFrom('pushes').select('tag').where('subscription_id', '=', id).execute()
    await say()
    expect(await waiting()).toEqual([])
    await post('subscribe-push', keys, phone)
    expect(await readSettings(server, phone)).toMatchObject({ endpoint: keys.endpoint, is_turned_off: false })
    await say()
    expect(await waiting()).toHaveLength(1)
  })

  test('a subscription that the server has dropped is not one that was turned off', async () => {
    await subscribe(server, service, ada)
    await server.db.deleteFrom('push_subscriptions').where('member_id', '=', ada.id).execute()
    expect(await readSettings(server, ada)).toMatchObject({ endpoint: '', is_turned_off: false })
  })

  test('a member has at most 20 subscriptions: the oldest one ends', async () => {
    await subscribe(server, service, ada)
    const {
      session_id: _,
      id: __,
      ...row
    } = await server.db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('member_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    const sessions = await server.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 20 }, (___, place) => ({
          token_hash: Buffer.from(`${round} ${place}`.padEnd(32)),
          member_id: ada.id,
          created_at: server.clock.now(),
          renewed_at: server.clock.now(),
          expires_at: new Date('2030-01-01'),
          last_used_at: server.clock.now(),
        })),
      )
      .returning('id')
      .execute()
    await server.db
      .insertInto('push_subscriptions')
      .values(sessions.map(({ id }) => ({ ...row, session_id: id, endpoint: `https://push.example/${id}` })))
      .execute()
    server.clock.advance({ minutes: 1 })
    await subscribe(server, service, ada)
    expect((await readSettings(server, ada)).devices).toHaveLength(20)
  })

  const subscribeAt = async (endpoint: string) => {
    const token = await insertSession(server.db, ada.id, server.clock.now())
    const as = { ...ada, cookies: new Map([[sessionCookie(server.config).name, token]]) }
    server.clock.advance({ seconds: 1 })
    expect((await post('subscribe-push', { ...service.subscribe().keys, endpoint }, as)).status).toBe(200)
  }
  const listEndpoints = async (): Promise<string[]> => {
    const rows = await server.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('member_id', '=', ada.id)
      .orderBy('subscribed_at')
      .execute()
    return rows.map(({ endpoint }) => endpoint)
  }

  test('a member has at most three subscriptions at one host, on any port: the oldest one ends', async () => {
    const targets = ['victim.example', 'victim.example:8443', 'VICTIM.example', 'victim.example.:444', 'victim.example']
    for (const [place, host] of targets.entries()) await subscribeAt(`https://${host}/${place}`)
    await subscribeAt('https://other.example/x')
    expect(await listEndpoints()).toEqual([
      'https://VICTIM.example/2',
      'https://victim.example.:444/3',
      'https://victim.example/4',
      'https://other.example/x',
    ])
  })

  test.each([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-db5p.notify.windows.com',
  ])('a member has more devices at %s, the service of a browser', async (host) => {
    for (let device = 0; device < 6; device++) await subscribeAt(`https://${host}/${device}`)
    expect(await listEndpoints()).toHaveLength(6)
  })

  test('a name that only contains that of a service is any host', async () => {
    for (const host of ['evilfcm.googleapis.com.evil.example', 'xnotify.windows.com.evil.example'])
      for (let device = 0; device < 4; device++) await subscribeAt(`https://${host}/${device}`)
    expect(await listEndpoints()).toHaveLength(6)
  })

  const valid = service.subscribe().keys
  test.each([
    ['http, unlike the operator’s own', { endpoint: 'http://push.example/x' }],
    ['a private address', { endpoint: 'https://127.0.0.1/x' }],
    ['a private address in v6', { endpoint: 'https://[::1]/x' }],
    ['a metadata service', { endpoint: 'https://169.254.169.254/latest' }],
    ['a private address behind a path that looks like a host', { endpoint: 'https://10.0.0.1//push.example/x' }],
    ['a name without a dot', { endpoint: 'https://localhost/x' }],
    ['a user', { endpoint: 'https://a:b@push.example/x' }],
    ['a fragment', { endpoint: 'https://push.example/x#y' }],
    ['another scheme', { endpoint: 'file:///etc/passwd' }],
    ['no URL', { endpoint: 'push' }],
    ['1,001 characters', { endpoint: `https://push.example/${'x'.repeat(980)}` }],
    ['a key that is too short', { p256dh: valid.p256dh.slice(1) }],
    ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
    ['a key that is not base64url', { p256dh: `+${valid.p256dh.slice(1)}` }],
    ['a secret that is too long', { auth: `${valid.auth}AA` }],
    ['an empty secret', { auth: '' }],
  ])('a subscription with %s is rejected', async (_, change) => {
    const response = await post('subscribe-push', { ...valid, ...change })
    expect([response.status, response.body.code]).toEqual([400, 'bad_input'])
    expect((await readSettings(server, ada)).devices).toEqual([])
  })

  test('an endpoint with a query is accepted, as those of Windows have', async () => {
    const endpoint = `https://wns2-par02p.notify.example/w/?token=${'x'.repeat(600)}`
    expect((await post('subscribe-push', { ...valid, endpoint })).status).toBe(200)
  })
})

test('a server that may not push has no public key', async () => {
  const silent = await testServer({ settings: { pushAllowed: { urls: [], isAnyPublic: false } } })
  expect((await readSettings(silent, await makeMember(silent, 'ada'))).public_key).toBe('')
})
