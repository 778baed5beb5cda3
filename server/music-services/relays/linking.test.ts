import { expect, test } from 'vitest'
import { deleteMember } from '#server/ownership/delete-account.ts'
import { listSections } from '#server/ownership/export/sections.ts'
import { makeMember } from '#tests/support/members.ts'
import { aListen } from '#tests/support/players.ts'
import {
  changeRelay,
  linkListenbrainz,
  nowS,
  pendingOf,
  relaysOf,
  relayWorld,
  scrobble,
  sendAll,
  USER_TOKEN,
} from '#tests/support/relays.ts'

test('unlinking deletes the secret and what is pending', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  await scrobble(server, player, aListen(nowS(server) - 600))
  await changeRelay(server, ada, 'unlink', { service: 'listenbrainz' })
  expect(await sendAll(server)).toBe(0)
  expect([await relaysOf(server, ada), await pendingOf(server, 'listenbrainz'), listenbrainz.store.received]).toEqual([
    [],
    [],
    0,
  ])
  expect((await changeRelay(server, ada, 'retry', { service: 'listenbrainz' })).status).toBe(400)
})

test('a token is stored encrypted, bound to its row, and is in no log line, response or export', async () => {
  const { server, ada } = await relayWorld()
  await linkListenbrainz(server, ada)
  const { secret } = await server.db.selectFrom('relays').select('secret').executeTakeFirstOrThrow()
  expect(secret.toString('latin1')).not.toContain(USER_TOKEN)
  expect(JSON.stringify(await relaysOf(server, ada))).not.toContain(USER_TOKEN)
  expect(server.lines.join('\n')).not.toContain(USER_TOKEN)
  const lines: string[] = []
  for (const section of listSections(ada.id)) for await (const page of section.lines(server.db)) lines.push(page)
  expect(lines.join('\n')).toContain('ada_lb')
  expect(lines.join('\n')).not.toContain(USER_TOKEN)
  expect(lines.join('\n')).not.toContain(secret.toString('base64'))
})

test('a stored token that cannot be read stops the relay until the account is linked again', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  const at = nowS(server) - 600
  await scrobble(server, player, aListen(at))
  Object.assign(server.config, { secretKey: 'another key, of a restored server' })
  await sendAll(server)
  expect(await relaysOf(server, ada)).toMatchObject([
    { is_stopped: true, pending: 1, failure: { code: 'secret_unreadable' }, next_at: '' },
  ])
  expect(listenbrainz.store.received).toBe(0)
  await linkListenbrainz(server, ada)
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map((listen) => listen.at)).toEqual([at])
})

test('an invalid token, a missing key and a forbidden address are rejected with what to do', async () => {
  const { server, ada } = await relayWorld()
  const refused = await linkListenbrainz(server, ada, 'not-a-token')
  expect([refused.status, refused.body.error]).toEqual([400, "ListenBrainz doesn't accept this token. Copy it again."])
  const unsendable = await linkListenbrainz(server, ada, '⡲')
  expect([unsendable.status, unsendable.body.error]).toEqual([400, 'token must contain only ASCII characters.'])
  const inside = await linkListenbrainz(server, ada, USER_TOKEN, 'https://169.254.169.254/')
  expect([inside.status, inside.body.error]).toEqual([
    400,
    expect.stringMatching(/may not connect to the address of ListenBrainz/),
  ])
  expect(await relaysOf(server, ada)).toEqual([])
  Object.assign(server.config, { secretKey: null })
  const keyless = await linkListenbrainz(server, ada)
  expect([keyless.status, keyless.body.error]).toEqual([400, expect.stringMatching(/SECRET_KEY/)])
  const { body } = await server.get('/api/user/relays', { user: 'ada' }, { as: ada })
  expect(body.services.map((service: { unavailable: string }) => service.unavailable)).toEqual([
    expect.stringMatching(/SECRET_KEY/),
    expect.stringMatching(/SECRET_KEY/),
  ])
})

test("Last.fm's confirmation of another member, or a used one, links nothing", async () => {
  const { server, ada } = await relayWorld()
  const bea = await makeMember(server, 'bea')
  const { body } = await server.post('/api/user/connect-relay', { user: 'ada' }, { as: ada })
  const proof = new URL(new URL(body.url).searchParams.get('cb') ?? '').searchParams.get('proof') ?? ''
  const forged = await server.post('/api/user/prove-relay', { user: 'bea', token: 'of-ada', proof }, { as: bea })
  expect([forged.status, await relaysOf(server, bea)]).toEqual([400, []])
  const prove = () => server.post('/api/user/prove-relay', { user: 'ada', token: 'of-ada', proof }, { as: ada })
  expect([(await prove()).status, (await prove()).status]).toEqual([200, 400])
})

test('deleting the account deletes its relays and what is pending', async () => {
  const { server, ada, player } = await relayWorld()
  await linkListenbrainz(server, ada)
  await scrobble(server, player, aListen(nowS(server) - 600))
  await server.db.transaction().execute((tx) => deleteMember(tx, ada, server.clock.now()))
  expect(await server.db.selectFrom('relays').select('account').execute()).toEqual([])
  expect(await pendingOf(server, 'listenbrainz')).toEqual([])
})
