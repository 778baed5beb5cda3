import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertTrack } from '#tests/support/bare-database.ts'
import { OPEN_TO_ADA, OPEN_TO_VISITORS, TEXT_MEMBERS, textWorld } from '#tests/support/closed-texts.ts'
import {
  listBroadcasts,
  listBroadcastsOfMember,
  listBroadcastWithId,
  listFeedMembers,
  listFollowedBroadcasts,
  listTopBroadcastedTracks,
  selectNewestBroadcast,
} from './feed.ts'

const { db, members, system, broadcasts } = await textWorld()
const { ada, bea } = members
const page = { limit: 50 }
const IN_FEED = OPEN_TO_ADA.filter((title) => !title.includes('muted'))

const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title).toReversed()

test('the feed has no text that is closed to the member, or by or about a muted one', async () => {
  expect(titles(await listBroadcasts(db, ada.id, page))).toEqual(IN_FEED)
  expect(titles(await listBroadcasts(db, null, page))).toEqual(OPEN_TO_VISITORS)
})

test('a broadcast is read by its id unless it is closed, also by or about a muted member', async () => {
  const listEach = async (viewerId: number | null) =>
    titles((await Promise.all([...broadcasts.values()].map((id) => listBroadcastWithId(db, viewerId, id)))).flat())
  expect((await listEach(ada.id)).toSorted()).toEqual(OPEN_TO_ADA.toSorted())
  expect((await listEach(null)).toSorted()).toEqual(OPEN_TO_VISITORS.toSorted())
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

test('the feed of followed members has own broadcasts and those of followed members, on pages of any length', async () => {
  await db
    .insertInto('follows')
    .values([
      { follower_id: bea.id, followee_id: ada.id },
      { follower_id: bea.id, followee_id: members.blocked.id },
      { follower_id: members.muted.id, followee_id: members.blocking.id },
    ])
    .execute()
  const expected = ['by ada', 'by bea', 'hidden, by bea', 'by blocked']
  for (let limit = 1; limit <= 5; limit++)
    expect(titles(await listFollowedBroadcasts(db, bea.id, { limit }))).toEqual(expected.slice(-limit))
})

test('the members of the feed are those of its broadcasts', async () => {
  const ids = await listFeedMembers(db, ada.id, page.limit)
  expect(ids.toSorted((a, b) => a - b)).toEqual([system, ada.id, bea.id])
})

test('the newest broadcast is that of the feed, without muted ones', async () => {
  const newest = async (viewer: number | null) =>
    (await sql<{ id: number }>`select ${selectNewestBroadcast(viewer)} as id`.execute(db)).rows[0]?.id
  expect(await newest(ada.id)).toBe(broadcasts.get('about bea'))
  expect(await newest(null)).toBe(broadcasts.get('about bea and muted'))
})

test('a page continues below its cursor, by every way to read it', async () => {
  const below = { limit: 50, before: broadcasts.get('by bea') ?? 0 }
  const own = ['by ada', 'hidden, by ada']
  expect(titles(await listBroadcasts(db, ada.id, below))).toEqual(own)
  expect(titles(await listFollowedBroadcasts(db, ada.id, below))).toEqual(own)
  expect(titles(await listFollowedBroadcasts(db, ada.id, { ...below, limit: own.length }))).toEqual(own)
  expect(titles(await listBroadcastsOfMember(db, bea.id, { ...below, authorId: bea.id }))).toEqual([])
})

test('the best broadcasts of a member are tracks, and no closed ones', async () => {
  const tracks = ['by bea', 'hidden, by bea', 'by private'].map((title) => broadcasts.get(title) ?? 0)
  await db
    .updateTable('broadcasts')
    .set({ type: 'Track', track_id: await insertTrack(db) })
    .where('id', 'in', tracks)
    .execute()
  const [byBea] = tracks
  const ids = (best: readonly { broadcastid: number }[] = []) => best.map(({ broadcastid }) => broadcastid)
  for (const [author, expected] of [
    [bea, [byBea]],
    [members.private, []],
    [ada, []],
  ] as const) {
    const many = await listTopBroadcastedTracks(db, ada.id, [ada.id, bea.id, members.private.id], 9)
    expect(ids(many.get(author.id))).toEqual(expected)
  }
})
