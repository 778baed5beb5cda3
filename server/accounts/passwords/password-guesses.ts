import { createHash } from 'node:crypto'
import { foldName } from '#server/db/fold-name.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { listAddressBuckets } from '#server/http/limits.ts'
import { type Bucket, refundTokens, takeTokens } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findMemberByName, type MemberRow } from '../store.ts'
import { isKnownAddress } from './known-addresses.ts'
import { verifyPassword } from './password.ts'

/** The target for guesses: a member, or a name without a member. */
type GuessTarget = Pick<MemberRow, 'id' | 'password_hash'> | { readonly unknownName: string }

export type Attempt = Pick<Input<never>, 'address' | 'sessionMember' | 'sessionHash' | 'now' | 'logSecurity'>

type Counting = Pick<Api, 'db' | 'config'>

/**
 * Returns whether `password` is the member's. All passwords are checked here. Only wrong ones
 * count, by member and address; see docs/operating.md, "Wrong passwords". Throws a Refusal 429.
 * Never call it inside a transaction.
 */
export async function isRightPassword(
  api: Counting,
  member: MemberRow | undefined,
  name: string,
  password: string,
  attempt: Attempt,
): Promise<boolean> {
  const target = member ?? { unknownName: name }
  const isRight = await countFailure(api, target, attempt, () => verifyPassword(member?.password_hash, password))
  const isOwn = member !== undefined && member.id === attempt.sessionMember?.id
  if (!isRight) attempt.logSecurity(isOwn ? 'password_wrong' : 'login_failed', { member: member?.id })
  return isRight
}

/**
 * Returns whether `password` belongs to the session's member. Throws like {@link isRightPassword}.
 */
export async function isOwnPassword(
  api: Counting,
  password: string,
  request: Attempt & Pick<Input<never>, 'member'>,
): Promise<boolean> {
  const { name } = request.member
  return isRightPassword(api, await findMemberByName(api.db, name), name, password, request)
}

export const createPasswordRefusal = () => new Refusal(400, 'Incorrect password.')

/**
 * Counts a wrong secret that cannot be guessed: a link token, or the response to a passkey's
 * challenge. Call it after the check: a right one is never limited, whatever others send from the
 * address. Throws a Refusal 429. Never call it inside a transaction.
 */
export async function countWrongSecret({ db, config }: Counting, { address, now }: Attempt): Promise<void> {
  for (const { key, limit } of listAddressBuckets('addressGuesses', address, config.rateLimits.addressGuesses))
    await takeTokens(db, { key: `${key} secret`, limit, noun: 'attempts' }, now)
}

/** Runs `check`, which may try a password once, and counts a failure if it returns false. */
async function countFailure(
  { db, config }: Counting,
  target: GuessTarget,
  attempt: Attempt,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const buckets = await selectBuckets(db, config.rateLimits, target, attempt)
  // Take the tokens first and return them after a success: parallel guesses must not exceed the
  // limit.
  await takeTokenOfEach(db, buckets, attempt.now)
  const isRight = await check()
  if (isRight) await refundTokens(db, buckets)
  return isRight
}

async function takeTokenOfEach(db: Counting['db'], buckets: readonly Bucket[], now: Date): Promise<void> {
  for (const [place, bucket] of buckets.entries()) {
    try {
      await takeTokens(db, bucket, now)
    } catch (error) {
      await refundTokens(db, buckets.slice(0, place))
      throw error
    }
  }
}

/**
 * The member's session and known addresses each have their own bucket, which failed guesses from
 * elsewhere do not affect. Unknown names are counted like members, or the limit would reveal which
 * names exist.
 */
async function selectBuckets(
  db: Counting['db'],
  limits: Counting['config']['rateLimits'],
  target: GuessTarget,
  { address, sessionMember, sessionHash, now }: Attempt,
): Promise<readonly Bucket[]> {
  const bucket = (name: 'memberGuesses' | 'pairGuesses', key: string): Bucket => ({
    key: `${name} ${key}`,
    limit: limits[name],
    noun: 'attempts',
  })
  const member = 'id' in target ? String(target.id) : `unknown ${toShortHash(foldName(target.unknownName))}`
  if ('id' in target && target.id === sessionMember?.id && sessionHash !== undefined) {
    return [bucket('pairGuesses', `${member} session ${toShortHash(sessionHash)}`)]
  }
  const pairBucket = bucket('pairGuesses', `${member} ${address}`)
  // Also look up unknown names, so that the response takes equally long.
  if (await isKnownAddress(db, 'id' in target ? target.id : 0, address, now)) return [pairBucket]
  const ofAddress = listAddressBuckets('addressGuesses', address, limits.addressGuesses)
  return [pairBucket, bucket('memberGuesses', member), ...ofAddress.map((each) => ({ ...each, noun: 'attempts' }))]
}

const toShortHash = (value: string | Buffer) => createHash('sha256').update(value).digest('base64url').slice(0, 22)
