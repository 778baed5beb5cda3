import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { listCandidates } from '../find-mentions.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let cy: TestMember
let track: number

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
  bo = await makeMember(server, 'bo')
  cy = await makeMember(server, 'cy')
  track = await makeTrack(server, 'Night Bus by Lamplight Parade')
})

const share = async (as = ada): Promise<number> => (await shareTrack(server, as, track)).body.id
const post = (as: TestMember, name: string, query: object) =>
  server.post(`/api/${name}`, { user: as.name, ...query }, { as })
const reply = (as: TestMember, broadcast: number, text: string, more: object = {}) =>
  post(as, 'create-reply', { broadcast, text, ...more })
const read = async (as: TestMember, id: number) =>
  (await server.get('/api/broadcast/replies', { id, current_user: as.name }, { as })).body.replies
const texts = async (as: TestMember, id: number): Promise<string[]> =>
  (await read(as, id)).map((each: { text: string }) => each.text)
const count = async (id: number): Promise<number> =>
  (await server.db.selectFrom('broadcasts').select('replies').where('id', '=', id).executeTakeFirstOrThrow()).replies
const listActivity = async (as: TestMember) =>
  (await server.get('/api/user/activity', { user: as.name }, { as })).body.activity.map(
    ({ kind, username, relatedid, subject }: Record<string, unknown>) => [kind, username, relatedid, subject],
  )

describe('a reply', () => {
  test('a reply is returned, counted and sent to the author of the broadcast', async () => {
    const id = await share()
    const made = await reply(bo, id, '  This bridge!  ')
    expect([made.status, made.body.success]).toEqual([200, true])
    expect(await read(bo, id)).toMatchObject([
      { id: made.body.id, user: 'bo', text: 'This bridge!', edited: false, mentions: [] },
    ])
    const [own] = (await server.get('/api/get-broadcasts', { current_user: 'bo', limit: 1 }, { as: bo })).body
      .broadcasts
    expect([own.id, own.replies]).toEqual([id, 1])
    expect(await listActivity(ada)).toContainEqual(['reply', 'bo', id, 'This bridge!'])
  })

  test('a feed names the own replies that it counts, and neither those of others nor hidden ones', async () => {
    const id = await share()
    const [first, second] = [randomUUID(), randomUUID()]
    const made = await reply(bo, id, 'mine', { client_id: first })
    const hidden = await reply(bo, id, 'hidden', { client_id: second })
    await reply(cy, id, 'hers', { client_id: randomUUID() })
    await sql`update replies set hidden_at = now() where id = ${hidden.body.id}`.execute(server.db)
    const own = async (as: TestMember | undefined) => {
      const viewer = as === undefined ? {} : { current_user: as.name }
      const { body } = await server.get('/api/get-broadcasts', { ...viewer, limit: 1 }, as === undefined ? {} : { as })
      return [body.broadcasts[0].replies, body.broadcasts[0].own_replies]
    }
    expect(await own(bo)).toEqual([2, [{ id: made.body.id, client_id: first }]])
    expect(await own(ada)).toEqual([2, []])
    expect(await own(undefined)).toEqual([2, undefined])
    await post(bo, 'delete-reply', { id: made.body.id })
    expect(await own(bo)).toEqual([1, []])
  })

  test('a reply that is sent twice with one client_id is stored once', async () => {
    const id = await share()
    const client_id = randomUUID()
    const first = await reply(bo, id, 'once', { client_id })
    expect((await reply(bo, id, 'once', { client_id })).body).toEqual(first.body)
    expect(await read(bo, id)).toMatchObject([{ text: 'once', client_id }])
    expect((await read(ada, id))[0].client_id).toBeUndefined()
    expect(await count(id)).toBe(1)
  })

  test('fifty concurrent replies are all counted', async () => {
    const id = await share()
    const fans = await makeMembers(server, ...Array.from({ length: 25 }, (_, place) => `fan${place}`))
    await Promise.all([...fans, ...fans].map((fan) => reply(fan, id, 'hello')))
    expect(await count(id)).toBe(50)
    const [{ id: newest }] = await read(ada, id)
    const page = await server.get('/api/broadcast/replies', { id, limit: 50, before: newest }, { as: ada })
    expect(page.body.replies).toHaveLength(49)
  })

  test('a reply without text, or with more than 500 characters, is rejected', async () => {
    const id = await share()
    expect((await reply(bo, id, '   ')).status).toBe(400)
    expect((await reply(bo, id, 'x'.repeat(501))).status).toBe(400)
    expect((await reply(bo, id, 'x'.repeat(500))).status).toBe(200)
  })

  test('a reply to a deleted broadcast is rejected with a sentence', async () => {
    const id = await share()
    await server.post('/api/delete-broadcast', { id }, { as: ada })
    const rejected = await reply(bo, id, 'too late')
    expect([rejected.status, rejected.body.error]).toEqual([404, 'This broadcast no longer exists.'])
  })

  test('a text of 100 kB is rejected with a sentence, as a reply, a caption and their edits', async () => {
    const id = await share()
    const { id: replyId } = (await reply(bo, id, 'as sent')).body
    const long = 'x'.repeat(100_000)
    const rejected = [
      await reply(bo, id, long),
      await post(bo, 'edit-reply', { id: replyId, text: long }),
      await post(ada, 'edit-broadcast', { id, title: long }),
      await post(ada, 'create-broadcast', { title: long, body: '', relatedtype: 'Track', relatedid: track }),
    ]
    for (const { status, body } of rejected) expect([status, body.error]).toEqual([414, 'That is too long.'])
    expect(await texts(ada, id)).toEqual(['as sent'])
  })

  test('a reply to a member that blocks the author, is blocked or has deleted the account is rejected', async () => {
    const [mel, nia] = await makeMembers(server, 'mel', 'nia')
    const leaver = await server.signUp('goner')
    if (!mel || !nia) throw new Error('There are two members.')
    const [ofMel, ofNia, ofLeaver] = [await share(mel), await share(nia), await share(leaver)]
    const { id: replyId } = (await reply(bo, ofMel, 'before')).body
    await post(mel, 'user/block', { other: 'bo' })
    await post(bo, 'user/block', { other: 'nia' })
    await server.post('/api/user/delete-account', { user: 'goner', password: leaver.password }, { as: leaver })
    const late = [
      await reply(bo, ofMel, 'late'),
      await reply(bo, ofNia, 'late'),
      await reply(bo, ofLeaver, 'late'),
      await post(bo, 'edit-reply', { id: replyId, text: 'late' }),
    ]
    for (const { status, body } of late) expect([status, body.error]).toEqual([404, 'This broadcast no longer exists.'])
    expect((await post(bo, 'delete-reply', { id: replyId })).status).toBe(200)
    expect([await count(ofMel), await count(ofNia)]).toEqual([0, 0])
    await post(bo, 'user/unblock', { other: 'nia' })
  })

  test('the replies of one member have a limit per hour that does not delay other actions', async () => {
    const rateLimits = { ...ampleRateLimits, memberReplies: { burst: 2, perSecond: 1 / 30 } }
    const limited = await testServer({ settings: { rateLimits } })
    const keen = await makeMember(limited, 'keen')
    const { id } = (await shareTrack(limited, keen, await makeTrack(limited, 'Tide by Ebb'))).body
    const send = () => limited.post('/api/create-reply', { user: 'keen', broadcast: id, text: 'x' }, { as: keen })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    const refused = await send()
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
  })

  test('an edit of a reply counts as a reply, since it may notify other members', async () => {
    const rateLimits = { ...ampleRateLimits, memberReplies: { burst: 2, perSecond: 1 / 30 } }
    const limited = await testServer({ settings: { rateLimits } })
    const keen = await makeMember(limited, 'keen')
    const { id } = (await shareTrack(limited, keen, await makeTrack(limited, 'Tide by Ebb'))).body
    const made = await limited.post('/api/create-reply', { user: 'keen', broadcast: id, text: 'x' }, { as: keen })
    const edit = (text: string) =>
      limited.post('/api/edit-reply', { user: 'keen', id: made.body.id, text }, { as: keen })
    expect((await edit('y')).status).toBe(200)
    const refused = await edit('z')
    expect([refused.status, refused.body.code]).toEqual([429, 'daily_limit'])
  })
})

describe('a mention', () => {
  test('the names after an @ are linked to members, however they end', async () => {
    const [poet, dotted] = await makeMembers(server, 'Ada Lovelace', 'a.b')
    const id = await share()
    await reply(bo, id, 'ask @ADA LOVELACE, (@a.b), @cy. or mail x@ada and @nobody')
    const [{ mentions }] = await read(cy, id)
    expect(
      mentions.toSorted((a: { username: string }, b: { username: string }) => (a.username < b.username ? -1 : 1)),
    ).toEqual([
      { written: 'ADA LOVELACE', username: 'Ada Lovelace' },
      { written: 'a.b', username: 'a.b' },
      { written: 'cy', username: 'cy' },
    ])
    for (const member of [poet, dotted, cy])
      if (member)
        expect(await listActivity(member)).toMatchObject([['mention', 'bo', id, expect.stringContaining('ask')]])
    await server.db.deleteFrom('activity').where('member_id', '=', cy.id).execute()
  })

  test('the author of the broadcast has one entry for a reply that also mentions it', async () => {
    const id = await share()
    await reply(bo, id, '@ada @ada @bo hello')
    const entries = (await listActivity(ada)).filter(([, , related]: unknown[]) => related === id)
    expect(entries).toEqual([['reply', 'bo', id, '@ada @ada @bo hello']])
    expect(await listActivity(bo)).toEqual([])
  })

  test('a mention follows its member when the name changes, also through an edit', async () => {
    const old = await makeMember(server, 'oldname')
    const id = await share()
    const { id: replyId } = (await reply(bo, id, 'see @oldname')).body
    await server.db
      .updateTable('members')
      .set({ name: 'newname', name_key: 'newname' })
      .where('id', '=', old.id)
      .execute()
    expect((await read(bo, id))[0].mentions).toEqual([{ written: 'oldname', username: 'newname' }])
    await post(bo, 'edit-reply', { id: replyId, text: 'do see @oldname' })
    expect((await read(bo, id))[0].mentions).toEqual([{ written: 'oldname', username: 'newname' }])
  })

  test('a mention of a member that the author cannot see stays plain text', async () => {
    const shy = await makeMember(server, 'shy')
    await post(shy, 'user/block', { other: 'bo' })
    const id = await share()
    await reply(bo, id, 'hello @shy')
    expect((await read(ada, id))[0].mentions).toEqual([])
    expect(await listActivity(shy)).toEqual([])
  })

  test('a text with many signs has at most ten mentions', async () => {
    const many = await makeMembers(server, ...Array.from({ length: 12 }, (_, place) => `m${place}x`))
    const id = await share()
    await reply(bo, id, many.map(({ name }) => `@${name}`).join(' '))
    expect((await read(ada, id))[0].mentions).toHaveLength(10)
  })

  test('the candidates of a text end at words and at its line', () => {
    expect(listCandidates('@ada lo.\nx')).toEqual([['ada lo.', 'ada lo', 'ada']])
    expect(listCandidates('a@b @@x @ ')).toEqual([])
    expect(listCandidates(`@${'a'.repeat(80)}`)).toEqual([[]])
  })
})

describe('a change of a reply', () => {
  test('a reply can be edited for 10 minutes, by its id or by the client_id that made it', async () => {
    const id = await share()
    const client_id = randomUUID()
    const { id: replyId } = (await reply(bo, id, 'frist @cy', { client_id })).body
    expect((await post(bo, 'edit-reply', { made_by: client_id, text: 'first' })).status).toBe(200)
    expect(await read(ada, id)).toMatchObject([{ text: 'first', edited: true, mentions: [] }])
    expect((await listActivity(cy)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
    server.clock.advance({ minutes: 11 })
    const late = await post(bo, 'edit-reply', { id: replyId, text: 'later' })
    expect([late.status, late.body.code, late.body.error]).toEqual([
      409,
      'edit_too_late',
      'A reply can be edited for 10 minutes.',
    ])
    expect(await texts(ada, id)).toEqual(['first'])
  })

  test('a reply is edited and deleted by its author alone', async () => {
    const id = await share()
    const { id: replyId } = (await reply(bo, id, 'mine')).body
    expect((await post(ada, 'edit-reply', { id: replyId, text: 'yours' })).status).toBe(404)
    expect((await post(ada, 'delete-reply', { id: replyId })).status).toBe(404)
    expect((await post(bo, 'delete-reply', {})).status).toBe(400)
    expect(await texts(ada, id)).toEqual(['mine'])
  })

  test('a deleted reply leaves neither a count nor activity', async () => {
    const id = await share()
    const { id: replyId } = (await reply(bo, id, 'hi @cy')).body
    expect((await post(bo, 'delete-reply', { id: replyId })).status).toBe(200)
    expect((await post(bo, 'delete-reply', { id: replyId })).body.code).toBe('not_found')
    expect([await count(id), await texts(ada, id)]).toEqual([0, []])
    for (const member of [ada, cy])
      expect((await listActivity(member)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
  })

  test('a caption can be edited for 10 minutes by its author', async () => {
    const id = await share()
    expect((await post(bo, 'edit-broadcast', { id, title: 'not mine' })).status).toBe(404)
    expect((await post(ada, 'edit-broadcast', { id, title: 'This chorus.' })).status).toBe(200)
    const [changed] = (await server.get('/api/get-broadcasts', { limit: 1 })).body.broadcasts
    expect(changed).toMatchObject({ id, title: 'This chorus.', edited: true })
    server.clock.advance({ minutes: 11 })
    expect((await post(ada, 'edit-broadcast', { id, title: 'late' })).body.code).toBe('edit_too_late')
  })
})

describe('the visibility of replies', () => {
  test('a block hides the replies of both members from each other only', async () => {
    const [eve, fox] = await makeMembers(server, 'eve', 'fox')
    if (!eve || !fox) throw new Error('There are two members.')
    const id = await share()
    await reply(eve, id, 'by eve')
    await reply(fox, id, 'by fox')
    await post(eve, 'user/block', { other: 'fox' })
    expect(await texts(eve, id)).toEqual(['by eve'])
    expect(await texts(fox, id)).toEqual(['by fox'])
    expect(await texts(cy, id)).toEqual(['by fox', 'by eve'])
  })

  test('the replies below a private broadcast are visible to the members that its author follows', async () => {
    const [secret, friend] = await makeMembers(server, 'secret', 'friend')
    if (!secret || !friend) throw new Error('There are two members.')
    await post(secret, 'user/follow', { follower: 'secret', followee: 'friend' })
    const id = await share(secret)
    await reply(friend, id, 'between us @cy')
    await server.db.updateTable('members').set({ is_private: true }).where('id', '=', secret.id).execute()
    expect(await texts(friend, id)).toEqual(['between us @cy'])
    expect((await server.get('/api/broadcast/replies', { id }, { as: cy })).status).toBe(404)
    expect((await reply(cy, id, 'let me in')).status).toBe(404)
    expect((await listActivity(cy)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
  })

  test('the reply of a private member is visible to the members that it follows', async () => {
    const veiled = await makeMember(server, 'veiled')
    await server.db.updateTable('members').set({ is_private: true }).where('id', '=', veiled.id).execute()
    await post(veiled, 'user/follow', { follower: 'veiled', followee: 'bo' })
    const id = await share()
    await reply(veiled, id, 'quietly @cy')
    expect(await texts(veiled, id)).toEqual(['quietly @cy'])
    expect(await texts(bo, id)).toEqual(['quietly @cy'])
    expect(await texts(ada, id)).toEqual([])
    expect((await server.get('/api/broadcast/replies', { id })).body.replies).toEqual([])
    for (const member of [ada, cy])
      expect((await listActivity(member)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
  })

  test('a mute hides the activity of a reply, and not the reply', async () => {
    const loud = await makeMember(server, 'loud')
    const id = await share()
    await reply(loud, id, 'hey')
    await post(ada, 'user/mute', { other: 'loud' })
    expect(await texts(ada, id)).toEqual(['hey'])
    expect((await listActivity(ada)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
  })

  test('a hidden reply is visible to its author alone, and uncounted', async () => {
    const id = await share()
    const { id: replyId } = (await reply(bo, id, 'rude @cy')).body
    const admin = await makeMember(server, 'theadmin')
    await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const report = { user: 'ada', other: 'bo', reason: 'rude', relatedtype: 'Reply', relatedid: replyId }
    const { id: reportId } = (await server.post('/api/user/report', report, { as: ada })).body
    const hide = (is_hidden: string, more: object = {}) =>
      server.post('/api/admin/hide-reply', { id: replyId, is_hidden, reason: 'Be kind.', ...more }, { as: admin })
    expect((await hide('true', { report: reportId })).status).toBe(200)
    expect(await texts(ada, id)).toEqual([])
    expect(await read(bo, id)).toMatchObject([{ text: 'rude @cy', hidden: true }])
    expect(await count(id)).toBe(0)
    for (const member of [ada, cy])
      expect((await listActivity(member)).filter(([, , related]: unknown[]) => related === id)).toEqual([])
    const queue = await server.get('/api/admin/reports', { state: 'all' }, { as: admin })
    expect(queue.status, JSON.stringify(queue.body)).toBe(200)
    const { reports } = queue.body
    expect(reports[0]).toMatchObject({ quote: 'rude @cy', content: 'hidden', within: id, outcome: 'reply_hidden' })
    expect((await hide('false')).status).toBe(200)
    expect([await count(id), await texts(ada, id)]).toEqual([1, ['rude @cy']])
    await server.post('/api/admin/take-down-reply', { id: replyId, reason: 'Again.' }, { as: admin })
    expect([await count(id), await texts(bo, id)]).toEqual([0, []])
    const { warnings } = (await server.get('/api/user/standing', { user: 'bo' }, { as: bo })).body
    expect(warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['reply_hidden', 'reply_deleted'])
  })

  test('a second report of a hidden reply does not warn its author again', async () => {
    const id = await share()
    const writer = await makeMember(server, 'hiddenwriter')
    const { id: replyId } = (await reply(writer, id, 'rude')).body
    const admin = await makeMember(server, 'hidingadmin')
    await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const content = { other: writer.name, reason: 'rude', relatedtype: 'Reply', relatedid: replyId }
    const reports: number[] = []
    for (const member of [ada, cy])
      reports.push((await server.post('/api/user/report', { user: member.name, ...content }, { as: member })).body.id)
    for (const report of reports) {
      const hidden = { id: replyId, is_hidden: 'true', reason: 'Be kind.', report }
      expect((await server.post('/api/admin/hide-reply', hidden, { as: admin })).status).toBe(200)
    }
    const { warnings } = (await server.get('/api/user/standing', { user: writer.name }, { as: writer })).body
    expect(warnings.map(({ kind }: { kind: string }) => kind)).toEqual(['reply_hidden'])
  })

  test('the replies and mentions of a deleted account are gone and uncounted', async () => {
    const leaver = await server.signUp('leaver')
    const id = await share()
    await reply(leaver, id, 'bye')
    await reply(bo, id, 'bye @leaver')
    const password = leaver.password
    expect((await server.post('/api/user/delete-account', { user: 'leaver', password }, { as: leaver })).status).toBe(
      200,
    )
    expect(await read(ada, id)).toMatchObject([{ text: 'bye @leaver', mentions: [] }])
    expect(await count(id)).toBe(1)
  })
})
