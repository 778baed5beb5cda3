import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { inGroups } from '#server/http/in-groups.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findOrInsertTracks } from '../catalogue.ts'
import type { Scrobble } from '../imports/scrobble.ts'
import { insertLocked, lockListens, tryLockListens } from '../listens.ts'
import type { Bearer } from './tokens.ts'

/**
 * Takes scrobbles in: when the promise resolves they are on disk and counted everywhere. Those that are there already are left
 * alone, so that a player may send them as often as it likes. Throws a Refusal 401 when the token has been revoked.
 */
export type TakeScrobbles = (bearer: Bearer, scrobbles: readonly Scrobble[]) => Promise<void>

/** What a player sent in one request. */
interface Submission {
  readonly bearer: Bearer
  readonly scrobbles: readonly Scrobble[]
}

type Outcome = 'taken' | 'wanted by another' | 'revoked'

/** Requests that share a transaction: enough that the disk is not what is waited for. */
const GROUP_MAX = 200
/** So that one is prepared while the other is being written. */
const AT_ONCE = 2
/** What brings more has a transaction of its own, so that nobody waits for it. */
const SHARED_MAX = 50

/**
 * For one process. A transaction costs a write to disk, whatever it holds: scrobbles that come while one is being written share the
 * next one (decision 18).
 */
export function createTakeScrobbles(db: Db): TakeScrobbles {
  const takeShared = inGroups<Submission, Outcome>((group) => inTransaction(db, (tx) => takeGroup(tx, group)), {
    max: GROUP_MAX,
    atOnce: AT_ONCE,
    keyOf: (it) => it.bearer.memberId,
  })
  return async (bearer, scrobbles) => {
    if (scrobbles.length === 0) return
    const submission = { bearer, scrobbles }
    const isShared = scrobbles.length <= SHARED_MAX
    let outcome: Outcome = isShared ? await takeShared(submission) : 'wanted by another'
    if (outcome === 'wanted by another') outcome = await inTransaction(db, (tx) => takeAlone(tx, submission))
    if (outcome === 'revoked') throw new Refusal(401, 'Invalid authorization token.')
  }
}

/** Whose history is being imported at this moment must not hold up the others: theirs are left for a transaction of their own. */
async function takeGroup(tx: Tx, group: readonly Submission[]): Promise<readonly Outcome[]> {
  // Before the locks, as an import does: with the other order the two could wait for each other.
  const trackIds = await trackIdsOf(tx, group)
  const free = await tryLockListens(tx, [...new Set(group.map((it) => it.bearer.tokenId))])
  const outcomes = group.map(({ bearer }): Outcome => {
    const isLocked = free.get(bearer.tokenId)
    if (isLocked === undefined) return 'revoked'
    return isLocked ? 'taken' : 'wanted by another'
  })
  const isTaken = (_: unknown, place: number) => outcomes[place] === 'taken'
  await insertAll(tx, group.filter(isTaken), trackIds.filter(isTaken))
  return outcomes
}

/** Waits for whoever has locked the member's listens. */
async function takeAlone(tx: Tx, submission: Submission): Promise<Outcome> {
  const trackIds = await trackIdsOf(tx, [submission])
  await lockListens(tx, submission.bearer.memberId)
  const { tokenId } = submission.bearer
  if (!(await tryLockListens(tx, [tokenId])).has(tokenId)) return 'revoked'
  await insertAll(tx, [submission], trackIds)
  return 'taken'
}

/** The tracks of each submission, made where they are not known yet. */
async function trackIdsOf(tx: Tx, group: readonly Submission[]): Promise<readonly (readonly number[])[]> {
  const all = await findOrInsertTracks(
    tx,
    group.flatMap((it) => it.scrobbles),
  )
  const ids = all.values()
  return group.map(({ scrobbles }) => scrobbles.map(() => ids.next().value ?? 0))
}

/** Of members whose listens are locked. */
async function insertAll(
  tx: Tx,
  group: readonly Submission[],
  trackIds: readonly (readonly number[])[],
): Promise<void> {
  await insertLocked(tx, {
    memberIds: group.flatMap(({ bearer, scrobbles }) => scrobbles.map(() => bearer.memberId)),
    listens: group.flatMap(({ scrobbles }, place) =>
      scrobbles.map(({ listenedAt }, at) => ({
        trackId: trackIds[place]?.[at] ?? 0,
        listenedAt: listenedAt * 1000,
      })),
    ),
  })
}
