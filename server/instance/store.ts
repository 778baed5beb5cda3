import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { CamelRow } from '#server/db/tables/columns.ts'
import type { InstanceTables } from '#server/db/tables/instance.ts'

type InstanceSettings = Omit<CamelRow<InstanceTables['instance']>, 'onlyRow'>

type ChangedSettings = { readonly [Name in keyof InstanceSettings]?: InstanceSettings[Name] | undefined }

export async function findInstanceSettings(db: Db): Promise<InstanceSettings> {
  const row = await db.selectFrom('instance').selectAll().executeTakeFirstOrThrow()
  return {
    name: row.name,
    about: row.about,
    rules: row.rules,
    privacy: row.privacy,
    contact: row.contact,
    signUp: row.sign_up,
    membersInvite: row.members_invite,
    strangersPerDay: row.strangers_per_day,
  }
}

/** Counts the members, without System and placeholders. */
export async function countMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*)::int as members from members
    where deleted_at is null and not is_system`.execute(db)
  return rows[0]?.members ?? 0
}

export async function updateInstanceSettings(tx: Tx, settings: ChangedSettings): Promise<void> {
  const { name, about, rules, privacy, contact } = settings
  const { signUp: sign_up, membersInvite: members_invite, strangersPerDay: strangers_per_day } = settings
  const all = { name, about, rules, privacy, contact, sign_up, members_invite, strangers_per_day }
  const changed = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  if (Object.keys(changed).length === 0) return
  await tx.updateTable('instance').set(changed).execute()
}
