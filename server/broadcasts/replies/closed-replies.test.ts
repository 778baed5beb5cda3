import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type TextMember, textWorld } from '#tests/support/closed-texts.ts'
import { deleteReplyById, findOwnReplyForUpdate, listRecentReplies, listReplies, updateReply } from './store.ts'

const world = await textWorld()
const { db, members } = world
const page = { limit: 50 }

beforeAll(async () => {
  await sql`insert into reply_mentions (reply_id, member_id, written)
    select replies.id, members.id, members.name from replies cross join members
    where body = 'bea to bea' and members.name in ('bea', 'blocked', 'private')`.execute(db)
})

const idOf = (viewer: TextMember | null) => (viewer === null ? null : members[viewer].id)
const list = async (viewer: TextMember | null, title: string) =>
  (await listReplies(db, idOf(viewer), { ...page, broadcastId: world.broadcasts.get(title) ?? 0 }))?.toReversed()
const texts = async (viewer: TextMember | null, title: string) => (await list(viewer, title))?.map(({ text }) => text)

test('replies are listed without hidden ones, and without those by blocked and private members', async () => {
  expect(await texts('ada', 'by bea')).toEqual(['bea to bea', 'muted to bea'])
  expect(await texts(null, 'by bea')).toEqual(['bea to bea', 'blocked to bea', 'muted to bea'])
  expect(await texts('private', 'by bea')).toContain('private to bea')
})

test('a hidden reply and a hidden broadcast remain visible to their author alone', async () => {
  expect(await texts('bea', 'by bea')).toContain('hidden, bea to bea')
  expect(await texts('bea', 'hidden, by bea')).toEqual(['bea to hidden'])
  for (const viewer of ['ada', null] as const) expect(await texts(viewer, 'hidden, by bea')).toBeUndefined()
})

test('the replies to a broadcast that the viewer may not see are not listed', async () => {
  expect(await texts('ada', 'by blocked')).toBeUndefined()
  expect(await texts(null, 'by blocked')).toEqual(['bea to blocked'])
})

test('a mention of a blocked member is not linked', async () => {
  const mentioned = async (viewer: TextMember | null) =>
    (await list(viewer, 'by bea'))?.map(({ mentions }) => mentions.map(({ username }) => username).toSorted())
  expect(await mentioned('ada')).toEqual([['bea', 'private'], []])
  expect((await mentioned(null))?.[0]).toEqual(['bea', 'blocked', 'private'])
})

test('the replies for offline use are those of the feed and of own broadcasts', async () => {
  const limits = { broadcasts: 20, replies: 20 }
  const recent = async (viewer: TextMember) =>
    [...(await listRecentReplies(db, members[viewer].id, limits))].flatMap(([id, replies]) => {
      const [title] = [...world.broadcasts].find(([, each]) => each === id) ?? []
      return replies.toReversed().map(({ text }) => `${title}: ${text}`)
    })
  expect((await recent('ada')).toSorted()).toEqual(['by ada: bea to ada', 'by bea: bea to bea', 'by bea: muted to bea'])
  expect(await recent('bea')).toContain('hidden, by bea: bea to hidden')
})

test('a reply is changed, deleted and named by its author alone', async () => {
  const client_id = '6f1d8c1e-3f0a-4e6c-9a52-0d3b1f6d2a10'
  const id = world.replies.get('bea to ada') ?? 0
  await db.updateTable('replies').set({ client_id }).where('id', '=', id).execute()
  const find = (viewer: TextMember, named: { id: number } | { made_by: string }) =>
    db.transaction().execute((tx) => findOwnReplyForUpdate(tx, members[viewer].id, named))
  expect(await find('ada', { id })).toBeUndefined()
  expect(await find('bea', { made_by: client_id.replace('6f', '7f') })).toBeUndefined()
  const reply = await find('bea', { made_by: client_id })
  expect(reply).toMatchObject({ id, recipientId: members.ada.id, isOpen: true })
  expect(await find('bea', { id })).toEqual(reply)
  if (reply === undefined) return

  const own = async (viewer: TextMember) =>
    (await list(viewer, 'by ada'))?.map((row) => [row.text, row.edited, row.hidden, row.client_id])
  expect([await own('bea'), await own('ada')]).toEqual([
    [['bea to ada', false, false, client_id]],
    [['bea to ada', false, false, undefined]],
  ])
  const edit = { authorId: members.bea.id, reply, text: 'changed', mayNotify: async () => true, now: world.clock.now() }
  await db.transaction().execute((tx) => updateReply(tx, edit))
  expect(await own('bea')).toEqual([['changed', true, false, client_id]])
  expect(await texts('ada', 'by bea')).toEqual(['bea to bea', 'muted to bea'])
  expect((await list('bea', 'by bea'))?.map(({ hidden }) => hidden)).toContain(true)
  await db.transaction().execute((tx) => deleteReplyById(tx, id))
  expect(await own('bea')).toEqual([])
  expect(await texts('ada', 'by bea')).toHaveLength(2)
})

test('a page of replies continues below its cursor', async () => {
  const before = world.replies.get('muted to bea') ?? 0
  const found = await listReplies(db, members.ada.id, {
    limit: 9,
    before,
    broadcastId: world.broadcasts.get('by bea') ?? 0,
  })
  expect(found?.map(({ text }) => text)).toEqual(['bea to bea'])
})
