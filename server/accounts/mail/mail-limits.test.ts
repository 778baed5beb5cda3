import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimitSettings, readConfig } from '#server/config/config.ts'
import { mailWorld } from '#tests/support/mail-world.ts'
import { ampleRateLimits } from '#tests/support/test-server.ts'

const { memberMails, recipientMails, addressMails, addressGuesses } = readConfig({}).rateLimits

let world: Awaited<ReturnType<typeof mailWorld>>
beforeAll(async () => {
  const rateLimits = { ...ampleRateLimits, memberMails, recipientMails, addressMails, addressGuesses }
  world = await mailWorld({ rateLimits })
})
afterAll(() => world.close())

test('a member is sent three confirmations an hour, and learns when to try again', async () => {
  const ada = await world.join('ada', 'ada@home.example')
  const statuses: number[] = []
  for (let sent = 0; sent < 4; sent++) {
    await world.settle()
    const { status, body } = await world.post('/api/user/send-email-confirmation', { user: 'ada' }, { as: ada })
    statuses.push(status)
    if (status === 429)
      expect(body).toMatchObject({ error: 'Too many mails. Try again in 21 min.', code: 'rate_limited' })
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  // An address change is saved, without a mail.
  const query = { user: 'ada', email: 'ada@other.example', password: ada.password }
  await world.settle()
  expect((await world.post('/api/user/edit-profile', query, { as: ada })).status).toBe(200)
  expect(await world.settle()).toEqual([])
})

test('sign-ups with one address send it six confirmations an hour', async () => {
  for (let place = 0; place < 8; place++) await world.join(`bo${'abcdefgh'[place]}`, 'Victim@home.example')
  expect(await world.settle()).toHaveLength(6)
  const last = await world.logIn('boh', 'boh has a password')
  const again = await world.post('/api/user/send-email-confirmation', { user: 'boh' }, { as: last })
  expect([again.status, again.body.code]).toEqual([429, 'rate_limited'])
})

test('the spellings of one mailbox share its limit', async () => {
  const spellings = [
    'Victim.Name@bücher.example',
    'victim.name@xn--bcher-kva.example',
    'victim.name@b\u00adücher.example',
    'victim.name@B\u00dcCHER.EXAMPLE',
    'victim.name@ⓑücher.example',
    'victim.name@bücher\u3002example',
    'victim.name+1@bücher.example',
    'VICTIM.NAME+x@bücher.example',
    'victimname@bücher.example',
    'v.ictimname@bu\u0308cher.example',
  ]
  for (const [place, email] of spellings.entries()) await world.join(`cy${'abcdefghij'[place]}`, email)
  const mails = await world.settle()
  expect(mails).toHaveLength(6)
  expect(new Set(mails.map(({ to }) => to[0]?.split('@')[1]))).toEqual(new Set(['bücher.example']))
  // Another mailbox in the domain has its own limit.
  await world.join('dora', 'dora@bücher.example')
  expect(await world.settle()).toHaveLength(1)
})

test('of the requests within an hour, three send a link, and the response stays the same', async () => {
  await world.makeConfirmed('dot', 'dot@home.example')
  await world.settle()
  const responses = []
  for (let sent = 0; sent < 5; sent++) {
    responses.push(await world.post('/api/user/request-password-reset', { account: 'dot' }, { from: '198.51.100.3' }))
    // One request per account is queued at a time.
    expect(await world.settle()).toHaveLength(sent < 3 ? 1 : 0)
  }
  for (const { status, body } of responses) expect([status, body]).toEqual([200, { success: true }])
  const metrics = await world.services.metrics.render()
  expect(metrics).toContain('flipside_mails_total{kind="reset_password",outcome="limited"} 2')
})

test('requests for reset links are limited by address, for any account', async () => {
  const request = (account: string) =>
    world.post('/api/user/request-password-reset', { account }, { from: '198.51.100.1' })
  const statuses: number[] = []
  for (let sent = 0; sent < 22; sent++) statuses.push((await request(`nobody${sent}`)).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200))
  expect(statuses.slice(20)).toEqual([429, 429])
  expect(rateLimitSettings.addressMails[0]).toBe('RATE_LIMIT_ADDRESS_MAILS')
})

test('guessed tokens of links are limited like passwords', async () => {
  const guess = (token: string) => world.post('/api/user/confirm-email', { token }, { from: '198.51.100.2' })
  const statuses: number[] = []
  for (let guessed = 0; guessed < 31; guessed++) statuses.push((await guess(`guess${guessed}`)).status)
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(404))
  expect(statuses[30]).toBe(429)
})
