import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { shareTrack } from '#tests/support/broadcasts.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { replyWorld } from '#tests/support/replies.ts'
import { ampleRateLimits, type TestMember, testServer } from '#tests/support/test-server.ts'

const { server, ada, bo, cy, track, share, post, reply, read, texts, count, listActivity } = await replyWorld()

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
