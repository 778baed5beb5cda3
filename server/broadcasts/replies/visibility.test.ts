import { describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { replyWorld } from '#tests/support/replies.ts'

const { server, ada, bo, cy, share, post, reply, read, texts, count, listActivity } = await replyWorld()

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
