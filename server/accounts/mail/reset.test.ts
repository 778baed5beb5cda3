import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPasswordReset } from '#server/accounts/index.ts'
import { findToken, mailWorld } from '#tests/support/mail-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'

let world: Awaited<ReturnType<typeof mailWorld>>
beforeAll(async () => {
  world = await mailWorld()
})
afterAll(() => world.close())

const request = (account: string) => world.post('/api/user/request-password-reset', { account })
const reset = (token: string, new_password = 'a completely new one') =>
  world.post('/api/user/reset-password', { token, new_password })
const recipientsOf = (mails: Awaited<ReturnType<typeof world.settle>>) => mails.map(({ to }) => to.join(', '))
const changeEmail = (as: TestMember, email: string) =>
  world.post('/api/user/edit-profile', { user: as.name, email, password: as.password }, { as })

test('a link goes to the confirmed address, by username or email, and sets a password once', async () => {
  await world.makeConfirmed('Ada', 'Ada@Home.example')
  for (const account of ['ada', '@ADA', 'ada@home.EXAMPLE']) {
    await request(account)
    const mails = await world.settle()
    expect([account, recipientsOf(mails)]).toEqual([account, ['Ada@home.example']])
  }
  world.clock.advance({ hours: 1 })
  await request('ada')
  const [mail] = await world.settle()
  expect(mail?.headers.get('subject')).toEqual(['Reset your password for Flipside'])
  const token = findToken(mail?.text)
  expect((await reset(token)).status).toBe(200)
  // The first notice about the new password; the other links end with the one that was used.
  expect((await world.settle()).map(({ headers }) => headers.get('subject')?.[0])).toEqual([
    'Your password for Flipside was changed',
  ])
  expect(await world.db.selectFrom('password_resets').selectAll().execute()).toHaveLength(1)
  expect((await reset(token, 'yet another password')).status).toBe(404)
  expect((await world.post('/api/user/login', { user: 'ada', password: 'a completely new one' })).status).toBe(200)
  expect(world.lines.filter((line) => /home\.example/i.test(line) || line.includes(token))).toEqual([])
})

test('responses do not distinguish accounts, and only a confirmed address gets a link', async () => {
  await world.makeConfirmed('bo', 'bo@home.example')
  await world.join('unconfirmed', 'unconfirmed@home.example')
  const suspended = await world.makeConfirmed('suspended', 'suspended@home.example')
  await world.db
    .insertInto('suspensions')
    .values({ member_id: suspended.id, reason: 'Spam', until: null, admin_id: null })
    .execute()
  const deleted = await world.joinConfirmed('deleted', 'deleted@home.example')
  await world.post('/api/user/delete-account', { user: 'deleted', password: deleted.password }, { as: deleted })
  await world.settle()
  const accounts = ['bo', 'unconfirmed', 'suspended', 'deleted', 'nobody', 'bo@home.example', 'nobody@home.example']
  const responses = await Promise.all(accounts.map(request))
  for (const { status, headers, body } of responses) {
    expect([status, body]).toEqual([200, { success: true }])
    expect([...headers.keys()]).toEqual([...(responses[0]?.headers.keys() ?? [])])
  }
  // Bo's second mail is not added while the first one is queued.
  const recipients = new Set(recipientsOf(await world.settle()))
  expect(recipients).toEqual(new Set(['bo@home.example', 'suspended@home.example']))
})

test('a link to a former address is not valid, neither after a change nor after a change back', async () => {
  const eli = await world.joinConfirmed('eli', 'eli@former.example')
  await request('eli')
  const token = findToken((await world.settle())[0]?.text)
  // As an earlier server version changes it.
  await world.db.updateTable('members').set({ email: 'x@y.example' }).where('id', '=', eli.id).execute()
  expect((await reset(token)).status).toBe(404)
  await world.db.updateTable('members').set({ email: 'eli@former.example' }).where('id', '=', eli.id).execute()
  await changeEmail(eli, 'eli@new.example')
  await changeEmail(eli, 'eli@former.example')
  expect((await reset(token)).status).toBe(404)
  await world.settle()
})

test('requests by others do not end the link that an admin has made', async () => {
  const fay = await world.makeConfirmed('fay', 'fay@home.example')
  const token = await insertPasswordReset(world.db, fay.id, world.clock.now())
  for (let sent = 0; sent < 4; sent++) {
    await request('fay')
    await world.settle()
    world.clock.advance({ hours: 1 })
  }
  const links = await world.db.selectFrom('password_resets').select('email').where('member_id', '=', fay.id).execute()
  expect(links.map(({ email }) => email ?? 'by an admin').toSorted()).toEqual([
    'by an admin',
    'fay@home.example',
    'fay@home.example',
    'fay@home.example',
  ])
  expect((await reset(token)).status).toBe(200)
  await world.settle()
})

test('a changed password ends all links, the mailed ones and that of an admin', async () => {
  const ida = await world.joinConfirmed('ida', 'ida@home.example')
  await request('ida')
  const mailed = findToken((await world.settle())[0]?.text)
  const handedOver = await insertPasswordReset(world.db, ida.id, world.clock.now())
  await request('ida')
  const alsoMailed = findToken((await world.settle())[0]?.text)
  const query = { user: 'ida', password: ida.password, new_password: 'chosen by ida herself' }
  expect((await world.post('/api/user/change-password', query, { as: ida })).status).toBe(200)
  for (const token of [mailed, handedOver, alsoMailed]) expect((await reset(token)).status).toBe(404)
  expect((await world.post('/api/user/login', { user: 'ida', password: 'chosen by ida herself' })).status).toBe(200)
  await world.settle()
})

test('a changed email ends the link of an admin too', async () => {
  const jo = await world.joinConfirmed('jo', 'jo@home.example')
  const token = await insertPasswordReset(world.db, jo.id, world.clock.now())
  await changeEmail(jo, 'jo@new.example')
  expect((await reset(token)).status).toBe(404)
  await world.settle()
})

test('members that share a confirmed address get a link each', async () => {
  await world.makeConfirmed('gus', 'both@home.example')
  await world.makeConfirmed('hal', 'both@home.example')
  await request('both@home.example')
  const mails = await world.settle()
  expect(mails.map(({ text }) => text.split('\n')[0] ?? '').toSorted()).toEqual(['Hello gus,', 'Hello hal,'])
  expect(mails.every(({ to }) => to.length === 1)).toBe(true)
})
