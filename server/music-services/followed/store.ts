import { sql } from 'kysely'
import type { SkipReason } from '#contract/listening/imports.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { CamelRow } from '#server/db/tables/columns.ts'
import type { MusicServicesTables } from '#server/db/tables/music-services.ts'
import { toBackOffMs } from '#server/queue/back-off.ts'
import { lockNextRow } from '#server/queue/leased-rows.ts'
import type { ServiceFailure } from '../service-failure.ts'

type Row = CamelRow<MusicServicesTables['followed_accounts']>

export interface FollowedAccount extends Omit<Row, 'dueAt' | 'leasedUntil'> {
  readonly skipped: Partial<Record<SkipReason, number>>
}

export interface ReadPage {
  readonly readTo: number
  readonly added: number
  /** The reasons for newly skipped listens. */
  readonly skipped: readonly SkipReason[]
  readonly skippedTo: number
  readonly isCaughtUp: boolean
}

/** Another process may take an account after this time: longer than a page takes. */
const LEASE_MS = 180_000
/** Polls: new listens appear within 5 minutes. */
const POLL_MS = 150_000
/** Members who were not active within this time are polled every hour. */
const ACTIVE_MS = 7 * 86_400_000
const RARE_POLL_MS = 3_600_000
const BACK_OFF = { firstMs: 60_000, longestMs: 3_600_000 }
const REREAD_EVERY_MS = 86_400_000
/** Players without a network send listens days later. */
const REREAD_S = 7 * 86_400

const selectAccount = sql`member_id as "memberId", account, base_url as "baseUrl", secret, chosen_at as "chosenAt",
  read_to as "readTo", is_caught_up as "isCaughtUp", reread_at as "rereadAt", attempts, failure, read_at as "readAt", added,
  skipped, skipped_to as "skippedTo"`

export async function findFollowedAccount(db: Db, memberId: number): Promise<FollowedAccount | undefined> {
  const { rows } = await sql<FollowedAccount>`select ${selectAccount} from followed_accounts
    where member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** Follows an account from its first listen on, in place of an earlier one. */
export async function insertFollowedAccount(
  tx: Tx,
  { memberId, account, baseUrl, secret }: Pick<FollowedAccount, 'memberId' | 'account' | 'baseUrl' | 'secret'>,
  now: Date,
): Promise<void> {
  await deleteFollowedAccount(tx, memberId)
  const rereadAt = new Date(now.getTime() + REREAD_EVERY_MS)
  await sql`insert into followed_accounts (member_id, account, base_url, secret, chosen_at, due_at, reread_at)
    values (${memberId}, ${account}, ${baseUrl}, ${secret}, ${now}, ${now}, ${rereadAt})`.execute(tx)
}

export async function deleteFollowedAccount(tx: Tx, memberId: number): Promise<void> {
  await sql`delete from followed_accounts where member_id = ${memberId}`.execute(tx)
}

/** Takes the account that is due longest; undefined if none is due. */
export async function takeAccount(db: Db, now: Date): Promise<FollowedAccount | undefined> {
  const { rows } = await sql<FollowedAccount>`
    update followed_accounts set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where member_id = ${lockNextRow('followed_accounts', now)} returning ${selectAccount}`.execute(db)
  return rows[0]
}

/** Stores a page that was read. The next page is due at once, or a poll later if there is none. */
export async function storePage(db: Db, followed: FollowedAccount, page: ReadPage, now: Date): Promise<void> {
  const isReread = page.isCaughtUp && followed.rereadAt <= now
  const readTo = isReread ? Math.max(0, page.readTo - REREAD_S) : page.readTo
  const rereadAt = isReread ? new Date(now.getTime() + REREAD_EVERY_MS) : followed.rereadAt
  // Jitter: accounts chosen together are not polled together.
  const pollMs = sql`(case when members.active_at > ${new Date(now.getTime() - ACTIVE_MS)}::timestamptz
    then ${POLL_MS}::float8 else ${RARE_POLL_MS}::float8 end * (1 + random() / 4))`
  const skipped = { ...followed.skipped }
  for (const reason of page.skipped) skipped[reason] = (skipped[reason] ?? 0) + 1
  const isPollNext = page.isCaughtUp && !isReread
  await sql`update followed_accounts set read_to = ${readTo}, is_caught_up = ${page.isCaughtUp}, reread_at = ${rereadAt},
      added = added + ${page.added}::bigint, skipped = ${JSON.stringify(skipped)}::jsonb, skipped_to = ${page.skippedTo},
      read_at = ${now}, failure = null, attempts = 0, leased_until = null,
      due_at = ${now}::timestamptz + make_interval(secs => case when ${isPollNext}::boolean then ${pollMs} / 1000 else 0 end)
    from members where members.id = member_id and ${isSame(followed)}`.execute(db)
}

/** Stores a failure. One that passes is retried after a minute and more, others after an hour. */
export async function storeFailure(
  db: Db,
  followed: FollowedAccount,
  { code, retryAfterMs = 0, isPassing }: ServiceFailure,
  now: Date,
): Promise<void> {
  const pauseMs = toBackOffMs(followed.attempts, BACK_OFF, isPassing ? retryAfterMs : BACK_OFF.longestMs)
  await sql`update followed_accounts set failure = ${code}, attempts = attempts + 1, leased_until = null,
      due_at = ${new Date(now.getTime() + pauseMs)}
    where ${isSame(followed)}`.execute(db)
}

/** Ends the lease on an account that was not read, for a process that stops. */
export async function releaseAccount(db: Db, followed: FollowedAccount): Promise<void> {
  await sql`update followed_accounts set leased_until = null where ${isSame(followed)}`.execute(db)
}

/** Whether the row is still the account that was taken. */
const isSame = ({ memberId, chosenAt }: FollowedAccount) =>
  sql<boolean>`(member_id = ${memberId} and chosen_at = ${chosenAt}::timestamptz)`
