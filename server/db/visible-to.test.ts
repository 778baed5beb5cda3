import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bareDatabase, insertMembers } from '#tests/support/bare-database.ts'
import { isOnBoards, isSuspended, linkOpenTo, listeningOpenTo, notMutedBy, openTo, visibleTo } from './visible-to.ts'

/*
 * Each condition on one member of each kind, as ada, as bea and as a visitor. Ada is private and
 * hides her listening; none of the others' relations apply to bea.
 */

const NAMES = [
  'ada',
  'bea',
  'blocked', // by ada
  'blocking', // ada
  'muted', // by ada
  'private', // ada follows them, they do not follow ada
  'admitting', // private, and follows ada
  'hiding', // hides the listening, and follows ada
  'deleted',
  'banned', // without an end
  'paused', // until later
  'returned', // until now
] as const
type Name = (typeof NAMES)[number] | 'System'

const { db, clock } = await bareDatabase()
const now = clock.now()
const LATER_MS = 60_000
const members = await insertMembers(db, now, NAMES)
await insertRelations()
await insertStates()

function idOf(name: Name): number {
  return members.get(name)?.id ?? 0
}

async function insertRelations() {
  const block = (blocker: Name, blocked: Name) => ({ blocker_id: idOf(blocker), blocked_id: idOf(blocked) })
  const mute = (muter: Name, muted: Name) => ({ muter_id: idOf(muter), muted_id: idOf(muted) })
  const follow = (follower: Name, followee: Name) => ({ follower_id: idOf(follower), followee_id: idOf(followee) })
  await db
    .insertInto('blocks')
    .values([block('ada', 'blocked'), block('blocking', 'ada'), block('returned', 'muted')])
    .execute()
  await db
    .insertInto('mutes')
    .values([mute('ada', 'muted'), mute('returned', 'bea'), mute('muted', 'ada')])
    .execute()
  await db
    .insertInto('follows')
    .values([
      follow('ada', 'private'),
      follow('private', 'muted'),
      follow('admitting', 'ada'),
      follow('hiding', 'ada'),
      follow('muted', 'bea'),
    ])
    .execute()
}

async function insertStates() {
  const update = (names: readonly Name[], values: object) =>
    db.updateTable('members').set(values).where('id', 'in', names.map(idOf)).execute()
  await update(['ada', 'private', 'admitting'], { is_private: true })
  await update(['ada', 'hiding'], { hides_listening: true })
  await update(['deleted'], { deleted_at: now })
  const suspend = (name: Name, until: Date | null) => ({ member_id: idOf(name), reason: 'spam', until, admin_id: null })
  const later = new Date(now.getTime() + LATER_MS)
  await db
    .insertInto('suspensions')
    .values([suspend('banned', null), suspend('paused', later), suspend('returned', now)])
    .execute()
}

/** Returns the names of the members that match a condition on `members.id`. */
async function match(condition: RawBuilder<boolean>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from members where ${condition}`.execute(db)
  return rows.map(({ name }) => name).sort()
}

const all = (...without: readonly Name[]) =>
  ['System', ...NAMES].filter((name) => !without.some((left) => left === name)).sort()

describe.each<[string, Name | null]>([
  ['ada', 'ada'],
  ['bea', 'bea'],
  ['a visitor', null],
])('%s', (_, viewer) => {
  const asViewer = () => (viewer === null ? null : idOf(viewer))
  const isAda = viewer === 'ada'
  const unseen: readonly Name[] = isAda ? ['blocked', 'blocking'] : []
  const closed: readonly Name[] = isAda ? [...unseen, 'private', 'deleted'] : ['ada', 'private', 'admitting', 'deleted']

  test('sees all but those of a block', async () => {
    expect(await match(visibleTo(asViewer(), 'members.id'))).toEqual(all(...unseen))
  })

  test('sees no content of deleted members, and of private ones only if they follow the viewer', async () => {
    expect(await match(openTo(asViewer(), 'members.id'))).toEqual(all(...closed))
  })

  test('sees no hidden listening but the own', async () => {
    expect(await match(listeningOpenTo(asViewer(), 'members.id'))).toEqual(all(...closed, 'hiding'))
  })

  test('opens no link to System and to suspended members', async () => {
    const opened = all(...closed, 'System', 'banned', 'paused')
    expect(await match(linkOpenTo(asViewer(), 'members', now))).toEqual(opened)
  })

  test('sees in lists no members that the viewer has muted', async () => {
    expect(await match(notMutedBy(asViewer(), 'members.id'))).toEqual(isAda ? all('muted') : all())
  })

  test('sees a row that is about no member', async () => {
    const conditions = [visibleTo, openTo, listeningOpenTo, notMutedBy].map((isSeen) => isSeen(asViewer(), 'row.about'))
    const { rows } = await sql`select from (select null::bigint as about) as row
      where ${sql.join(conditions, sql` and `)}`.execute(db)
    expect(rows).toHaveLength(1)
  })
})

test('a suspension is in force without an end and until its end', async () => {
  expect(await match(isSuspended('members.id', now))).toEqual(['banned', 'paused'])
  const { rows } = await sql`select from (select null::bigint as about) as row
    where ${isSuspended('row.about', now)}`.execute(db)
  expect(rows).toEqual([])
})

test('members are left out of the boards of the time with their impossible days', async () => {
  await db
    .insertInto('unranked_members')
    .values([
      { member_id: idOf('bea'), impossible_until: '2026-11-10' },
      { member_id: idOf('muted'), impossible_until: null },
    ])
    .execute()
  // The private members and those that hide their listening are left out by a trigger.
  const left: readonly Name[] = ['ada', 'private', 'admitting', 'hiding', 'muted']
  expect(await match(isOnBoards('members.id'))).toEqual(all(...left, 'bea'))
  expect(await match(isOnBoards('members.id', '2026-11-10'))).toEqual(all(...left, 'bea'))
  expect(await match(isOnBoards('members.id', '2026-11-11'))).toEqual(all(...left))
})
