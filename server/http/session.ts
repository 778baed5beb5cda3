import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'

/** The session's member, as much as every handler needs. */
export interface Member {
  readonly id: number
  /** As the member wrote it. */
  readonly name: string
  readonly nameKey: string
  readonly isAdmin: boolean
}

export interface Session {
  readonly tokenHash: Buffer
  readonly member: Member
  /** Whether the cookie must be sent again because the session was prolonged. */
  readonly isRenewed: boolean
}

const DAY_MS = 24 * 3_600_000
const LIFETIME_MS = 180 * DAY_MS
const RENEWED_EVERY_MS = DAY_MS
const USE_NOTED_EVERY_MS = 10 * 60_000
const LAST_LOGIN_EVERY_MS = 3_600_000
const TOKEN_BYTES = 32

/** A random 256-bit token and what is stored of it. */
export function createToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, tokenHash: hashToken(token) }
}

/** A token is random, so that a plain hash of it cannot be guessed back. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Starts a session and returns the token for its cookie. `device`: as `describeDevice` returns it. */
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

/** Ends a session. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends all sessions of a member. Returns how many there were. */
export async function deleteSessions(db: Db, memberId: number): Promise<number> {
  const ended = await db.deleteFrom('sessions').where('member_id', '=', memberId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** Finds the session of a token; slides its end daily, notes its use every 10 minutes and the member's last login hourly. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  const tokenHash = hashToken(token)
  const row = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'name', 'name_key', 'is_admin', 'last_login_at', 'renewed_at', 'last_used_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isRenewed = now.getTime() - row.renewed_at.getTime() >= RENEWED_EVERY_MS
  if (isRenewed) await renew(db, tokenHash, now)
  if (now.getTime() - row.last_used_at.getTime() >= USE_NOTED_EVERY_MS) await noteUse(db, tokenHash, now)
  if (now.getTime() - row.last_login_at.getTime() >= LAST_LOGIN_EVERY_MS) await updateLastLogin(db, row.id, now)
  const member = { id: row.id, name: row.name, nameKey: row.name_key, isAdmin: row.is_admin }
  return { tokenHash, member, isRenewed }
}

async function renew(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ renewed_at: now, expires_at: new Date(now.getTime() + LIFETIME_MS) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

async function noteUse(db: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

async function updateLastLogin(db: Db, memberId: number, now: Date): Promise<void> {
  const set = { last_login_at: now, active_at: now }
  await db.updateTable('members').set(set).where('id', '=', memberId).where('last_login_at', '<', now).execute()
}

/** The session's cookie: over https its name makes browsers insist that it is ours alone (`__Host-`). */
export function sessionCookie(config: Pick<Config, 'publicUrl'>) {
  const isSecure = config.publicUrl?.protocol === 'https:'
  const name = isSecure ? '__Host-flipside_session' : 'flipside_session'
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    name,
    /** The value of Set-Cookie that keeps a token. */
    keep: (token: string) => `${name}=${token}; Max-Age=${LIFETIME_MS / 1000}${attributes}`,
    /** The value of Set-Cookie that forgets it. */
    forget: `${name}=; Max-Age=0${attributes}`,
    /** The token in a Cookie header. */
    read(header: string | undefined): string | undefined {
      const pairs = (header ?? '').split(';').map((pair) => pair.trim())
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return value === '' ? undefined : value
    },
  }
}

/** Forgets sessions that are over. */
export async function deleteOldSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
