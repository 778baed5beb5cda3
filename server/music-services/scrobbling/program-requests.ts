import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { ProgramRequest } from '#contract/listening/program-requests.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { ScrobblingTables } from '#server/db/tables/scrobbling.ts'
import { Refusal } from '#server/http/refusal.ts'
import { hashToken } from '#server/http/session.ts'
import { insertSession } from './sessions.ts'
import { checkRoomForPlayer, insertToken } from './tokens.ts'

/*
 * `program_requests`: programs that log in by Audioscrobbler's `auth.getToken`. A program gets a
 * token, opens a page on which the signed-in member allows or refuses it, and exchanges the token
 * for a session key, once.
 */

/** Last.fm's tokens are valid for as long. */
const LIFETIME_MS = 60 * 60_000
/** The maximum number of stored requests: the limit by address does not bound them. */
const REQUESTS_MAX = 100_000
/** API keys and program names are shown up to this length. */
const SHOWN_MAX_LENGTH = 64
const TOKEN = /^[\da-f]{32}$/

/** Inserts a request and returns its token. Throws a Refusal 503 if there are too many. */
export async function insertProgramRequest(
  db: Db,
  { apiKey, program }: { readonly apiKey: string; readonly program: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(16).toString('hex')
  const { numAffectedRows } = await sql`
    insert into program_requests (token_hash, api_key, program, created_at, expires_at)
    select ${hashToken(token)}::bytea, ${toShown(apiKey)}, ${toShown(program)}, ${now}::timestamptz,
      ${new Date(now.getTime() + LIFETIME_MS)}::timestamptz
    where (select count(*) from (
      select from program_requests limit ${REQUESTS_MAX}) as stored) < ${REQUESTS_MAX}`.execute(db)
  if (numAffectedRows !== 1n) {
    throw new Refusal(503, 'Too many programs are connecting. Please try again later.', 'busy', {
      retryAfterSeconds: 600,
    })
  }
  return token
}

/** Returns a text that a program sent, on one line, without invisible characters, and cut. */
const toShown = (text: string): string =>
  text
    .slice(0, 4 * SHOWN_MAX_LENGTH)
    .replace(/[\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .slice(0, SHOWN_MAX_LENGTH)
    .toWellFormed()

type StoredRequest = Selectable<ScrobblingTables['program_requests']>

/** Returns the request for a token; `mode` locks it until the transaction ends. */
async function findRequest(db: Db, token: string, mode: 'read' | 'lock'): Promise<StoredRequest | undefined> {
  if (!TOKEN.test(token)) return undefined
  const query = db.selectFrom('program_requests').selectAll().where('token_hash', '=', hashToken(token))
  return (mode === 'lock' ? query.forUpdate() : query).executeTakeFirst()
}

/** Returns a request for a member's screen; null if it does not exist, or is another member's. */
export async function findProgramRequest(
  db: Db,
  memberId: number,
  token: string,
  now: Date,
): Promise<ProgramRequest | null> {
  const request = await findRequest(db, token, 'read')
  if (request === undefined || (request.member_id !== null && request.member_id !== memberId)) return null
  return {
    program: request.program,
    api_key: request.api_key,
    state: getState(request, now),
    requested_at: request.created_at.toISOString(),
    expires_at: request.expires_at.toISOString(),
  }
}

function getState({ is_allowed, expires_at }: StoredRequest, now: Date): ProgramRequest['state'] {
  if (is_allowed !== null) return is_allowed ? 'allowed' : 'refused'
  return expires_at > now ? 'pending' : 'expired'
}

/**
 * Stores a member's decision. The same decision again changes nothing. Throws a Refusal 404 for a
 * request that does not exist or has expired, 403 for one that is decided.
 */
export async function answerRequest(
  tx: Tx,
  memberId: number,
  token: string,
  isAllowed: boolean,
  now: Date,
): Promise<void> {
  const request = await findRequest(tx, token, 'lock')
  if (request === undefined) throw new Refusal(404, 'There is no such request. Start again in the program.')
  if (request.member_id !== null) {
    if (request.member_id === memberId && request.is_allowed === isAllowed) return
    throw new Refusal(403, 'This request has been answered. Start again in the program.')
  }
  if (request.expires_at <= now) throw new Refusal(404, 'This request has expired. Start again in the program.')
  if (isAllowed) await checkRoomForPlayer(tx, memberId)
  await tx
    .updateTable('program_requests')
    .set({ member_id: memberId, is_allowed: isAllowed })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

type Exchange =
  | { readonly state: 'unknown' | 'pending' | 'refused' | 'expired' | 'used' }
  | { readonly state: 'exchanged'; readonly memberName: string; readonly key: string }

/**
 * Exchanges the token of an allowed request for a session key, once. The program becomes one of the
 * member's players; the member can revoke it. `apiKey` must be the one that requested the token.
 */
export async function exchangeToken(tx: Tx, token: string, apiKey: string, now: Date): Promise<Exchange> {
  const request = await findRequest(tx, token, 'lock')
  if (request === undefined || request.api_key !== toShown(apiKey)) return { state: 'unknown' }
  if (request.used_at !== null) return { state: 'used' }
  if (request.is_allowed === false) return { state: 'refused' }
  if (request.expires_at <= now) return { state: 'expired' }
  if (request.member_id === null) return { state: 'pending' }
  const { name } = await tx
    .selectFrom('members')
    .select('name')
    .where('id', '=', request.member_id)
    .executeTakeFirstOrThrow()
  const player = await insertToken(tx, request.member_id, toPlayerName(request), now)
  const key = await insertSession(tx, player.id, now, request.program === '' ? undefined : request.program)
  await tx.updateTable('program_requests').set({ used_at: now }).where('token_hash', '=', hashToken(token)).execute()
  return { state: 'exchanged', memberName: name, key }
}

const toPlayerName = ({ program, api_key }: StoredRequest): string =>
  program === '' ? `Program with the key ${api_key.slice(0, 12)}` : program

/** Deletes the requests that a member has decided: an allowed one is no longer exchanged. */
export async function deleteProgramRequests(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('program_requests').where('member_id', '=', memberId).execute()
}
