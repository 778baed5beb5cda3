import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '#contract/storage-names.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'

/** The session's member, with the fields that every handler needs. */
export interface Member {
  readonly id: number
  /** The name as the member spelled it. */
  readonly name: string
  readonly nameKey: string
  /** Whether the member has an admin's rights, which a suspension ends. */
  readonly isAdmin: boolean
  /** The suspension in force. */
  readonly suspension: Suspension | null
}

export interface Suspension {
  /** Null: until an admin ends it. */
  readonly until: Date | null
  readonly reason: string
}

export interface Session {
  readonly tokenHash: Buffer
  readonly member: Member
  /** The primary's log position after the session's last write. */
  readonly logPosition: number
  /** Whether the cookie must be sent again because the session was extended. */
  readonly isRenewed: boolean
}

const LIFETIME_MS = 180 * DAY_MS
const RENEWED_EVERY_MS = DAY_MS
const LAST_USE_EVERY_MS = 10 * 60_000
const LAST_LOGIN_EVERY_MS = 3_600_000
const TOKEN_BYTES = 32

/** Returns a random 256-bit token and its hash, which is stored. */
export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** Returns a token's hash. Tokens are random, so that a fast hash suffices. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Inserts a session and returns the token for its cookie. `device` comes from `describeDevice`. */
export async function insertSession(db: Db, memberId: number, now: Date, device = ''): Promise<string> {
  const { token, tokenHash } = createToken()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      member_id: memberId,
      created_at: now,
      renewed_at: now,
      expires_at: expiresAt,
      device,
      last_used_at: now,
    })
    .execute()
  return token
}

export async function hasSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return found !== undefined
}

export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Deletes all of a member's sessions. Returns their number. */
export async function deleteSessions(db: Db, memberId: number): Promise<number> {
  const ended = await db.deleteFrom('sessions').where('member_id', '=', memberId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

interface SessionRow {
  readonly id: number
  readonly name: string
  readonly name_key: string
  /** False with a suspension in force. */
  readonly is_admin: boolean
  readonly last_login_at: Date
  readonly renewed_at: Date
  readonly last_used_at: Date
  readonly log_position: number | null
  readonly suspended_until: Date | null
  /** Null without a suspension in force. */
  readonly suspension_reason: string | null
}

/**
 * Returns a token's session. A visit extends it daily, and stores its last use every 10 minutes and
 * the member's last log-in hourly.
 */
export async function findSession(db: Db, token: string, now: Date, isVisit = true): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const { rows } = await markPrepared(sql<SessionRow>`
    select members.id, name, name_key, log_position, is_admin and suspensions.member_id is null as is_admin, last_login_at, renewed_at, last_used_at,
      suspensions.until as suspended_until, suspensions.reason as suspension_reason
    from sessions join members on members.id = sessions.member_id
    left join suspensions on suspensions.member_id = sessions.member_id
      and (suspensions.until is null or suspensions.until > ${now})
    where token_hash = ${tokenHash} and expires_at > ${now}`).execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const session = { tokenHash, member: toMember(row), logPosition: row.log_position ?? 0 }
  if (!isVisit) return { ...session, isRenewed: false }
  const isRenewed = now.getTime() - row.renewed_at.getTime() >= RENEWED_EVERY_MS
  if (isRenewed) await renew(db, tokenHash, now)
  if (now.getTime() - row.last_used_at.getTime() >= LAST_USE_EVERY_MS) await updateLastUse(db, tokenHash, now)
  if (now.getTime() - row.last_login_at.getTime() >= LAST_LOGIN_EVERY_MS) await updateLastLogin(db, row.id, now)
  return { ...session, isRenewed }
}

const toMember = (row: SessionRow): Member => ({
  id: row.id,
  name: row.name,
  nameKey: row.name_key,
  isAdmin: row.is_admin,
  suspension: row.suspension_reason === null ? null : { until: row.suspended_until, reason: row.suspension_reason },
})

async function renew(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ renewed_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

async function updateLastUse(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

async function updateLastLogin(db: Db, memberId: number, now: Date): Promise<void> {
  const set = { last_login_at: now, active_at: now }
  await db.updateTable('members').set(set).where('id', '=', memberId).where('last_login_at', '<', now).execute()
}

/**
 * Returns the functions for the session's cookie. Over https its name has the prefix `__Host-`, by
 * which browsers bind it to this host.
 */
export function sessionCookie(config: Pick<Config, 'publicUrl'>) {
  const isSecure = config.publicUrl?.protocol === 'https:'
  const name = isSecure ? SECURE_SESSION_COOKIE : SESSION_COOKIE
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    /** Returns the Set-Cookie value that stores a token. */
    keep: (token: string) => `${name}=${token}; Max-Age=${LIFETIME_MS / 1000}${attributes}`,
    /** The Set-Cookie value that deletes the cookie. */
    forget: `${name}=; Max-Age=0${attributes}`,
    read: (header: string | undefined) => readCookie(header, name),
  }
}

/** Returns a cookie's value in a Cookie header; undefined if it is absent or empty. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value === '' ? undefined : value
}
