import { beforeAll, expect, test } from 'vitest'
import { lastCursor } from '#contract/page.ts'
import { makeMember, makeMembers } from '#tests/support/members.ts'
import { makeTrack } from '#tests/support/music.ts'
import { makeSwap } from '#tests/support/swaps.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/** Every list with pages is read page by page and must equal the list that is read at once. */
const LENGTH = 7
const PAGE = 3

interface PagedList {
  path: string
  query: Readonly<Record<string, string>>
  field: string
  /** A page's rows are newest last. */
  isOldestFirst?: boolean
  /** The ids are texts in time order. */
  isTimed?: boolean
}

const lists: readonly PagedList[] = [
  { path: 'get-broadcasts', query: { current_user: 'ada' }, field: 'broadcasts' },
  { path: 'user/following-broadcasts', query: { user: 'ada' }, field: 'broadcasts' },
  { path: 'user/broadcasts', query: { user: 'talker' }, field: 'broadcasts' },
  { path: 'broadcast/replies', query: { id: '{broadcast}' }, field: 'replies' },
  { path: 'user/followers', query: { user: 'ada' }, field: 'followers' },
  { path: 'user/following', query: { user: 'ada' }, field: 'following' },
  {
    path: 'user/direct-messages',
    query: { user: 'ada', conversant: 'fan0' },
    field: 'directMessages',
    isOldestFirst: true,
  },
  { path: 'get-song-swaps', query: { user: 'ada' }, field: 'songSwaps' },
  { path: 'user/loved-tracks', query: { user: 'ada' }, field: 'lovedTracks' },
  { path: 'user/later-tracks', query: { user: 'ada' }, field: 'laterTracks' },
  { path: 'user/activity', query: { user: 'ada' }, field: 'activity', isTimed: true },
  { path: 'admin/reports', query: {}, field: 'reports' },
  { path: 'admin/members', query: { search_term: 'fan' }, field: 'members' },
  { path: 'admin/audit-log', query: {}, field: 'entries' },
]

let server: TestServer
let ada: TestMember
/** A broadcast with replies. */
let broadcast: number

beforeAll(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
  const fans = await makeMembers(server, ...Array.from({ length: LENGTH }, (_, place) => `fan${place}`))
  const tracks = [
    await makeTrack(server, 'Night Bus by Lamplight Parade'),
    await makeTrack(server, 'Tide by Ebb'),
  ] as const
  const post = async (as: TestMember, path: string, query: Record<string, string | number>) =>
    expect((await server.post(`/api/${path}`, query, { as })).status, path).toBe(200)
  const talker = await makeMember(server, 'talker')
  const shared = { user: 'talker', body: '', relatedtype: 'Track', relatedid: tracks[0] }
  for (let place = 0; place < LENGTH; place++)
    broadcast = (await server.post('/api/create-broadcast', { ...shared, title: `${place}` }, { as: talker })).body.id
  for (const [place, fan] of fans.entries()) {
    await post(fan, 'create-reply', { user: fan.name, broadcast, text: `${place}` })
    await post(fan, 'user/follow', { follower: fan.name, followee: 'ada' })
    await post(ada, 'user/follow', { follower: 'ada', followee: fan.name })
    const track = { body: '', relatedtype: 'Track', relatedid: tracks[0] }
    await post(fan, 'create-broadcast', { user: fan.name, title: `${place}`, ...track })
    await post(ada, 'send-direct-message', { user: 'ada', recipient: 'fan0', message: `${place}` })
    // Both sides: the list of swaps merges two indexes.
    const [initiator, matched] = place % 2 === 0 ? [ada, fan] : [fan, ada]
    await makeSwap(server, 'sent', { initiator, matched, tracks })
    const loved = { artist: 'Ebb', track: `Tide ${place}`, is_loved: 'true' }
    await post(ada, 'user/love-track', { user: 'ada', ...loved })
    const later = { artist: 'Ebb', track: `Tide ${place}`, is_saved: 'true' }
    await post(ada, 'user/save-for-later', { user: 'ada', ...later })
    await post(fan, 'user/report', { user: fan.name, other: 'ada', reason: `${place}` })
  }
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', ada.id).execute()
  for (const { name } of fans) await post(ada, 'admin/warn', { member: name, reason: 'Please be kind.' })
})

type Row = { id: number | string }

/** Fills in the broadcast: its id is unknown when the lists are declared. */
const fill = (query: PagedList['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key, value.replace('{broadcast}', `${broadcast}`)] as const),
  )

/** Reads a page, newest first. */
async function readPage({ path, query, field, isOldestFirst }: PagedList, page: Record<string, number | string> = {}) {
  const { status, body } = await server.get(`/api/${path}`, { ...fill(query), ...page }, { as: ada })
  expect(status, path).toBe(200)
  const rows: Row[] = body[field]
  return isOldestFirst ? rows.toReversed() : rows
}

async function readByPage(list: PagedList): Promise<Row[]> {
  const rows: Row[] = []
  for (let before: number | string | undefined; ; before = lastCursor(rows)) {
    const page = await readPage(list, { limit: PAGE, ...(before === undefined ? {} : { before }) })
    expect(page.length).toBeLessThanOrEqual(PAGE)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

test.each(lists)('$path has each row once when it is read page by page', async (list) => {
  const all = await readPage(list)
  expect(all.length).toBeGreaterThanOrEqual(LENGTH)
  expect(await readByPage(list)).toEqual(all)
})

const numbered = lists.filter(({ isTimed }) => isTimed !== true)
const timed = lists.filter(({ isTimed }) => isTimed)

test.each(numbered)('$path continues below any number, also one that is no id of a row', async (list) => {
  const all = await readPage(list)
  const third = Number(all[2]?.id)
  const page = await readPage(list, { before: third + 1, limit: PAGE })
  expect(page).toEqual(all.filter(({ id }) => Number(id) <= third).slice(0, PAGE))
  expect(await readPage(list, { before: 999_999_999_999_999 })).toEqual(all)
  expect(await readPage(list, { before: 1 })).toEqual([])
})

test.each(timed)('$path continues below any time, also one that is no id of a row', async (list) => {
  const all = await readPage(list)
  const [micros, number] = String(all[2]?.id).split('.')
  const after = `${micros}.${String(Number(number) + 1).padStart(10, '0')}`
  expect(await readPage(list, { before: after, limit: PAGE })).toEqual(all.slice(2, 2 + PAGE))
  expect(await readPage(list, { before: '9999999999999999.0000000001' })).toEqual(all)
  expect(await readPage(list, { before: '0000000000000001.0000000001' })).toEqual([])
})

const refusals = (list: PagedList) =>
  list.isTimed
    ? (['abc', '', '-1', "1' or '1'='1", '1764158400000000.7'] as const).map(
        (before) => [before, 'before must be the id of an entry.'] as const,
      )
    : ([
        ['abc', 'before must be a whole number.'],
        ['', 'before must be a whole number.'],
        ['0', 'before must be at least 1.'],
        ["1' or '1'='1", 'before must be a whole number.'],
      ] as const)

test.each(lists)('$path rejects an invalid cursor and an unbounded page with 400 and a sentence', async (list) => {
  const sent = async (page: Record<string, string>) => {
    const { status, body } = await server.get(`/api/${list.path}`, { ...fill(list.query), ...page }, { as: ada })
    return [status, body.error]
  }
  for (const [before, sentence] of refusals(list)) expect(await sent({ before }), before).toEqual([400, sentence])
  expect(await sent({ limit: '1001' })).toEqual([400, 'limit must be at most 1000.'])
  expect(await sent({ limit: '0' })).toEqual([400, 'limit must be at least 1.'])
})
