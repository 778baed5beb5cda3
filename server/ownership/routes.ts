import { sql } from 'kysely'
import { deleteAccount } from '#contract/accounts/deletion.ts'
import { editPrivacy, getPrivacy as privacyEndpoint } from '#contract/accounts/privacy.ts'
import { exportEverything } from '#contract/ownership/export.ts'
import {
  findDeletion,
  findMemberByName,
  findPasswordForShare,
  isRightPassword,
  lockAdmins,
  SENT_AGAIN_MS,
} from '#server/accounts/index.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { download } from '#server/http/download.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import { deleteMember } from './delete-account.ts'
import { createExport } from './export/zip.ts'
import { getPrivacy, updatePrivacy } from './privacy.ts'

/**
 * Registers the routes for privacy, export and deletion. In a separate module because they read
 * from every domain.
 */
export function ownershipRoutes(api: Api): void {
  route(api, privacyEndpoint, async ({ db, member }) => {
    const privacy = await getPrivacy(db, member.id)
    return { ...privacy, hides_from_search: privacy.hides_from_search ? (1 as const) : (0 as const) }
  })

  route(api, editPrivacy, async ({ tx, member, query }) => {
    const { hides_listening, is_private, shares_loved_tracks, hides_from_search } = query
    await updatePrivacy(tx, member.id, {
      ...(hides_listening === undefined ? {} : { hides_listening: hides_listening === 'true' }),
      ...(is_private === undefined ? {} : { is_private: is_private === 'true' }),
      ...(shares_loved_tracks === undefined ? {} : { shares_loved_tracks: shares_loved_tracks === 'true' }),
      ...(hides_from_search === undefined ? {} : { hides_from_search: hides_from_search === 'true' }),
    })
  })

  download(api, exportEverything, async ({ db, member, now }) => {
    return {
      type: 'application/zip',
      name: `flipside-export-${now.toISOString().slice(0, 10)}.zip`,
      bytes: await createExport(db, member, now),
    }
  })

  deletionRoute(api)
}

function deletionRoute(api: Api): void {
  route(api, deleteAccount, {
    async prepare(input) {
      const { db, sessionMember, query } = input
      // Without a session, check no password: visitors must not use up the member's attempts.
      if (sessionMember === null) return undefined
      if (foldName(query.user) !== sessionMember.nameKey) {
        throw new Refusal(403, 'You are logged in as another member.', 'wrong_member')
      }
      const { name } = sessionMember
      const row = await findMemberByName(db, name)
      const isRight = await isRightPassword(api, row, name, query.password, input)
      return isRight ? row?.password_hash : undefined
    },
    async handle({ tx, sessionMember, query, prepared: passwordHash, session, now, logSecurity }) {
      if (sessionMember === null && (await isJustDeleted(tx, query.user, now))) return
      if (sessionMember === null) throw new Refusal(401, 'Please log in to continue.', 'no_session')
      const isCurrent =
        passwordHash !== undefined && (await findPasswordForShare(tx, sessionMember.id)) === passwordHash
      if (!isCurrent) throw new Refusal(400, 'Incorrect password.')
      await checkMayLeave(tx, sessionMember, now)
      await session.end()
      await deleteMember(tx, sessionMember, now)
      logSecurity('account_deleted', { member: sessionMember.id })
    },
  })
}

/**
 * Throws a Refusal 409 for the last admin if there are other members: a community without admins
 * could only be run from the command line.
 */
async function checkMayLeave(tx: Tx, { id, isAdmin }: Pick<Member, 'id' | 'isAdmin'>, now: Date): Promise<void> {
  if (!isAdmin) return
  const admins = await lockAdmins(tx, now)
  if (admins.some((adminId) => adminId !== id)) return
  const { rows } = await sql`select from members
    where id <> ${id} and not is_system and deleted_at is null limit 1`.execute(tx)
  if (rows.length === 0) return
  throw new Refusal(409, 'You are the last admin. Make another member an admin first.', 'last_admin')
}

/**
 * Returns whether the account was deleted within the last 10 minutes: browsers may repeat the
 * request by themselves.
 */
async function isJustDeleted(tx: Tx, name: string, now: Date): Promise<boolean> {
  const deletedAt = await findDeletion(tx, name)
  return deletedAt !== undefined && now.getTime() - deletedAt.getTime() < SENT_AGAIN_MS
}
