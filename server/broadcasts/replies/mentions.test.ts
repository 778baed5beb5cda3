import { describe, expect, test } from 'vitest'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { replyWorld } from '#tests/support/replies.ts'
import { listCandidates } from '../find-mentions.ts'

const { server, ada, bo, cy, share, post, reply, read, listActivity } = await replyWorld()

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
