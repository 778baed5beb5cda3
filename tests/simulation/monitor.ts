import { isDeepStrictEqual } from 'node:util'
import { setLike } from '#src/broadcasts/senders.ts'
import { readArgs } from '#src/offline/outbox/action.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { isForeign, isOnItsWay } from '#src/offline/outbox/entry.ts'
import type { Loaded } from '#src/offline/outbox/meta.ts'
import type { Change } from '#src/offline/outbox/steps.ts'
import { actions, secondId } from './actions.ts'
import type { Server } from './server.ts'

export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I11', 'I12', 'I13'] as const
export type Invariant = (typeof INVARIANTS)[number]

export interface Violation {
  invariant: Invariant
  what: string
}

/** An action written to the disk, by any context. */
export interface Act {
  client_id: string
  /** The first entry in a chain of retries. */
  root: string
  member: string
  action: string
  args: unknown
  lane: string
  seq: number
  /** The valid reason for its removal from the disk. */
  gone?: 'replaced' | 'discarded' | 'pruned' | 'retried'
  isRetry: boolean
  /** The server responded that its subject no longer exists. */
  isDropped?: boolean
  /** It was parked and its lane continued. */
  wasParked?: boolean
}

interface MonitorDeps {
  server: Server
  isSpecOnly: boolean
  hasLocks: boolean
  now: () => number
  /** Returns ms since the history began, independent of the device's clock. */
  elapsed: () => number
  /** Runs `event` after `ms` of the history. */
  after: (ms: number, event: () => void) => void
  /** Returns whether an intermediary's page may have been taken for a refusal in this history. */
  hadProxyPages: () => boolean
  hadBrowserResends: () => boolean
  /** Called on every commit, request and violation. */
  trace?: ((line: string) => void) | undefined
}

/** From the response with a Retry-After until it is on the disk. */
const GRACE_MS = 500
/** The time between two probes before a Retry-After is over. */
const PROBE_MS = 60_000
/** Without locks two tabs may probe at once. */
const PROBES_AT_FIRST = 2
/**
 * The number of requests a minute without a response that counts as a storm: four at once, and
 * those from users and wake-ups.
 */
const STORM_PER_MINUTE = 90

/** The part of a page or the worker that the monitor needs. */
interface Sender {
  readonly kind: string
}

export type Monitor = ReturnType<typeof createMonitor>

/** Watches every commit and every request, and reports violated invariants. */
export function createMonitor(deps: MonitorDeps) {
  const violations: Violation[] = []
  const acts = new Map<string, Act>()
  const kept = new Set<string>()
  const discards = new Set<string>()
  const flights = new Map<Sender, string[]>()
  const misses: number[] = []
  let failures = 0
  /** The time in which each entry must not be sent again, except by a probe. */
  const quiet = new Map<string, { from: number; until: number }>()
  const early = new Set<string>()
  const demanded = new Set<string>()
  /** The number of probes that are allowed now. */
  let probes = PROBES_AT_FIRST

  const broken = (invariant: Invariant, what: string) => {
    deps.trace?.(`${invariant}: ${what}`)
    violations.push({ invariant, what })
  }

  const put = (member: string, before: Loaded, change: Change<unknown>, entry: Entry) => {
    const last = before.entries.find((stored) => stored.client_id === entry.client_id)
    if (last && isForeign(last)) broken('I11', `${entry.client_id} belongs to a newer build and was changed`)
    if (last && last.seq === entry.seq) return changed(before, last, entry)
    const parent = change.remove?.find((stored) => stored.status === 'parked')
    const root = (parent && acts.get(parent.client_id)?.root) ?? entry.client_id
    const { client_id, action, args, seq } = entry
    const lane = laneOf(entry)
    if (before.entries.some((stored) => stored.lane === entry.lane && stored.seq >= seq))
      broken('I3', `${client_id} has a used place`)
    acts.set(client_id, { client_id, root, member, action, args, lane, seq, isRetry: parent !== undefined })
  }

  const changed = (before: Loaded, last: Entry, next: Entry) => {
    const name = `${next.action} ${next.client_id}`
    if (last.status === 'acked' && next.status !== 'acked') broken('I1', `${name} was acknowledged and is not any more`)
    // An attempt that is withdrawn before its request may leave an earlier one with a response
    // still due.
    if (next.status === 'sending' && next.attempts > last.attempts) begun(before, last)
    // The server has responded: an attempt that ends a pause is not counted.
    const isAnswered = next.status === 'acked' || next.status === 'parked' || next.attempts < last.attempts
    if (isAnswered && early.delete(next.client_id)) probes++
    // A refusal is a newer response than the Retry-After: a retry under the same id need not wait.
    if (next.status === 'parked' && next.failure?.status !== undefined) quiet.delete(next.client_id)
    const act = acts.get(next.client_id)
    if (act && next.status === 'parked') act.wasParked = true
    if (act && next.status === 'acked' && next.failure !== undefined) act.isDropped = true
    if (next.status !== 'acked' || last.status === 'acked' || deps.isSpecOnly) return
    const isExcused = actions.get(next.action)?.outcomes !== undefined && deps.server.hasRefused(next.client_id)
    const isThere = effectsOf(next.client_id) > 0 || isExcused || isSameAsAnother(next)
    if (!isThere) broken('I9', `${name} was called sent before the server had it`)
  }

  const begun = ({ meta }: Loaded, { action, client_id, quietUntil = 0 }: Entry) => {
    const name = `${action} ${client_id}`
    if (meta.paused !== undefined) broken('I6', `${name} was begun while ${meta.paused}`)
    const now = deps.now()
    const isAhead = (at: number) => at > now && at - now <= 3_600_000
    if (isAhead(quietUntil) && isAhead(meta.probeAt ?? 0) && !demanded.has(client_id))
      broken('I12', `${name} was begun ${quietUntil - now} ms before Retry-After was over`)
  }

  /**
   * Records a request before its Retry-After is over. One is allowed a minute, and another one when
   * the server accepts one, when requests succeed again, and when the user demands it.
   */
  const leftEarly = (client_id: string, until: number) => {
    if (entryOf(client_id) !== client_id) return // an action's second call
    early.add(client_id)
    deps.after(PROBE_MS - GRACE_MS, () => probes++)
    if (probes-- < 1) broken('I12', `${client_id} was sent ${until - deps.elapsed()} ms before Retry-After was over`)
  }

  const removed = (change: Change<unknown>, entry: Entry) => {
    const act = acts.get(entry.client_id)
    if (isForeign(entry)) return broken('I11', `${entry.client_id} belongs to a newer build and was removed`)
    if (!act) return broken('I7', `${entry.client_id} was removed, and never was there`)
    const isRetried = entry.status === 'parked' && (change.put?.length ?? 0) > 0
    if (entry.status === 'acked') act.gone = 'pruned'
    else if (isRetried) act.gone = 'retried'
    else if (discards.has(entry.client_id)) act.gone = 'discarded'
    else if (change.put?.[0]) act.gone = 'replaced'
    else broken('I7', `${act.action} ${entry.client_id} was dropped in silence`)
    if (entry.status === 'queued' && deps.server.seen(entry.client_id) > 0)
      broken('I1', `${act.action} ${entry.client_id} was taken back although it had been sent`)
  }

  /**
   * Returns whether another entry wants the same state: a look-up finds the same rating, given
   * twice, once the first one has taken effect.
   */
  const isSameAsAnother = ({ client_id, action, args }: Entry): boolean => {
    const member = acts.get(client_id)?.member
    if (actions.get(action)?.lookUp === undefined) return false
    return [...acts.values()].some(
      (other) =>
        other.client_id !== client_id &&
        other.member === member &&
        other.action === action &&
        isDeepStrictEqual(other.args, args) &&
        effectsOf(other.client_id) > 0,
    )
  }

  const effectsOf = (client_id: string) => deps.server.ledger.filter((effect) => effect.client_id === client_id).length

  return {
    violations,
    acts,
    broken,
    failures: () => failures,
    committed: (member: string, before: Loaded, change: Change<unknown>) => {
      deps.trace?.(`${member}: ${describeChange(change)}`)
      // An entry that replaces itself (a retry with its old id) is checked as removed first.
      for (const gone of change.remove ?? []) {
        const found = before.entries.find((entry) => entry.client_id === gone.client_id && entry.seq === gone.seq)
        if (found) removed(change, found)
      }
      for (const entry of change.put ?? []) put(member, before, change, entry)
    },
    /** Records that the user saw the action as stored. */
    kept: (client_id: string) => {
      kept.add(client_id)
      if (!acts.has(client_id)) broken('I1', `${client_id} was called kept and is not on the disk`)
    },
    /** Records that the user discards it now. */
    discards: (client_id: string) => void discards.add(client_id),
    left: (tab: Sender, client_id: string) => {
      deps.trace?.(`  ${tab.kind} sends ${client_id.slice(-4)}`)
      const mine = flights.get(tab) ?? []
      flights.set(tab, mine)
      mine.push(client_id)
      const passed = deps.elapsed()
      const { from, until } = quiet.get(entryOf(client_id)) ?? { from: 0, until: 0 }
      if (from < passed && passed < until) leftEarly(client_id, until)
      if (!deps.hasLocks) return
      const others = [...flights.values()].flat()
      if (others.length > 4) broken('I12', `${others.length} requests were under way at once`)
      const lane = acts.get(client_id)?.lane
      if (lane !== undefined && others.filter((candidate) => acts.get(candidate)?.lane === lane).length > 1)
        broken('I12', `two requests of ${lane} were under way at once`)
    },
    ended: (tab: Sender, client_id: string, isAnswered: boolean) => {
      deps.trace?.(`  ${client_id.slice(-4)} ${isAnswered ? 'is answered' : 'has no answer'}`)
      const mine = flights.get(tab) ?? []
      mine.splice(mine.indexOf(client_id), 1)
      if (isAnswered) return
      failures++
      misses.push(deps.now())
      const recent = misses.slice(-STORM_PER_MINUTE)
      if (recent.length === STORM_PER_MINUTE && Math.abs(deps.now() - (recent[0] ?? 0)) < 60_000)
        broken('I12', `${STORM_PER_MINUTE} requests without an answer within a minute`)
    },
    /**
     * Records that a living tab knows that the server wants no repeat until this time in the
     * history.
     */
    askedForQuiet: (client_id: string, from: number, until: number) => {
      quiet.set(entryOf(client_id), { from: from + GRACE_MS, until })
    },
    forgetQuiet: () => {
      quiet.clear()
      probes = Math.max(probes, PROBES_AT_FIRST)
    },
    /** Records that the user demands one attempt now. */
    demands: (client_id: string) => {
      demanded.add(client_id)
      probes++
    },
    /** Records that requests succeed again, which allows a probe. */
    returned: () => void probes++,
    died: (tab: Sender) => void flights.delete(tab),
    storeFailed: (error: unknown) => {
      if (!(error instanceof DOMException)) broken('I8', `an error of our own: ${String(error)}`)
    },
    /** Compares the disk with the server's ledger, after all faults have ended. */
    conclude: (disks: ReadonlyMap<string, Loaded>) => conclude({ ...deps, acts, kept, effectsOf, broken }, disks),
  }
}

/** Returns the entry id for a request, which may be the second call of its action. */
const entryOf = (client_id: string) => `${client_id.slice(0, -1)}0`

/** Returns the lane by the action's own rule, because the outbox's output is under test. */
const laneOf = ({ action, args, client_id, lane }: Entry) => actions.get(action)?.lane(args, client_id) ?? lane

interface Concluding extends MonitorDeps {
  acts: ReadonlyMap<string, Act>
  kept: ReadonlySet<string>
  effectsOf: (client_id: string) => number
  broken: (invariant: Invariant, what: string) => void
}

function conclude(it: Concluding, disks: ReadonlyMap<string, Loaded>) {
  const blocked = new Set(
    [...disks.values()].flatMap(({ entries }) =>
      entries.filter((e) => isForeign(e) || !actions.has(e.action)).map((e) => e.lane),
    ),
  )
  for (const act of it.acts.values()) {
    if (act.gone !== 'retried') rest(it, disks.get(act.member), act, blocked)
    countOnce(it, act)
  }
  ownersOnly(it)
  // On a host without deduplication a like's late copy wins: only deduplication can prevent that.
  if (it.isSpecOnly) return
  inOrder(it)
  lastIntents(it, disks, blocked)
}

/** Checks an action's final state. */
function rest(it: Concluding, disk: Loaded | undefined, act: Act, blocked: ReadonlySet<string>) {
  const name = `${act.action} ${act.client_id}`
  const entry = disk?.entries.find((e) => e.client_id === act.client_id)
  if (!entry) {
    if (act.gone === undefined) it.broken('I1', `${name} was lost`)
    return
  }
  if (blocked.has(act.lane) || isForeign(entry)) return
  if (isOnItsWay(entry)) return it.broken('I8', `${name} is ${entry.status} for ever`)
  if (entry.status !== 'parked') return
  const { status, sentence = '' } = entry.failure ?? {}
  if (status === undefined && !sentence.startsWith('It may have been sent')) it.broken('I10', `${name}: ${sentence}`)
  if (status === undefined || it.isSpecOnly || it.hadProxyPages()) return
  if (!it.server.hasRefused(act.client_id) && ![413, 414, 422].includes(status))
    it.broken('I7', `${name} is parked with ${status}, which the server never said`)
}

function countOnce(it: Concluding, act: Act) {
  const wasRetried = [...it.acts.values()].some(({ root, isRetry }) => isRetry && root === act.root)
  const isExcused =
    it.isSpecOnly && (wasRetried || it.hadBrowserResends() || actions.get(act.action)?.isRepeatable !== false)
  if (isExcused) return
  // A host without deduplication may receive the same track again, which is the same state.
  const hasSecond = act.action === 'simulation.start-swap' && !it.isSpecOnly
  const ids = hasSecond ? [act.client_id, secondId(act.client_id)] : [act.client_id]
  for (const id of ids)
    if (it.effectsOf(id) > 1) it.broken('I2', `${act.action} ${id} took effect ${it.effectsOf(id)} times`)
  // A like sent again after an unlike is meant to take effect again.
  const isSetState = actions.get(act.action)?.isRepeatable !== false
  if (it.isSpecOnly || isSetState || act.root !== act.client_id) return
  const chain = [...it.acts.values()].filter(({ root }) => root === act.root)
  const effects = chain.reduce((sum, { client_id }) => sum + it.effectsOf(client_id), 0)
  if (effects > 1) it.broken('I2', `${act.action} ${act.root} took effect ${effects} times by being sent again`)
}

function ownersOnly({ acts, server, broken }: Concluding) {
  for (const effect of server.ledger) {
    const act = acts.get(effect.client_id)
    if (act && act.member !== effect.member) broken('I5', `${act.action} of ${act.member} was done as ${effect.member}`)
  }
}

function inOrder({ acts, server, broken }: Concluding) {
  const last = new Map<string, Act>()
  for (const { client_id } of server.ledger) {
    const act = acts.get(client_id)
    if (!act || act.isRetry || act.wasParked) continue
    const lane = `${act.member}/${act.lane}`
    const before = last.get(lane)
    if (before && before.seq > act.seq) broken('I3', `${act.action} ${client_id} came after a later one of ${act.lane}`)
    last.set(lane, act)
  }
}

/**
 * Checks that the server's likes are each member's last ones, where no entry in that lane was
 * parked, retried or dropped.
 */
function lastIntents(
  { acts, server, broken }: Concluding,
  disks: ReadonlyMap<string, Loaded>,
  blocked: ReadonlySet<string>,
) {
  const lanes = new Map<string, Act[]>()
  for (const act of acts.values()) {
    if (actions.get(act.action) !== setLike) continue
    const lane = `${act.member} ${likedBy(act)}`
    lanes.set(lane, [...(lanes.get(lane) ?? []), act])
  }
  for (const [lane, all] of lanes) {
    const last = all.toSorted((a, b) => a.seq - b.seq).at(-1)
    if (!last || blocked.has(last.lane) || all.some((act) => act.isRetry || act.isDropped || act.gone === 'discarded'))
      continue
    const entries = disks.get(last.member)?.entries.filter((stored) => stored.lane === last.lane) ?? []
    if (entries.some((entry) => entry.status === 'parked' || entry.failure !== undefined || isForeign(entry))) continue
    const isLiked = server.isLiked(last.member, likedBy(last))
    if (isLiked !== wantsLike(last))
      broken('I4', `${lane} ends ${isLiked ? 'liked' : 'not liked'}, against the last intent`)
  }
}

/** Whether an action on a like sets it. */
export const wantsLike = (act: Pick<Entry, 'action' | 'args'>) => readArgs(setLike, act)?.isLiked === true

/** Returns a like's broadcast. Only this suite's likes are passed. */
const likedBy = ({ args }: Act) => (args as { broadcastId: number }).broadcastId

/** Returns a commit as one line: entries put, entries removed, the meta record. */
function describeChange({ put = [], remove = [], meta }: Change<unknown>): string {
  const entry = (stored: Entry) =>
    [
      stored.seq,
      stored.client_id.slice(-4),
      stored.action,
      stored.status,
      `attempts ${stored.attempts}`,
      stored.failure?.sentence,
    ].join(' ')
  return [
    ...put.map(entry),
    ...remove.map((stored) => `without ${stored.client_id.slice(-4)}`),
    JSON.stringify(meta),
  ].join(' | ')
}
