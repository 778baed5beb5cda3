import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { listSections } from '#server/ownership/export/sections.ts'
import { makeMember } from '#tests/support/members.ts'
import { worldWithServices } from '#tests/support/music-services.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { nowS, SECRET_KEY, USER_TOKEN } from '#tests/support/relays.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { readNextAccount } from './read-accounts.ts'

/** Serves the app of a test server on a port. Returns its address. */
async function serveOnPort({ app }: TestServer): Promise<string> {
  const respond = getRequestListener(app.hono.fetch)
  const http = createServer((incoming, outgoing) => void respond(incoming, outgoing))
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

/** Starts a server with the member `ada`, who follows an account with listens that need a token. */
async function tokenWorld() {
  const listens = [{ at: 1_704_067_200, artist: 'Loam', title: 'Peat' }]
  const world = await worldWithServices({
    listenbrainz: [{ name: 'ada_lb', token: USER_TOKEN, isPrivate: true, listens }],
    settings: { secretKey: SECRET_KEY },
  })
  const ada = await makeMember(world.server, 'ada')
  const follow = (token?: string, base_url?: string, name = 'ada_lb') =>
    world.server.post('/api/user/follow-account', { user: 'ada', name, token, base_url }, { as: ada })
  const state = async () => (await world.server.get('/api/user/followed-account', { user: 'ada' }, { as: ada })).body
  return { ...world, ada, follow, state }
}

test('a Flipside follows a member of another Flipside with a token of a player', async () => {
  const there = await testServer()
  const bo = await makeMember(there, 'bo')
  const token = await makeToken(there, bo)
  await submitListens(there, token, { listen_type: 'single', payload: [aListen(nowS(there) - 100, 'Peat', 'Loam')] })
  await aggregateAccepted(there)
  const { server, follow, state } = await tokenWorld()
  const address = await serveOnPort(there)
  Object.assign(server.config, { listenbrainzAllowed: { urls: [`${address}/`], isAnyPublic: false } })
  const refused = await follow(undefined, `${address}/1/`, 'bo')
  expect([refused.status, refused.body.error]).toEqual([
    400,
    `${new URL(address).host} doesn't show the listens of this account to Flipside. If the server shows them with a token only, follow the account with its token.`,
  ])
  expect(await follow(token, `${address}/1/`, 'bo')).toMatchObject({ status: 200 })
  while (await readNextAccount(server.services));
  expect((await state()).account).toMatchObject({ name: 'bo', added: 1, is_caught_up: true, failure: null })
})

test('the token of a followed account is stored encrypted, and is in no response, export or log', async () => {
  const { server, ada, follow, state, listenbrainz } = await tokenWorld()
  expect((await follow('another token')).body.error).toMatch(/^ListenBrainz doesn't accept the token/)
  expect((await follow(USER_TOKEN)).status).toBe(200)
  expect(await state()).toMatchObject({ takes_token: true })
  listenbrainz.misbehave = () => ({ status: 500, body: '' })
  await readNextAccount(server.services)
  const row = await server.db.selectFrom('followed_accounts').selectAll().executeTakeFirstOrThrow()
  expect(row.secret?.includes(USER_TOKEN)).toBe(false)
  const written = [JSON.stringify(await state()), ...server.lines, JSON.stringify({ ...row, secret: null })]
  for (const section of listSections(ada.id)) for await (const page of section.lines(server.db)) written.push(page)
  expect(written.join('\n')).not.toContain(USER_TOKEN)
  expect(written.join('\n')).not.toContain(String(row.secret?.toString('hex')))
})

test('a token that is no longer accepted, or was encrypted with another key, is a failure with advice', async () => {
  const { server, follow, state, listenbrainz } = await tokenWorld()
  await follow(USER_TOKEN)
  const [account] = listenbrainz.accounts
  Object.assign(account ?? {}, { token: 'a new token' })
  await readNextAccount(server.services)
  const failure = { code: 'token_refused', advice: 'Follow the account again, with a valid token of it.' }
  expect((await state()).account).toMatchObject({ added: 0, failure })
  await follow('a new token')
  Object.assign(server.config, { secretKey: SECRET_KEY.toUpperCase() })
  await readNextAccount(server.services)
  expect((await state()).account).toMatchObject({ added: 0, failure })
})

test('a server without a key for secrets takes no token', async () => {
  const { server, follow, state } = await tokenWorld()
  Object.assign(server.config, { secretKey: null })
  expect([(await follow(USER_TOKEN)).status, await state()]).toMatchObject([400, { takes_token: false, account: null }])
})

test('a token that no header can have is rejected with what it may contain', async () => {
  const { follow } = await tokenWorld()
  expect(await follow('⡲')).toMatchObject({
    status: 400,
    body: { error: 'token must contain only ASCII characters.' },
  })
})
