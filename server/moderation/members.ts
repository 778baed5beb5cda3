import { sql } from 'kysely'
import type { ListedMember, MemberRecord } from '#contract/moderation/members.ts'
import { isActingAdmin } from '#server/accounts/index.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { isSuspended } from '#server/db/visible-to.ts'
import type { Subject } from './measures.ts'
import { findSuspension } from './standing.ts'

interface MemberSearch extends Page {
  readonly term: string
  readonly state: 'all' | 'suspended' | 'admins'
  readonly now: Date
}

const toPattern = (term: string) => `%${foldName(term).replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`

const matches = ({ term, state, now }: MemberSearch) => sql<boolean>`(deleted_at is null and not is_system
  and ${term === '' ? sql`true` : sql`name_key like ${toPattern(term)}`}
  and ${{ all: sql`true`, suspended: isSuspended('members.id', now), admins: sql`is_admin` }[state]})`

interface SeenRow {
  readonly picture_url: string | null
  readonly joined_at: Date
  readonly last_seen_at: Date
}

/** Returns a page of members that match, newest first, and their total number. */
export async function listMembers(db: Db, search: MemberSearch): Promise<{ total: number; members: ListedMember[] }> {
  const { rows } = await sql<Omit<ListedMember, 'pfpsm' | keyof SeenRow> & SeenRow>`
    select id, name as username, picture_url, joined_at, last_login_at as last_seen_at, is_admin,
      ${isSuspended('members.id', search.now)} as is_suspended,
      (select count(*)::int from reports where reported_id = members.id and closed_at is null) as open_reports
    from members where ${matches(search)} and ${isBelow(search, 'members.id')}
    ${findNewest(search, 'members.id')}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from members where ${matches(search)}`.execute(db)
  return {
    total: counted.rows[0]?.total ?? 0,
    members: rows.map(({ picture_url, joined_at, last_seen_at, ...row }) => ({
      ...row,
      pfpsm: toPictures(picture_url).pfpsm,
      joined_at: joined_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    })),
  }
}

type RecordRow = Omit<MemberRecord, 'pfpmed' | keyof SeenRow | 'suspension' | 'warnings' | 'notes'> & SeenRow

export async function findMemberRecord(db: Db, { id }: Subject, now: Date): Promise<MemberRecord> {
  const { rows } = await sql<RecordRow>`select name as username, picture_url, joined_at, last_login_at as last_seen_at,
      is_admin, ${isActingAdmin(now)} and not exists (select from members where id <> ${id} and ${isActingAdmin(now)})
        as is_last_admin,
      (select count(*)::int from broadcasts where author_id = ${id}) as broadcasts,
      (select count(*)::int from sessions where member_id = ${id} and expires_at > ${now}) as sessions,
      (select count(*)::int from passkeys where member_id = ${id}) as passkeys,
      exists (select from linked_identities where member_id = ${id}) as has_identity,
      coalesce((select inviter.name from invited_members join invitations on invitations.id = invitation_id
        join members as inviter on inviter.id = inviter_id where member_id = ${id}), '') as invited_by,
      (select count(*)::int from reports where reported_id = ${id}) as reports_about,
      (select count(*)::int from reports where reported_id = ${id} and closed_at is null) as reports_open,
      (select count(*)::int from reports where reporter_id = ${id}) as reports_made
    from members where id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError(`There is no member ${id}.`)
  const { picture_url, joined_at, last_seen_at, ...facts } = row
  return {
    ...facts,
    pfpmed: toPictures(picture_url).pfpmed,
    joined_at: joined_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    suspension: await findSuspension(db, id, now),
    warnings: await listWarnings(db, id),
    notes: await listNotes(db, id),
  }
}

async function listWarnings(db: Db, id: number): Promise<MemberRecord['warnings']> {
  const { rows } = await sql<{ id: number; text: string; by: string; timestamp: Date; confirmed_at: Date | null }>`
    select warnings.id, reason as text, coalesce(name, '') as by, warnings.created_at as timestamp, confirmed_at
    from warnings left join members on members.id = admin_id
    where member_id = ${id} order by warnings.id desc limit 50`.execute(db)
  return rows.map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? '',
  }))
}

async function listNotes(db: Db, id: number): Promise<MemberRecord['notes']> {
  const { rows } = await sql<{ id: number; text: string; by: string; timestamp: Date }>`
    select member_notes.id, text, coalesce(name, '') as by, member_notes.created_at as timestamp
    from member_notes left join members on members.id = admin_id
    where member_id = ${id} order by member_notes.id desc limit 50`.execute(db)
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}
