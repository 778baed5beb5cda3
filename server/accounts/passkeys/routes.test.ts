import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { attestAsAndroid } from '#tests/support/attestation.ts'
import { Authenticator, type Deviations } from '#tests/support/authenticator.ts'
import { waitForLock } from '#tests/support/database.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { addPasskey, logInByPasskey, makeMemberWithPassword, startPasskey } from '#tests/support/passkeys.ts'
import { startServiceServer } from '#tests/support/service-server.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { insertPasskey } from './store.ts'

const server = await testServer()
let round = 0
let ada: TestMember

beforeEach(async () => {
  ada = await makeMemberWithPassword(server, `Ada ${++round}`)
})

const post = (path: string, query: Record<string, string | number>, as = ada) =>
  server.post(`/api/user/${path}`, { user: as.name, ...query }, { as })
const list = async (as = ada) => (await server.get('/api/user/passkeys', { user: as.name }, { as })).body.passkeys
const names = async (as = ada) => (await list(as)).map((passkey: { name: string }) => passkey.name)
const countChallenges = async () => (await server.db.selectFrom('passkey_challenges').selectAll().execute()).length
const INVALID = [400, 'The passkey could not be verified. Try again.']
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]
const events = (event: string) => server.lines.filter((line) => line.includes(`event=${event} `)).length

describe('adding a passkey', () => {
  test('a member adds, renames and removes passkeys', async () => {
    const options = await startPasskey(server, ada)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Flipside' },
      user: { name: ada.name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const added = await post('add-passkey', { name: ' Phone ', ...new Authenticator().create(options) })
    expect(added.body).toEqual({ success: true, id: expect.any(Number) })
    const { id } = added.body
    const stored = { id, created_at: '2026-11-21T12:00:00.000Z', last_used_at: '', is_backed_up: true }
    expect(await list()).toEqual([{ ...stored, name: 'Phone' }])
    expect((await post('rename-passkey', { id, name: 'Old phone' })).body).toEqual({ success: true })
    expect(await list()).toEqual([{ ...stored, name: 'Old phone' }])
    expect((await post('remove-passkey', { id, password: ada.password })).body).toEqual({ success: true })
    expect(await list()).toEqual([])
    expect(events('passkey_added')).toBe(1)
    expect(server.lines.join('\n')).toContain(`event=passkey_removed member=${ada.id} passkeys=1`)
  })

  test('the options exclude passkeys of the member and identify the member by the same random handle', async () => {
    const { authenticator } = await addPasskey(server, ada)
    const [first, second] = [await startPasskey(server, ada), await startPasskey(server, ada)]
    expect(first.excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.id }])
    expect(first.user.id).toBe(second.user.id)
    expect(Buffer.from(first.user.id, 'base64url')).toHaveLength(32)
    expect(first.challenge).not.toBe(second.challenge)
  })

  test('adding and removing need the password, and wrong ones have no effect', async () => {
    const { response } = await addPasskey(server, ada)
    const before = await countChallenges()
    expect(outcome(await post('start-passkey', { password: 'guessed' }))).toEqual([400, 'Incorrect password.'])
    expect(await countChallenges()).toBe(before)
    const removal = await post('remove-passkey', { id: response.body.id, password: 'guessed' })
    expect(outcome(removal)).toEqual([400, 'Incorrect password.'])
    expect(await names()).toEqual(['Phone'])
  })

  const deviations: Readonly<Record<string, Deviations>> = {
    'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
    'another origin': { origin: 'http://localhost:3001' },
    'another relying party': { rpId: 'flipside.example' },
    'another type': { type: 'webauthn.get' },
    'no user verification': { isUserVerified: false },
    'no user presence': { isUserPresent: false },
    'the id of another credential': { credentialId: new Authenticator().id },
    'an algorithm that was not offered': { algorithm: -38 },
    'an attestation that is not CBOR': { attestation: 'A'.repeat(40) },
    // Arrays in arrays: one byte each, 3,000 deep.
    'a deeply nested attestation': { attestation: Buffer.alloc(3000, 0x81).toString('base64url') },
  }

  test.each(Object.entries(deviations))('rejects a response with %s', async (_, deviation) => {
    const created = new Authenticator().create(await startPasskey(server, ada), deviation)
    expect(outcome(await post('add-passkey', { name: 'Phone', ...created }))).toEqual(INVALID)
    expect(await list()).toEqual([])
  })

  test('requests nothing that the certificates of an attestation name, and stores the passkey without them', async () => {
    const service = await startServiceServer(() => ({ body: 'x' }))
    onTestFinished(() => service.stop())
    const authenticator = new Authenticator()
    const created = authenticator.create(await startPasskey(server, ada))
    const attested = attestAsAndroid(created, authenticator, `${service.url}/revoked`)
    const added = await post('add-passkey', { name: 'Phone', ...attested })
    expect(service.requests.map(({ url }) => url.pathname)).toEqual([])
    expect([added.status, await names()]).toEqual([200, ['Phone']])
    expect((await logInByPasskey(server, authenticator)).status).toBe(200)
  })

  test('rejects client data that is not JSON, nested deeply, or without a challenge', async () => {
    const created = new Authenticator().create(await startPasskey(server, ada))
    for (const text of ['', '{', '[]', 'null', '{"challenge":1}', '['.repeat(1000)]) {
      const client_data = Buffer.from(`${text} `).toString('base64url')
      expect(outcome(await post('add-passkey', { name: 'Phone', ...created, client_data }))).toEqual(INVALID)
    }
  })

  test('rejects an expired challenge', async () => {
    const options = await startPasskey(server, ada)
    server.clock.advance({ minutes: 5 })
    const created = new Authenticator().create(options)
    expect(outcome(await post('add-passkey', { name: 'Phone', ...created }))).toEqual(INVALID)
    server.clock.advance({ minutes: -5 })
  })

  test('a rejected response uses its challenge up', async () => {
    const options = await startPasskey(server, ada)
    const authenticator = new Authenticator()
    const rejected = authenticator.create(options, { isUserVerified: false })
    expect(outcome(await post('add-passkey', { name: 'Phone', ...rejected }))).toEqual(INVALID)
    const second = await post('add-passkey', { name: 'Phone', ...authenticator.create(options) })
    expect(outcome(second)).toEqual(INVALID)
    expect(await list()).toEqual([])
  })

  test('a challenge adds one passkey', async () => {
    const options = await startPasskey(server, ada)
    const authenticator = new Authenticator()
    expect((await post('add-passkey', { name: 'Phone', ...authenticator.create(options) })).status).toBe(200)
    const again = new Authenticator().create(options)
    expect(outcome(await post('add-passkey', { name: 'Phone', ...again }))).toEqual(INVALID)
    const concurrent = await startPasskey(server, ada)
    const add = () => post('add-passkey', { name: 'Phone', ...new Authenticator().create(concurrent) })
    const responses = await Promise.all([add(), add()])
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('rejects the challenge of another member and of a log-in, and does not use it up', async () => {
    const bo = await makeMemberWithPassword(server, `Bo ${round}`)
    const options = await startPasskey(server, bo)
    const authenticator = new Authenticator()
    const created = authenticator.create(options)
    expect(outcome(await post('add-passkey', { name: 'Phone', ...created }))).toEqual(INVALID)
    const { challenge } = (await server.post('/api/user/start-passkey-login')).body.options
    const ofLogin = new Authenticator().create({ ...options, challenge })
    expect(outcome(await post('add-passkey', { name: 'Phone', ...ofLogin }))).toEqual(INVALID)
    expect((await post('add-passkey', { name: 'Phone', ...created }, bo)).status).toBe(200)
  })

  test('rejects a credential that is registered, by oneself or by another member', async () => {
    const bo = await makeMemberWithPassword(server, `Bo ${round}`)
    const { authenticator } = await addPasskey(server, ada)
    for (const member of [ada, bo]) {
      const { response } = await addPasskey(server, member, {
        authenticator: new Authenticator({ id: authenticator.id }),
      })
      expect([response.status, response.body.code]).toEqual([409, 'passkey_exists'])
    }
    expect([await names(), await names(bo)]).toEqual([['Phone'], []])
  })

  test('of concurrent registrations of one credential, one succeeds', async () => {
    const bo = await makeMemberWithPassword(server, `Bo ${round}`)
    const { id } = new Authenticator()
    const members = [ada, ada, bo, bo]
    const requests = await Promise.all(
      members.map(async (member) => {
        const created = new Authenticator({ id }).create(await startPasskey(server, member))
        return () => post('add-passkey', { name: 'Phone', ...created }, member)
      }),
    )
    const responses = await Promise.all(requests.map((send) => send()))
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('a repeated request returns the first response', async () => {
    const created = new Authenticator().create(await startPasskey(server, ada))
    const query = { name: 'Phone', ...created, client_id: '00000000-0000-4000-8000-000000000001' }
    const [first, second] = await Promise.all([post('add-passkey', query), post('add-passkey', query)])
    expect(first.body).toEqual({ success: true, id: expect.any(Number), client_id: query.client_id })
    expect([second.body, (await post('add-passkey', query)).body]).toEqual([first.body, first.body])
    expect(await names()).toEqual(['Phone'])
  })

  test('rejects the 21st passkey, also while the 20th is being stored', async () => {
    const options = await startPasskey(server, ada)
    const userHandle = Buffer.from(options.user.id, 'base64url')
    const insert = (tx: Tx, n: number) =>
      insertPasskey(tx, ada.id, {
        credentialId: Buffer.from(`credential ${ada.id} ${n}`),
        userHandle,
        publicKey: Buffer.alloc(1),
        counter: 0,
        isBackedUp: false,
        name: `Key ${n}`,
        now: server.clock.now(),
      })
    await server.db.transaction().execute(async (tx) => {
      for (let n = 1; n < 20; n++) await insert(tx, n)
    })
    const held = await server.db.startTransaction().execute()
    await insert(held, 20)
    const response = post('add-passkey', { name: 'Last', ...new Authenticator().create(options) })
    await Promise.race([response, waitForLock(server.db)])
    await held.commit().execute()
    expect((await response).body.code).toBe('too_many_passkeys')
    expect(outcome(await post('start-passkey', { password: ada.password }))).toEqual([
      409,
      'You have 20 passkeys. Remove one of them first.',
    ])
    expect(await list()).toHaveLength(20)
  })

  test('rejects invalid names and parameters of another form before the challenge is used', async () => {
    const created = new Authenticator().create(await startPasskey(server, ada))
    const invalid: [Record<string, string>, string][] = [
      [{ name: ' ' }, 'The name must not be empty.'],
      [{ name: 'x'.repeat(61) }, 'The name must be at most 60 characters.'],
      [{ name: 'a\u0007b' }, 'The name must not contain control characters.'],
      [{ name: 'a\u202Eb' }, 'The name must not contain control characters.'],
      [{ attestation: 'A'.repeat(4001) }, 'attestation must be at most 4000 characters.'],
      [{ client_data: 'A'.repeat(1401) }, 'client_data must be at most 1400 characters.'],
      [{ credential_id: 'A'.repeat(1365) }, 'credential_id must be at most 1364 characters.'],
      [{ credential_id: 'A+/=' }, 'credential_id must be base64url without padding.'],
    ]
    for (const [changed, error] of invalid)
      expect(outcome(await post('add-passkey', { name: 'Phone', ...created, ...changed }))).toEqual([400, error])
    expect((await post('add-passkey', { name: 'x'.repeat(60), ...created })).status).toBe(200)
  })

  test('a member has at most five open challenges, and expired ones are deleted', async () => {
    const options: Awaited<ReturnType<typeof startPasskey>>[] = []
    for (let n = 0; n < 7; n++) {
      server.clock.advance({ seconds: 1 })
      options.push(await startPasskey(server, ada))
    }
    const open = await server.db.selectFrom('passkey_challenges').selectAll().where('member_id', '=', ada.id).execute()
    expect(open).toHaveLength(5)
    const add = (started: (typeof options)[number]) =>
      post('add-passkey', { name: 'Phone', ...new Authenticator().create(started) })
    expect([(await add(options[0])).status, (await add(options[6])).status]).toEqual([400, 200])
    server.clock.advance({ minutes: 6 })
    await runScheduled(server.db, 'delete-expired-passkey-challenges', server.clock.now())
    expect(await countChallenges()).toBe(0)
  })
})
