import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
const track = await makeTrack(server, 'Night Bus by Lamplight Parade')
let round = 0
let ada: TestMember
let bo: TestMember
let cy: TestMember

// Each test has its own three members.
beforeEach(async () => {
  round++
  const [one, two, three] = await makeMembers(server, `ada${round}`, `bo${round}`, `cy${round}`)
  if (!one || !two || !three) throw new Error('Three members are needed.')
  ;[ada, bo, cy] = [one, two, three]
})

const share = (title: string, as = ada, more: object = {}) => shareTrack(server, as, track, { title, ...more })
const post = (as: TestMember, name: string, query: object) =>
  server.post(`/api/${name}`, { user: as.name, ...query }, { as })
const edit = (id: number, title: string) => post(ada, 'edit-broadcast', { id, title })
const listActivity = async (as: TestMember) =>
  (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity.map(
    ({ kind, username, relatedid, subject }: Record<string, unknown>) => [kind, username, relatedid, subject],
  )
const readFeed = async (id: number, as?: TestMember) =>
  (await server.get('/api/get-broadcasts', { limit: 1, before: id + 1 }, as ? { as } : {})).body.broadcasts[0]
const makePrivate = (member: TestMember) =>
  server.db.updateTable('members').set({ is_private: true }).where('id', '=', member.id).execute()

describe('a mention in a caption', () => {
  test('it is a link in every list of broadcasts, and notifies the member', async () => {
    const { id } = (await share(`thanks @${bo.name}, and @nobody`)).body
    const mentions = [{ written: bo.name, username: bo.name }]
    expect(await readFeed(id)).toMatchObject({ id, mentions })
    expect(await readFeed(id, cy)).toMatchObject({ id, mentions })
    const lists = { 'user/broadcasts': { user: ada.name }, 'user/following-broadcasts': { user: ada.name, limit: 1 } }
    for (const [path, query] of Object.entries(lists))
      expect((await server.get(`/api/${path}`, query, { as: ada })).body.broadcasts[0], path).toMatchObject({
        mentions,
      })
    expect(await listActivity(bo)).toEqual([['mention', ada.name, id, `thanks @${bo.name}, and @nobody`]])
    expect((await server.get('/api/user/status', {}, { as: bo })).body.unread_activity).toBe(1)
  })

  test('a caption without mentions has no list of them', async () => {
    const { id } = (await share('nothing to see, x@y')).body
    expect(await readFeed(id, ada)).not.toHaveProperty('mentions')
  })

  test('the name of a track as the caption mentions no member, a name before or after it does', async () => {
    const names = { artist: 'Nine Rooms', track: `@${bo.name}` }
    const shareNames = async (title: string) =>
      (await post(ada, 'create-broadcast-by-names', { title, ...names })).body.id
    const id = await shareNames(`Broadcasting @${bo.name}`)
    expect(await listActivity(bo)).toEqual([])
    await edit(id, `Broadcasting @${bo.name} to @${cy.name}`)
    expect([(await listActivity(bo)).length, (await listActivity(cy)).length]).toEqual([1, 1])
    await edit(id, `Broadcasting @${bo.name}`)
    expect([await listActivity(bo), await listActivity(cy)]).toEqual([[], []])
  })

  test('it is stored for a track that is shared by its names too', async () => {
    const names = { artist: 'Nine Rooms', track: 'Slow Ferry' }
    const { id } = (await post(ada, 'create-broadcast-by-names', { title: `@${bo.name}!`, ...names })).body
    expect(await listActivity(bo)).toEqual([['mention', ada.name, id, `@${bo.name}!`]])
  })

  test('a repeat of the request notifies once', async () => {
    const client_id = randomUUID()
    const first = await share(`@${bo.name}`, ada, { client_id })
    expect((await share(`@${bo.name}`, ada, { client_id })).body).toEqual(first.body)
    expect(await listActivity(bo)).toHaveLength(1)
  })

  test('all members of a text are notified, each once, the author not', async () => {
    const title = `@${bo.name} @${cy.name} @${bo.name} @${ada.name}`
    const { id } = (await share(title)).body
    for (const member of [bo, cy]) expect(await listActivity(member)).toEqual([['mention', ada.name, id, title]])
    expect(await listActivity(ada)).toEqual([])
  })

  test('an edit notifies the new members only, and withdraws the others', async () => {
    const { id } = (await share(`@${bo.name}`)).body
    await post(bo, 'user/mark-activity-read', { up_to: 1_000_000_000 })
    expect((await edit(id, `@${bo.name} @${cy.name}`)).status).toBe(200)
    expect((await server.get('/api/user/status', {}, { as: bo })).body.unread_activity).toBe(0)
    expect(await listActivity(bo)).toHaveLength(1)
    expect(await listActivity(cy)).toHaveLength(1)
    await edit(id, `only @${cy.name}`)
    expect(await listActivity(bo)).toEqual([])
    expect(await listActivity(cy)).toEqual([['mention', ada.name, id, `only @${cy.name}`]])
    expect((await readFeed(id)).mentions).toEqual([{ written: cy.name, username: cy.name }])
  })

  test('an edit keeps the mention of a member that has another name now', async () => {
    const { id } = (await share(`see @${bo.name}`)).body
    const renamed = { name: `new${bo.name}`, name_key: `new${bo.name}` }
    await server.db.updateTable('members').set(renamed).where('id', '=', bo.id).execute()
    await edit(id, `do see @${bo.name}`)
    expect((await readFeed(id, ada)).mentions).toEqual([{ written: bo.name, username: renamed.name }])
  })

  test('a deleted broadcast leaves no activity', async () => {
    const { id } = (await share(`@${bo.name}`)).body
    await post(ada, 'delete-broadcast', { id })
    expect(await listActivity(bo)).toEqual([])
  })

  test('a like and its withdrawal by the author leave the mentions', async () => {
    const { id } = (await share(`@${bo.name}`)).body
    const related = { relatedtype: 'Broadcast', relatedid: id }
    for (const as of [ada, bo]) for (const call of ['create-like', 'undo-like']) await post(as, call, related)
    expect(await listActivity(bo)).toHaveLength(1)
  })

  test('an edit counts as a reply, since it may notify other members', async () => {
    const rateLimits = { ...ampleRateLimits, memberReplies: { burst: 1, perSecond: 1 / 30 } }
    const limited = await testServer({ settings: { rateLimits } })
    const keen = await makeMember(limited, 'keen')
    const { id } = (await shareTrack(limited, keen, await makeTrack(limited, 'Tide by Ebb'))).body
    const change = (title: string) => limited.post('/api/edit-broadcast', { user: 'keen', id, title }, { as: keen })
    expect((await change('y')).status).toBe(200)
    const refused = await change('z')
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
  })
})

describe('the visibility of mentions in captions', () => {
  test('a member that the author cannot see stays plain text', async () => {
    await post(bo, 'user/block', { other: ada.name })
    const { id } = (await share(`hello @${bo.name}`)).body
    expect(await readFeed(id, cy)).not.toHaveProperty('mentions')
    expect(await listActivity(bo)).toEqual([])
  })

  test('a later block hides the link from both sides of it, and the notification', async () => {
    const { id } = (await share(`hello @${bo.name} and @${cy.name}`)).body
    await post(cy, 'user/block', { other: bo.name })
    expect((await readFeed(id, cy)).mentions).toEqual([{ written: cy.name, username: cy.name }])
    expect((await readFeed(id, bo)).mentions).toEqual([{ written: bo.name, username: bo.name }])
    expect((await readFeed(id, ada)).mentions).toHaveLength(2)
    expect((await readFeed(id)).mentions).toHaveLength(2)
    await post(bo, 'user/block', { other: ada.name })
    expect(await listActivity(bo)).toEqual([])
    await post(bo, 'user/unblock', { other: ada.name })
    expect(await listActivity(bo)).toHaveLength(1)
  })

  test('a mute hides the notification', async () => {
    await share(`hello @${bo.name}`)
    await post(bo, 'user/mute', { other: ada.name })
    expect(await listActivity(bo)).toEqual([])
    expect((await server.get('/api/user/status', {}, { as: bo })).body.unread_activity).toBe(0)
  })

  test('a private author notifies only members that it follows', async () => {
    await makePrivate(ada)
    await post(ada, 'user/follow', { follower: ada.name, followee: cy.name })
    const { id } = (await share(`between us @${bo.name} @${cy.name}`)).body
    expect(await listActivity(bo)).toEqual([])
    expect((await listActivity(cy)).filter(([kind]: unknown[]) => kind === 'mention')).toEqual([
      ['mention', ada.name, id, `between us @${bo.name} @${cy.name}`],
    ])
    await server.db.updateTable('members').set({ is_private: false }).where('id', '=', ada.id).execute()
    expect(await listActivity(bo)).toEqual([])
  })

  test('an author that becomes private hides earlier notifications', async () => {
    await share(`hello @${bo.name}`)
    await makePrivate(ada)
    expect(await listActivity(bo)).toEqual([])
  })

  test('a broadcast that an admin hides takes its notification along', async () => {
    const { id } = (await share(`rude @${bo.name}`)).body
    const hide = (hidden_at: Date | null) =>
      server.db.updateTable('broadcasts').set({ hidden_at }).where('id', '=', id).execute()
    await hide(new Date())
    expect(await listActivity(bo)).toEqual([])
    await hide(null)
    expect(await listActivity(bo)).toHaveLength(1)
  })

  test('the mention of a deleted account is plain text', async () => {
    const leaver = await server.signUp(`leaver${round}`)
    const { id } = (await share(`bye @${leaver.name}`)).body
    const { name: user, password } = leaver
    expect((await server.post('/api/user/delete-account', { user, password }, { as: leaver })).status).toBe(200)
    expect(await readFeed(id, ada)).not.toHaveProperty('mentions')
  })
})
