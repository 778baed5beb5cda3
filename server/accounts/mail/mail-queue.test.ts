import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { mailWorld } from '#tests/support/mail-world.ts'
import { addPasskey, makeMemberWithPassword } from '#tests/support/passkeys.ts'
import { testServer } from '#tests/support/test-server.ts'
import { enqueueMail } from './mail-payload.ts'

let world: Awaited<ReturnType<typeof mailWorld>>
beforeAll(async () => {
  world = await mailWorld({ publicUrl: new URL('http://localhost:3000/') })
})
afterAll(() => world.close())

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const logInFrom = (name: string, from: string, agent = FIREFOX) =>
  world.post(
    '/api/user/login',
    { user: name, password: `${name} has a password` },
    { from, headers: { 'user-agent': agent } },
  )
const listJobs = async () => {
  const { rows } = await sql<{ state: string; data: unknown }>`select state, data from ${sql.raw(JOB_TABLE)}
    where name = 'mail'`.execute(world.db)
  return rows
}

test('a sign-in from a new place is mailed to a confirmed address, without the network address', async () => {
  await world.joinConfirmed('ada', 'ada@home.example')
  await logInFrom('ada', '127.0.0.1')
  expect(await world.settle()).toEqual([])
  await logInFrom('ada', '198.51.100.7')
  const [mail, ...others] = await world.settle()
  expect(others).toEqual([])
  expect(mail?.headers.get('subject')).toEqual(['New sign-in to Flipside'])
  expect(mail?.text).toContain('Device: Firefox on Android\n')
  expect(mail?.text).toContain('http://localhost:3000/settings/security\n')
  expect(mail?.text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/)
  expect(mail?.raw).not.toContain('198.51')
  await logInFrom('ada', '198.51.100.7')
  expect(await world.settle()).toEqual([])
})

test('an added passkey is mailed with the way to remove it', async () => {
  const eve = await makeMemberWithPassword(world, 'eve')
  const email = 'eve@home.example'
  await world.db.updateTable('members').set({ email }).where('id', '=', eve.id).execute()
  await addPasskey(world, eve)
  expect(await world.settle()).toEqual([]) // not confirmed
  const confirmed_at = world.clock.now()
  await world.db.insertInto('confirmed_emails').values({ member_id: eve.id, email, confirmed_at }).execute()
  await addPasskey(world, eve)
  const [mail, ...others] = await world.settle()
  expect(others).toEqual([])
  expect(mail?.headers.get('subject')).toEqual(['New way to sign in to Flipside'])
  expect(mail?.text).toContain('Your account at Flipside can now be signed in to with a passkey too.')
  expect(mail?.text).toContain('http://localhost:3000/settings/security\n')
})

test('a linked account for single sign-on is mailed', async () => {
  const zoe = await world.makeConfirmed('zoe', 'zoe@home.example')
  const linked = { kind: 'way_added', member: zoe.id, way: 'single_sign_on' } as const
  await world.db.transaction().execute((tx) => enqueueMail(world.services, tx, linked))
  const [mail] = await world.settle()
  expect(mail?.text).toContain('can now be signed in to with an account for single sign-on too.')
})

test('a sign-in to an unconfirmed account and a failed one are not mailed', async () => {
  await world.join('bo', 'bo@home.example')
  await world.settle()
  await logInFrom('bo', '198.51.100.8')
  await world.post('/api/user/login', { user: 'ada', password: 'wrong' }, { from: '198.51.100.9' })
  expect(await world.settle()).toEqual([])
})

test('the first sign-in after a reset is not mailed as a new place', async () => {
  const cyd = await world.joinConfirmed('cyd', 'cyd@home.example')
  await world.db.deleteFrom('known_addresses').where('member_id', '=', cyd.id).execute()
  await logInFrom('cyd', '198.51.100.10')
  expect(await world.settle()).toEqual([])
})

test('after ten new places within a day, further ones are not mailed', async () => {
  const dot = await world.joinConfirmed('dot', 'dot@home.example')
  const toRow = (place: number) => ({
    member_id: dot.id,
    address_hash: Buffer.from([place]),
    last_used_at: world.clock.now(),
  })
  await world.db
    .insertInto('known_addresses')
    .values(Array.from({ length: 8 }, (_, place) => toRow(place)))
    .execute()
  await logInFrom('dot', '203.0.113.1')
  expect(await world.settle()).toHaveLength(1)
  await logInFrom('dot', '203.0.113.2')
  expect(await world.settle()).toHaveLength(0)
  world.clock.advance({ hours: 25 })
  await logInFrom('dot', '203.0.113.3')
  expect(await world.settle()).toHaveLength(1)
})

test('a changed password is mailed', async () => {
  const eli = await world.joinConfirmed('eli', 'eli@home.example')
  const query = { user: 'eli', password: eli.password, new_password: 'another good one' }
  expect((await world.post('/api/user/change-password', query, { as: eli })).status).toBe(200)
  expect((await world.settle()).map(({ headers }) => headers.get('subject')?.[0])).toEqual([
    'Your password for Flipside was changed',
  ])
})

test('a failed backup and a failed job are mailed to an admin, each with a link to the state of the server', async () => {
  const { id: member } = await world.makeConfirmed('olga', 'olga@home.example')
  await world.db.transaction().execute(async (tx) => {
    await enqueueMail(world.services, tx, { kind: 'server_failure', member, subject: 'backup' })
    await enqueueMail(world.services, tx, { kind: 'server_failure', member, subject: 'jobs' })
  })
  const mails = await world.settle()
  expect(new Set(mails.map(({ headers }) => headers.get('subject')?.[0]))).toEqual(
    new Set(['A backup of Flipside failed', 'A background job of Flipside failed']),
  )
  for (const mail of mails) expect(mail.text).toContain('http://localhost:3000/admin/server\n')
})

test('names of members and of the instance add no header, and are escaped', async () => {
  await world.db.updateTable('instance').set({ name: 'Fine\r\nBcc: eve@evil.example\r\n<b>, "Music" 🎵' }).execute()
  const fay = await world.joinConfirmed('fay', 'fay@home.example')
  await world.db.updateTable('members').set({ name: 'fay\r\n<script>' }).where('id', '=', fay.id).execute()
  await logInFrom('fay', '198.51.100.11', 'Evil\r\n<script>'.replace('\r\n', ''))
  const mails = await world.settle()
  await world.db.updateTable('instance').set({ name: '' }).execute()
  const [mail] = mails
  expect(mail?.to).toEqual(['fay@home.example'])
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.headers.get('subject')).toEqual(['New sign-in to Fine Bcc: eve@evil.example <b>, "Music" 🎵'])
  expect(mail?.text).toContain('Hello fay <script>,\n')
  expect(mail?.html).toContain('Hello fay &lt;script&gt;,')
  expect(mail?.html).not.toMatch(/<script|<b>/)
})

/** Returns the shortest time, in hours, for which a queued job is retried. */
async function readRetryHours(): Promise<number> {
  const { rows } = await sql<{ limit: number; delay: number; max: number }>`
    select retry_limit as limit, retry_delay as delay, retry_delay_max as max from ${sql.raw(JOB_TABLE)}
    where state = 'retry'`.execute(world.db)
  const { limit, delay, max } = rows[0] ?? { limit: 0, delay: 0, max: 0 }
  // Pauses double, and half the time is random.
  const pauses = Array.from({ length: limit }, (_, attempt) => Math.min(max, (delay * 2 ** attempt) / 2))
  return pauses.reduce((sum, pause) => sum + pause, 0) / 3600
}

test('a mail that is rejected with 5xx is not retried, one that is deferred is', async () => {
  const { faults, lines } = world
  await world.joinConfirmed('gus', 'gus@home.example')
  faults.rcptTo = 550
  await logInFrom('gus', '198.51.100.12')
  await world.settle()
  expect(await listJobs()).toEqual([])
  faults.rcptTo = 451
  await logInFrom('gus', '198.51.100.13')
  await world.settle()
  expect(await listJobs()).toMatchObject([
    { state: 'retry', data: { kind: 'new_sign_in', device: 'Firefox on Android' } },
  ])
  expect(await readRetryHours()).toBeGreaterThan(24)
  delete faults.rcptTo
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = now() where state = 'retry'`.execute(world.db)
  await world.jobs.look()
  await expect.poll(listJobs).toEqual([])
  expect(await world.settle()).toHaveLength(1)
  const own = lines.filter((line) => line.includes('kind=new_sign_in member=') || line.includes('outcome='))
  expect(own.filter((line) => line.includes('outcome=rejected') && line.includes('EENVELOPE, 550'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('home.example') || line.includes('not today'))).toEqual([])
  expect(await world.services.metrics.render()).toContain('flipside_mails_total{kind="new_sign_in",outcome="failed"} 1')
})

test('a mail that is deferred and then rejected is not retried again', async () => {
  const { faults } = world
  await world.joinConfirmed('ivy', 'ivy@home.example')
  faults.data = 451
  await logInFrom('ivy', '198.51.100.15')
  await world.settle()
  expect(await listJobs()).toMatchObject([{ state: 'retry', data: { kind: 'new_sign_in' } }])
  faults.data = 554
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = now() where state = 'retry'`.execute(world.db)
  await world.jobs.look()
  await expect.poll(listJobs).toEqual([])
  delete faults.data
  expect(await world.settle()).toEqual([])
})

test('a job of a deleted account sends nothing', async () => {
  const hal = await world.joinConfirmed('hal', 'hal@home.example')
  await world.jobs.stop()
  await logInFrom('hal', '198.51.100.14')
  await world.db.deleteFrom('members').where('id', '=', hal.id).execute()
  expect((await listJobs()).map(({ state }) => state)).toEqual(['created'])
})

test('without an SMTP server there is no mail, no job and no row', async () => {
  const server = await testServer()
  const ada = await server.signUp('ada')
  await server.post('/api/user/login', { user: 'ada', password: ada.password }, { from: '198.51.100.1' })
  const error = 'This server sends no mail. Ask an admin for a link.'
  expect(await server.post('/api/user/request-password-reset', { account: 'ada' })).toMatchObject({
    status: 404,
    body: { error },
  })
  expect((await server.post('/api/user/send-email-confirmation', { user: 'ada' }, { as: ada })).status).toBe(404)
  expect((await server.get('/api/instance')).body).toMatchObject({ mail: false })
  expect((await world.get('/api/instance')).body).toMatchObject({ mail: true })
  const state = await server.get('/api/user/email-confirmation', { user: 'ada' }, { as: ada })
  expect(state.body).toEqual({ is_confirmed: false, is_reachable: false })
  for (const table of ['email_confirmations', 'confirmed_emails', 'password_resets'] as const)
    expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await sql`select from ${sql.raw(JOB_TABLE)}`.execute(server.db)).rows).toHaveLength(0)
})
