import type { UserProfile } from '#contract/accounts/user-profile.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { openTo } from '#server/db/visible-to.ts'
import { listActingAdmins } from './admins.ts'
import { musicPage } from './rules.ts'
import type { MemberRow } from './store.ts'

/**
 * Returns members as the contract describes them for `viewerId`. The caller has checked that they
 * are visible.
 */
export async function toProfiles(
  db: Db,
  rows: readonly MemberRow[],
  viewerId: number | null,
  now: Date,
): Promise<UserProfile[]> {
  const open = await listOpen(db, rows, viewerId)
  const adminIds = rows.filter((row) => row.is_admin).map((row) => row.id)
  const admins = await listActingAdmins(db, adminIds, now)
  return rows.map((row) => (open.has(row.id) ? toProfile(row, viewerId, admins.has(row.id)) : toMinimalProfile(row)))
}

/** Returns the ids of the members with a profile open to `viewerId`. */
async function listOpen(db: Db, rows: readonly MemberRow[], viewerId: number | null): Promise<ReadonlySet<number>> {
  const isOpenToAll = (row: MemberRow) => !row.is_private || row.id === viewerId
  const open = new Set(rows.filter(isOpenToAll).map((row) => row.id))
  if (open.size === rows.length) return open
  const ids = rows.map((row) => row.id)
  const allowed = await db
    .selectFrom('members')
    .select('id')
    .where('id', 'in', ids)
    .where(openTo(viewerId, 'members.id'))
    .execute()
  return new Set(allowed.map((row) => row.id))
}

/**
 * Leaves private fields empty for other viewers, and also the fields about listening if it is
 * hidden.
 */
function toProfile(row: MemberRow, viewerId: number | null, isAdmin: boolean): UserProfile {
  const isOwn = row.id === viewerId
  const showsListening = isOwn || !row.hides_listening
  return {
    ...toMinimalProfile(row),
    firstname: isOwn ? row.first_name : '',
    lastname: isOwn ? row.last_name : '',
    email: isOwn ? row.email : '',
    profileurl: showsListening ? musicPage(row.music_account_kind, row.music_account_name) : '',
    bootstrapped: showsListening && row.listens_since !== null ? 1 : 0,
    admin: isAdmin ? 1 : 0,
    lastlogin: row.last_login_at.toISOString(),
    swag: row.swag,
    is_private: undefined,
  }
}

/** The response for a private profile: name and picture. */
const toMinimalProfile = (row: MemberRow): UserProfile => ({
  id: row.id,
  profile: row.name,
  firstname: '',
  lastname: '',
  email: '',
  profileurl: '',
  bootstrapped: 0,
  admin: 0,
  lastlogin: '',
  ...toPictures(row.picture_url),
  swag: 0,
  is_private: 1,
})
