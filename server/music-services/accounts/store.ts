import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { MemberSourcesTable } from '#server/db/tables/music-services.ts'
import type { ServiceAddress, ServiceName } from './open-source.ts'
import { dropCharts } from './replace-charts.ts'

export type MemberSource = Selectable<MemberSourcesTable>

export interface Choice extends ServiceAddress {
  readonly account: string
  readonly isProven: boolean
}

export function findMemberSource(db: Db, memberId: number): Promise<MemberSource | undefined> {
  return db.selectFrom('member_sources').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

/** Returns whether another member has proven that an account is theirs. */
export async function isClaimed(db: Db, memberId: number, { service, account, baseUrl }: Choice): Promise<boolean> {
  const { rows } =
    await sql`select from member_sources where service = ${service} and lower(account) = lower(${account})
    and base_url is not distinct from ${baseUrl}::text and is_proven and member_id <> ${memberId}`.execute(db)
  return rows.length > 0
}

/**
 * Stores the account that fills a member's charts from now on. Previous counts remain until it has
 * been fetched. Choosing the same account again changes nothing, including its proof.
 */
export async function chooseSource(tx: Tx, memberId: number, choice: Choice, now: Date): Promise<void> {
  const { service, account, baseUrl, isProven } = choice
  await sql`insert into member_sources as own (member_id, service, account, base_url, is_proven, chosen_at)
    values (${memberId}, ${service}, ${account}, ${baseUrl}, ${isProven}, ${now})
    on conflict (member_id) do update set service = excluded.service, account = excluded.account,
      base_url = excluded.base_url, chosen_at = excluded.chosen_at, failure = null,
      is_proven = excluded.is_proven or (own.is_proven and ${isSame}),
      refreshed_at = case when ${isSame} then own.refreshed_at end, tried_at = case when ${isSame} then own.tried_at end
    `.execute(tx)
  await linkAccount(tx, memberId, baseUrl === null ? choice : null)
}

const isSame = sql`(own.service = excluded.service and lower(own.account) = lower(excluded.account)
  and own.base_url is not distinct from excluded.base_url)`

/** Stores the account linked from the profile. */
export async function linkAccount(
  tx: Tx,
  memberId: number,
  link: { readonly service: ServiceName; readonly account: string } | null,
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ music_account_kind: link?.service ?? null, music_account_name: link?.account ?? null })
    .where('id', '=', memberId)
    .execute()
}

/** Removes an account from members without proof that it is theirs. */
export async function evictOthers(tx: Tx, memberId: number, { service, account, baseUrl }: Choice): Promise<void> {
  const { rows } = await sql<{ member_id: number }>`select member_id from member_sources
    where service = ${service} and lower(account) = lower(${account}) and base_url is not distinct from ${baseUrl}::text
      and not is_proven and member_id <> ${memberId} order by member_id`.execute(tx)
  for (const { member_id } of rows) {
    await dropCharts(tx, member_id, 'claimed')
    await linkAccount(tx, member_id, null)
  }
}
