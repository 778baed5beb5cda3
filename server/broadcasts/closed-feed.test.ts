import { expect, test } from 'vitest'
import { OPEN_TO_ADA, OPEN_TO_VISITORS, TEXT_MEMBERS, textWorld } from '#tests/support/closed-texts.ts'
import { listBroadcasts, listBroadcastsOfMember, listFeedMembers, listFollowedBroadcasts } from './feed.ts'

const { db, members, system } = await textWorld()
const { ada } = members
const page = { limit: 50 }
const IN_FEED = OPEN_TO_ADA.filter((title) => !title.includes('muted'))

const titles = (broadcasts: readonly { title: string }[]) => broadcasts.map(({ title }) => title).toReversed()

test('the feed has no text that is closed to the member, or by or about a muted one', async () => {
  expect(titles(await listBroadcasts(db, ada.id, page))).toEqual(IN_FEED)
  expect(titles(await listBroadcasts(db, null, page))).toEqual(OPEN_TO_VISITORS)
})

test('the broadcasts of a member have no closed ones, and those of a muted member', async () => {
  const listOf = async (name: (typeof TEXT_MEMBERS)[number]) =>
    titles(await listBroadcastsOfMember(db, ada.id, { ...page, authorId: members[name].id }))
  expect(await listOf('ada')).toEqual(['by ada', 'hidden, by ada'])
  expect(await listOf('bea')).toEqual(['by bea'])
  expect(await listOf('muted')).toEqual(['by muted'])
  for (const name of ['blocked', 'blocking', 'private'] as const) expect(await listOf(name)).toEqual([])
})

test('the feed of followed members has neither closed nor muted ones, whatever the member follows', async () => {
  const followed = [system, ...TEXT_MEMBERS.filter((name) => name !== 'ada').map((name) => members[name].id)]
  await db
    .insertInto('follows')
    .values(followed.map((followee_id) => ({ follower_id: ada.id, followee_id })))
    .execute()
  // A full page is found among the newest broadcasts, any other by the authors.
  expect(titles(await listFollowedBroadcasts(db, ada.id, page))).toEqual(IN_FEED)
  expect(titles(await listFollowedBroadcasts(db, ada.id, { limit: IN_FEED.length }))).toEqual(IN_FEED)
})

test('the members of the feed are those of its broadcasts', async () => {
  const named = (await listFeedMembers(db, ada.id, page.limit)).flatMap((id) =>
    TEXT_MEMBERS.filter((name) => members[name].id === id),
  )
  expect(named.toSorted()).toEqual(['ada', 'bea'])
})
