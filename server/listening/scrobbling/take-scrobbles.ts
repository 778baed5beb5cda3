import type { Db } from '#server/db/open.ts'
import { inGroups } from '#server/http/in-groups.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Scrobble } from '../imports/scrobble.ts'
import { type Outcome, type Submission, takeAlone, takeGroup } from './take-group.ts'
import type { Bearer } from './tokens.ts'

/**
 * Takes scrobbles in: when the promise resolves they are on disk and counted everywhere. Those that are there already are left
 * alone, so that a player may send them as often as it likes. Throws a Refusal 401 when the token has been revoked.
 */
export type TakeScrobbles = (bearer: Bearer, scrobbles: readonly Scrobble[]) => Promise<void>

/** Requests that share a transaction: enough that the disk is not what is waited for. */
const GROUP_MAX = 200
/** A second one only where the first takes longer than its work does: it waits for the disk, or for a lock. */
const AT_ONCE = 2
const PATIENCE_MS = 5
/** What brings more has a transaction of its own, so that nobody waits for it. */
const SHARED_MAX = 50

/**
 * For one process. A transaction costs a write to disk and a way to the database and back, whatever it holds: scrobbles that come
 * while one is being written share the next one (decisions 18 and 21).
 */
export function createTakeScrobbles(db: Db): TakeScrobbles {
  const takeShared = inGroups<Submission, Outcome>((group) => takeGroup(db, group), {
    max: GROUP_MAX,
    atOnce: AT_ONCE,
    patienceMs: PATIENCE_MS,
    keyOf: (it) => it.bearer.memberId,
  })
  const take = async (submission: Submission): Promise<Outcome> => {
    const isShared = submission.scrobbles.length <= SHARED_MAX
    const outcome = isShared ? await takeShared(submission) : 'wanted by another'
    return outcome === 'wanted by another' ? takeAlone(db, submission) : outcome
  }
  return async (bearer, scrobbles) => {
    if (scrobbles.length === 0) return
    const submission = { bearer, scrobbles }
    let outcome = await take(submission)
    if (outcome === 'of unknown tracks') outcome = await take({ ...submission, isOfNewTracks: true })
    if (outcome === 'revoked') throw new Refusal(401, 'Invalid authorization token.')
    if (outcome !== 'taken') throw new Error(`Scrobbles were ${outcome} after all.`)
  }
}
