import type { Db } from '#server/db/open.ts'
import { type BareMember, bareDatabase, findSystem, insertMembers } from './bare-database.ts'
import type { createClock } from './clock.ts'

/** The members of {@link textWorld}: what they are to ada. */
export const TEXT_MEMBERS = [
  'ada',
  'bea', // a stranger
  'blocked', // by ada
  'blocking', // ada
  'muted', // by ada
  'private', // does not follow ada
] as const
export type TextMember = (typeof TEXT_MEMBERS)[number]

interface Text {
  readonly by: TextMember | 'System'
  readonly about?: TextMember
  readonly other?: TextMember
  readonly isHidden?: boolean
}

/** A broadcast by each kind of member and about each, by its title. */
const broadcasts: Readonly<Record<string, Text>> = {
  'by ada': { by: 'ada' },
  'hidden, by ada': { by: 'ada', isHidden: true },
  'by bea': { by: 'bea' },
  'hidden, by bea': { by: 'bea', isHidden: true },
  'by blocked': { by: 'blocked' },
  'by blocking': { by: 'blocking' },
  'by muted': { by: 'muted' },
  'by private': { by: 'private' },
  'about bea': { by: 'System', about: 'bea' },
  'hidden, about bea': { by: 'System', about: 'bea', isHidden: true },
  'about blocked and bea': { by: 'System', about: 'blocked', other: 'bea' },
  'about bea and blocked': { by: 'System', about: 'bea', other: 'blocked' },
  'about private and bea': { by: 'System', about: 'private', other: 'bea' },
  'about bea and private': { by: 'System', about: 'bea', other: 'private' },
  'about muted and bea': { by: 'System', about: 'muted', other: 'bea' },
  'about bea and muted': { by: 'System', about: 'bea', other: 'muted' },
}

/** The titles of broadcasts that ada may see, with muted members. */
export const OPEN_TO_ADA = [
  'by ada',
  'hidden, by ada',
  'by bea',
  'by muted',
  'about bea',
  'about muted and bea',
  'about bea and muted',
]
/** The titles of broadcasts that a visitor may see. */
export const OPEN_TO_VISITORS = [
  'by ada',
  'by bea',
  'by blocked',
  'by blocking',
  'by muted',
  'about bea',
  'about blocked and bea',
  'about bea and blocked',
  'about muted and bea',
  'about bea and muted',
]

/** Replies by their text: the author, and the title of the broadcast. */
const replies: Readonly<Record<string, Text & { readonly to: string }>> = {
  'bea to bea': { by: 'bea', to: 'by bea' },
  'hidden, bea to bea': { by: 'bea', to: 'by bea', isHidden: true },
  'blocked to bea': { by: 'blocked', to: 'by bea' },
  'private to bea': { by: 'private', to: 'by bea' },
  'muted to bea': { by: 'muted', to: 'by bea' },
  'bea to ada': { by: 'bea', to: 'by ada' },
  'bea to hidden': { by: 'bea', to: 'hidden, by bea' },
  'bea to blocked': { by: 'bea', to: 'by blocked' },
}

/** The ids by name, title or text. */
type Ids = ReadonlyMap<string, number>

interface TextWorld {
  readonly db: Db
  readonly clock: ReturnType<typeof createClock>
  readonly members: Readonly<Record<TextMember, BareMember>>
  readonly system: number
  readonly broadcasts: Ids
  readonly replies: Ids
}

/** Creates members that block, mute and hide, and texts by and about each. */
export async function textWorld(): Promise<TextWorld> {
  const { db, clock } = await bareDatabase()
  const now = clock.now()
  const members = await insertMembers(db, now, TEXT_MEMBERS)
  const system = await findSystem(db)
  const ids: Ids = new Map([['System', system], ...[...members.values()].map(({ name, id }) => [name, id] as const)])
  const idOf = (name: string) => ids.get(name) ?? 0
  const block = (blocker: TextMember, blocked: TextMember) => ({ blocker_id: idOf(blocker), blocked_id: idOf(blocked) })
  await db
    .insertInto('blocks')
    .values([block('ada', 'blocked'), block('blocking', 'ada')])
    .execute()
  await db
    .insertInto('mutes')
    .values({ muter_id: idOf('ada'), muted_id: idOf('muted') })
    .execute()
  await db.updateTable('members').set({ is_private: true }).where('id', '=', idOf('private')).execute()
  const made = await insertBroadcasts(db, now, ids)
  return {
    db,
    clock,
    system,
    broadcasts: made,
    replies: await insertReplies(db, now, ids, made),
    // Every name has its row.
    members: Object.fromEntries(members) as TextWorld['members'],
  }
}

const toHidden = ({ isHidden = false }: Text, now: Date) => (isHidden ? now : null)

async function insertBroadcasts(db: Db, now: Date, ids: Ids): Promise<Ids> {
  const toId = (name: string | undefined) => (name === undefined ? null : (ids.get(name) ?? 0))
  const rows = Object.entries(broadcasts).map(([title, text]) => ({
    author_id: ids.get(text.by) ?? 0,
    type: 'Activity' as const,
    title,
    hidden_at: toHidden(text, now),
    about_member_id: toId(text.about),
    about_other_id: toId(text.other),
  }))
  const made = await db.insertInto('broadcasts').values(rows).returning(['id', 'title']).execute()
  return new Map(made.map(({ id, title }) => [title, id]))
}

async function insertReplies(db: Db, now: Date, ids: Ids, to: Ids): Promise<Ids> {
  const rows = Object.entries(replies).map(([body, text]) => ({
    author_id: ids.get(text.by) ?? 0,
    broadcast_id: to.get(text.to) ?? 0,
    body,
    hidden_at: toHidden(text, now),
  }))
  const made = await db.insertInto('replies').values(rows).returning(['id', 'body']).execute()
  return new Map(made.map(({ id, body }) => [body, id]))
}
