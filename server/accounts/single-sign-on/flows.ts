import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Db, Tx } from '#server/db/open.ts'
import { decryptWith, encryptWith } from '#server/http/encrypt-secret.ts'
import { createToken, hashToken } from '#server/http/session.ts'
import type { Identity, SignInSecrets } from './provider.ts'

/** How long a person may take at the provider, in ms. */
const FLOW_MS = 10 * 60_000
/** How long a person may take to choose a name, in ms. */
const PENDING_MS = 15 * 60_000
/** The maximum number of open sign-ins: older ones are deleted. */
const FLOWS_MAX = 10_000

/** The parts known when a sign-in at the provider starts. */
interface FlowStart {
  /** The browser's secret hash: its flow cookie, or its session. */
  readonly browserHash: Buffer
  /** The member that links an identity; null for a sign-in. */
  readonly memberId: number | null
  /** The path after the sign-in. */
  readonly next: string
  readonly invitation: string | undefined
}

export interface Flow extends FlowStart {
  readonly secrets: SignInSecrets
}

/** Returns new 256-bit secrets. */
export const createSecrets = (): SignInSecrets => ({
  state: createToken().token,
  nonce: randomNonce(),
  verifier: randomPKCECodeVerifier(),
})

/** Stores a sign-in for 10 minutes. */
export async function insertFlow(db: Db, start: FlowStart, secrets: SignInSecrets, now: Date): Promise<void> {
  const { id } = await db
    .insertInto('sign_in_flows')
    .values({
      state_hash: hashToken(secrets.state),
      browser_hash: start.browserHash,
      member_id: start.memberId,
      verifier: secrets.verifier,
      nonce: secrets.nonce,
      next: start.next,
      invitation: start.invitation === undefined ? null : encryptInvitation(secrets.state, start.invitation),
      expires_at: new Date(now.getTime() + FLOW_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('sign_in_flows')
    .where('id', '<=', id - FLOWS_MAX)
    .execute()
}

/**
 * Returns a state's sign-in and deletes it, so that its callback works once. Undefined for another
 * browser, which does not use it up, and after its end.
 */
export async function takeFlow(
  db: Db,
  state: string,
  browserHashes: readonly Buffer[],
  now: Date,
): Promise<Flow | undefined> {
  if (browserHashes.length === 0) return undefined
  const row = await db
    .deleteFrom('sign_in_flows')
    .where('state_hash', '=', hashToken(state))
    .where('browser_hash', 'in', browserHashes)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined || row.expires_at <= now) return undefined
  return {
    browserHash: row.browser_hash,
    memberId: row.member_id,
    next: row.next,
    invitation: row.invitation === null ? undefined : decryptInvitation(state, row.invitation),
    secrets: { state, nonce: row.nonce, verifier: row.verifier },
  }
}

/**
 * An invitation's code is stored as a hash elsewhere, but the sign-up needs it again: it is
 * encrypted with the state, which only the browser has.
 */
const INVITATION = { purpose: 'invitation of a sign-in', row: '' }
const encryptInvitation = (state: string, code: string) => encryptWith(state, INVITATION, code).toString('base64')
const decryptInvitation = (state: string, stored: string) =>
  decryptWith(state, INVITATION, Buffer.from(stored, 'base64'))

type PendingIdentity = Pick<Identity, 'issuer' | 'subject'>

/** Stores an identity that a browser has proven, for 15 minutes; one per browser. */
export async function upsertPendingSignUp(
  db: Db,
  browserHash: Buffer,
  { issuer, subject }: PendingIdentity,
  suggestedName: string,
  now: Date,
): Promise<void> {
  const pending = {
    issuer,
    subject,
    suggested_name: suggestedName,
    expires_at: new Date(now.getTime() + PENDING_MS),
  }
  await db
    .insertInto('pending_sign_ups')
    .values({ browser_hash: browserHash, ...pending })
    .onConflict((conflict) => conflict.column('browser_hash').doUpdateSet(pending))
    .execute()
}

export async function findPendingSignUp(
  db: Db,
  browserHash: Buffer,
  now: Date,
): Promise<{ suggestedName: string } | undefined> {
  const row = await db
    .selectFrom('pending_sign_ups')
    .select('suggested_name')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { suggestedName: row.suggested_name }
}

export async function takePendingSignUp(tx: Tx, browserHash: Buffer, now: Date): Promise<PendingIdentity | undefined> {
  return tx
    .deleteFrom('pending_sign_ups')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject'])
    .executeTakeFirst()
}
