import { inGroups } from '#server/http/in-groups.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Scrobble } from '../imports/scrobble.ts'
import { countInboxOf, type Services } from './count-inbox.ts'
import type { Counter } from './counter.ts'
import { keepAll, type Submission } from './inbox.ts'
import type { Bearer } from './tokens.ts'

/**
 * Takes scrobbles in: when the promise resolves they are on disk, and counted a moment later. Those that are there already are left
 * alone, so that a player may send them as often as it likes. Throws a Refusal 401 when the token has been revoked, 503 when others
 * would have to be counted first.
 */
export type TakeScrobbles = (bearer: Bearer, scrobbles: readonly Scrobble[]) => Promise<void>

/** Requests that share a transaction: enough that the disk is not what is waited for. */
const GROUP_MAX = 200
/** A second one only where the first takes longer than its work does: it waits for the disk. */
const AT_ONCE = 2
const PATIENCE_MS = 5
/** What brings more has a transaction of its own, so that nobody waits for it, and is counted before more can come. */
const SHARED_MAX = 50

/**
 * For one process. A transaction costs a write to disk and a way to the database and back, whatever it holds: scrobbles that come
 * while one is being written share the next one (decisions 18, 21 and 24).
 */
export function createTakeScrobbles(services: Services, counter: Counter): TakeScrobbles {
  const { db } = services
  const keepShared = inGroups<Submission, boolean>((group) => keepAll(db, group), {
    max: GROUP_MAX,
    atOnce: AT_ONCE,
    patienceMs: PATIENCE_MS,
  })
  const keepAlone = async (submission: Submission) => {
    const [isKept = false] = await keepAll(db, [submission])
    if (isKept) await countInboxOf(services, submission.bearer.memberId)
    return isKept
  }
  return async (bearer, scrobbles) => {
    if (scrobbles.length === 0) return
    await counter.makeRoom(bearer.memberId, scrobbles.length)
    const submission = { bearer, scrobbles }
    const keep = scrobbles.length <= SHARED_MAX ? keepShared : keepAlone
    const isKept = await keep(submission).finally(counter.wake)
    if (!isKept) throw new Refusal(401, 'Invalid authorization token.')
  }
}
