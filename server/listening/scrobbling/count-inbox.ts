import type { Db } from '#server/db/open.ts'
import { LOCK_TIMEOUT_MS, sqlStateOf } from '#server/http/attempt.ts'
import type { Logger } from '#server/http/log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countGroup } from './count-group.ts'
import { countWaiting, findWaiting, listWaitingOf, setAside } from './inbox.ts'

/** What counting needs. */
export interface Services {
  readonly db: Db
  readonly log: Logger
}

/** Scrobbles that are counted in one transaction: a thousand cost little more each than ten thousand, and end after a tenth of a second. */
export const GROUP_MAX = 1000
/** How long whoever reads their own listens waits for what is being counted, or for an import of theirs. */
const READ_PATIENCE_MS = 2_000

/** When the oldest has waited for so long it is looked at whether its group is gone after it was counted. */
const STUCK_MS = 60_000

/** Whom others had locked is tried again after so many groups. */
const AGAIN_AFTER = 10
/** How much there is is asked once in that time: it looks at all of it. */
const LOOK_EVERY_MS = 2_000

/** A group that was counted. */
export interface Group {
  readonly tookMs: number
  /** How long the first of it had waited. */
  readonly oldestMs: number
}

/** Who decides how fast it goes, and wants to know how far it is. */
interface Watch {
  /** How much waits. */
  readonly found: (waiting: number) => void
  /** So much of it waits no more. */
  readonly counted: (scrobbles: number) => void
  /** Rests after a group, and answers whether to go on; false: the others are left for later. */
  readonly rest: (group: Group) => Promise<boolean>
}

/**
 * Counts all that waits in the inbox, whoever took it in, and answers whose scrobbles had to be left since others have locked their
 * listens. Throws when the database cannot count at the moment.
 */
export async function countInbox(services: Services, watch?: Watch): Promise<ReadonlySet<number>> {
  const left = new Set<number>()
  let lookedAt = Number.NEGATIVE_INFINITY
  for (let groups = 0; ; groups++) {
    // While ever more comes in this goes on: who was passed over must not wait for its end.
    if (groups % AGAIN_AFTER === 0) left.clear()
    if (watch !== undefined && performance.now() - lookedAt >= LOOK_EVERY_MS) {
      watch.found(await countWaiting(services.db, left))
      lookedAt = performance.now()
    }
    const startedAt = performance.now()
    const { ids, oldestMs } = await findWaiting(services.db, left, GROUP_MAX)
    if (ids.length > 0) for (const member of await countOrSetAside(services, ids)) left.add(member)
    if (oldestMs >= STUCK_MS) await setStuckAside(services, left, ids)
    watch?.counted(ids.length)
    // What came meanwhile is few: it waits until it is worth a transaction.
    if (ids.length < GROUP_MAX) return left
    if (watch !== undefined && !(await watch.rest({ tookMs: performance.now() - startedAt, oldestMs }))) return left
  }
}

/**
 * Sets aside what is still there of a group although nobody had it locked and nothing failed: a fault of ours, which nobody would see
 * otherwise, and for which the others must not wait.
 */
async function setStuckAside(services: Services, left: ReadonlySet<number>, ids: readonly number[]): Promise<void> {
  const group = new Set(ids)
  const { ids: waiting } = await findWaiting(services.db, left, GROUP_MAX)
  for (const id of waiting.filter((it) => group.has(it)))
    await tell(services, id, 'It is still there after it was counted.')
}

/**
 * Counts what waits of one member, so that they read all that was accepted of them; costs a look at an index when nothing does. While
 * an import of theirs is busy for longer than a moment, what waits is left.
 */
export async function countInboxOf(services: Services, memberId: number): Promise<void> {
  try {
    await countInboxWaitingOf(services, memberId, READ_PATIENCE_MS)
  } catch (error) {
    // It is accepted and will be counted; nobody gets an error instead of what can be read by now.
    services.log.warn('What waits of a member was not counted before it was read', { reason: nameOf(error) })
  }
}

/** As `countInboxOf`, but throws: a Refusal 503 when whoever has locked the member's listens keeps them for so long. */
export async function countInboxWaitingOf(
  services: Services,
  memberId: number,
  patienceMs: number = LOCK_TIMEOUT_MS,
): Promise<void> {
  const ids = await listWaitingOf(services.db, memberId)
  for (let from = 0; from < ids.length; from += GROUP_MAX) {
    await countOrSetAside(services, ids.slice(from, from + GROUP_MAX), { patienceMs, waitFor: memberId })
  }
}

interface Options {
  readonly patienceMs: number
  readonly waitFor?: number
}

/** Counts a group; what cannot be counted is found by halves and set aside. Answers whose scrobbles were left. */
async function countOrSetAside(
  services: Services,
  ids: readonly number[],
  options: Options = { patienceMs: LOCK_TIMEOUT_MS },
): Promise<readonly number[]> {
  try {
    const { members, ofUnknownTracks } = await countGroup(services.db, ids, options)
    if (ofUnknownTracks.length === 0) return members
    const made = await countGroup(services.db, ofUnknownTracks, { ...options, isMaking: true })
    for (const id of made.ofUnknownTracks) await tell(services, id, 'Its track could not be made.')
    return [...members, ...made.members]
  } catch (error) {
    if (!isOfWhatIsCounted(error)) throw error
    const half = Math.ceil(ids.length / 2)
    if (half < ids.length) {
      const first = await countOrSetAside(services, ids.slice(0, half), options)
      return [...first, ...(await countOrSetAside(services, ids.slice(half), options))]
    }
    for (const id of ids) await tell(services, id, nameOf(error), error)
    return []
  }
}

async function tell({ db, log }: Services, id: number, reason: string, error?: unknown): Promise<void> {
  const message = error instanceof Error ? `${reason}: ${error.message}` : reason
  await setAside(db, id, message)
  log.error('A scrobble cannot be counted: it is set aside in scrobble_inbox', { id, reason })
}

/** Classes of SQLSTATE that would meet any scrobble: of connections, transactions, statements, resources, locks and the system. */
const OF_ANY = new Set(['08', '25', '26', '40', '42', '53', '55', '57', '58'])

function isOfWhatIsCounted(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state?.length === 5 && !OF_ANY.has(state.slice(0, 2)) && !(error instanceof Refusal)
}

const nameOf = (error: unknown): string =>
  `${error instanceof Error ? error.name : 'Unknown error'} ${sqlStateOf(error) ?? ''}`.trimEnd()
