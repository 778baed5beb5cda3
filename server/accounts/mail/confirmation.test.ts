import { afterAll, beforeAll, expect, test } from 'vitest'
import { findToken, mailWorld } from '#tests/support/mail-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'

let world: Awaited<ReturnType<typeof mailWorld>>
beforeAll(async () => {
  world = await mailWorld()
})
afterAll(() => world.close())

const confirm = (token: string, from = '127.0.0.1') => world.post('/api/user/confirm-email', { token }, { from })
const sendAgain = (as: TestMember) => world.post('/api/user/send-email-confirmation', { user: as.name }, { as })
const readState = async (as: TestMember) =>
  (await world.get('/api/user/email-confirmation', { user: as.name }, { as })).body
const changeEmail = (as: TestMember, email: string) =>
  world.post('/api/user/edit-profile', { user: as.name, email, password: as.password }, { as })

test('a sign-up sends a link that confirms the address once', async () => {
  const ada = await world.join('ada', 'ada@home.example')
  expect(await readState(ada)).toEqual({ is_confirmed: false, is_reachable: true })
  const [mail, ...others] = await world.settle()
  expect(others).toEqual([])
  expect(mail?.to).toEqual(['ada@home.example'])
  expect(mail?.headers.get('subject')).toEqual(['Confirm your email for Flipside'])
  const token = findToken(mail?.text)
  expect(mail?.text).toContain(`http://localhost:3000/confirm?token=${token}\n`)
  expect(mail?.html).toContain(`href="http://localhost:3000/confirm?token=${token}"`)

  expect((await confirm(token)).body).toEqual({ success: true })
  expect(await readState(ada)).toMatchObject({ is_confirmed: true })
  // A browser resends a request on its own.
  expect((await confirm(token)).status).toBe(200)
  world.clock.advance({ minutes: 11 })
  expect(await confirm(token)).toMatchObject({ status: 404, body: { error: 'This link was used already.' } })
  expect((await sendAgain(ada)).status).toBe(200)
  expect(await world.settle()).toEqual([])
  expect(world.lines.filter((line) => line.includes('email_confirmed'))).toHaveLength(1)
  expect(world.lines.filter((line) => line.includes('home.example') || line.includes(token))).toEqual([])
})

test('mail to an unconfirmed address has no text of the member that caused it', async () => {
  const name = 'You won 500 EUR at evil.example'
  const lure = await world.join(name, 'victim@home.example')
  const [mail, ...others] = await world.settle()
  expect([mail?.to, others]).toEqual([['victim@home.example'], []])
  for (const word of ['You won', '500 EUR', 'evil.example']) expect(mail?.raw).not.toContain(word)
  expect(mail?.text).toMatch(/^Hello,\n/)
  await changeEmail(lure, 'other.victim@home.example')
  const [changed] = await world.settle()
  expect(changed?.to).toEqual(['other.victim@home.example'])
  expect(changed?.raw).not.toContain('evil.example')
})

test('an expired, unknown or empty token confirms nothing and is logged', async () => {
  const bo = await world.join('bo', 'bo@home.example')
  const token = findToken((await world.settle())[0]?.text)
  world.clock.advance({ hours: 25 })
  const error = 'This link is not valid any more. Send a new one from the settings.'
  expect(await confirm(token)).toMatchObject({ status: 404, body: { error } })
  expect(await confirm('guessed')).toMatchObject({ status: 404, body: { error } })
  expect((await confirm('')).status).toBe(400)
  expect(await readState(bo)).toMatchObject({ is_confirmed: false })
  expect(world.lines.filter((line) => line.includes('confirmation_link_failed'))).toHaveLength(1)
})

test('a changed address is unconfirmed, and the former one is notified if it was confirmed', async () => {
  const cyd = await world.joinConfirmed('cyd', 'cyd@former.example')
  await changeEmail(cyd, 'cyd@new.example')
  expect(await readState(cyd)).toMatchObject({ is_confirmed: false })
  const mails = await world.settle()
  expect(mails.map(({ to, headers }) => `${to.join(', ')}: ${headers.get('subject')?.join()}`).toSorted()).toEqual([
    'cyd@former.example: Your email for Flipside was changed',
    'cyd@new.example: Confirm your email for Flipside',
  ])
  const token = findToken(mails.find(({ to }) => to[0] === 'cyd@new.example')?.text)
  expect(mails.find(({ to }) => to[0] === 'cyd@former.example')?.text).not.toContain('new.example')

  // A link to the member's former address.
  await changeEmail(cyd, 'cyd@third.example')
  expect((await confirm(token)).status).toBe(404)
  expect((await world.settle()).map(({ to }) => to[0])).toEqual(['cyd@third.example'])

  // As before, another profile field changes without a mail.
  await world.post('/api/user/edit-profile', { user: 'cyd', firstname: 'Cyd' }, { as: cyd })
  expect(await world.settle()).toEqual([])
})

test('after a change by a version of the server without mail, neither the address nor its links count', async () => {
  const dot = await world.makeConfirmed('dot', 'dot@home.example')
  expect(await readState(dot)).toMatchObject({ is_confirmed: true })
  const setEmail = (email: string) => world.db.updateTable('members').set({ email }).where('id', '=', dot.id).execute()
  await setEmail('dot@other.example')
  expect(await readState(dot)).toMatchObject({ is_confirmed: false })
  await sendAgain(dot)
  const token = findToken((await world.settle())[0]?.text)
  await setEmail('eve@evil.example')
  expect((await confirm(token)).status).toBe(404)
  expect(await readState(dot)).toMatchObject({ is_confirmed: false })
})

test('a new link can be sent, and a suspended member may use it', async () => {
  const eli = await world.join('eli', 'eli@home.example')
  await world.settle()
  await world.db
    .insertInto('suspensions')
    .values({ member_id: eli.id, reason: 'Spam', until: null, admin_id: null })
    .execute()
  expect((await sendAgain(eli)).status).toBe(200)
  const [mail] = await world.settle()
  expect(mail?.to).toEqual(['eli@home.example'])
  expect((await confirm(findToken(mail?.text))).status).toBe(200)
  expect(await readState(eli)).toMatchObject({ is_confirmed: true })
})

test.each(['<fay@a.example>', 'fäy@a.example', 'a,eve@evil.example', '"a,b"@a.example', 'fay@a.example,b.example'])(
  'nothing is sent to %s',
  async (email) => {
    const fay = await world.join(`fay${email.length}`, email)
    expect(await readState(fay)).toEqual({ is_confirmed: false, is_reachable: false })
    expect(await sendAgain(fay)).toMatchObject({
      status: 400,
      body: { error: 'Mail cannot be sent to this address. Change it first.' },
    })
    expect(await world.settle()).toEqual([])
    expect(await world.services.metrics.render()).toMatch(
      /flipside_mails_total\{kind="confirm_email",outcome="unmailable"\} \d/,
    )
  },
)

test('at most five links of a member are stored, and a job deletes expired ones', async () => {
  const gus = await world.join('gus', 'gus@home.example')
  for (let sent = 0; sent < 6; sent++) {
    await world.settle()
    world.clock.advance({ minutes: 1 })
    await sendAgain(gus)
  }
  const [last] = await world.settle()
  const count = async () =>
    (await world.db.selectFrom('email_confirmations').select('member_id').where('member_id', '=', gus.id).execute())
      .length
  expect(await count()).toBe(5)
  expect((await confirm(findToken(last?.text))).status).toBe(200)
})
