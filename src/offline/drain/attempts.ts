import { findEntry } from '../outbox/act-steps.ts'
import { type ActKind, readArgs, type Sent } from '../outbox/action.ts'
import { type Entry, type Failure, isForeign, isOnItsWay } from '../outbox/entry.ts'
import { type Meta, type Paused, REMEMBERED_MAX } from '../outbox/meta.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Change } from '../outbox/steps.ts'
import { answered, isAhead, isQuiet, missed } from './breaker.ts'

/**
 * Marks an attempt before its request leaves. Undefined: the entry is not as the caller saw it, for another drainer has
 * it, or the outbox was paused or asked for quiet in the meantime.
 */
export const begin = (outbox: Outbox, entry: Entry): Promise<Entry | undefined> =>
  outbox.step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
    const head = entries.find(isOnItsWay)
    const isHalted = meta.paused !== undefined || isQuiet(meta, outbox.now())
    if (!head || !isSame(head, entry) || isForeign(head) || isHalted) return { result: undefined }
    const { nextAt: _nextAt, ...kept } = head
    const begun: Entry = { ...kept, status: 'sending', attempts: head.attempts + 1 }
    return { put: [begun], result: begun }
  })

/** The server has it: also what another drainer has parked meanwhile. */
export const acknowledge = (outbox: Outbox, entry: Entry, sent: Sent, action?: ActKind) =>
  changeEntry(outbox, entry, isNotAcked, (found, meta) => {
    const rev = meta.rev + 1
    const { failure: _failure, nextAt: _nextAt, ...kept } = found
    const dedupes = meta.dedupes === true || sent.client_id === entry.client_id
    const remembered =
      dedupes || meta.showsEffects === true ? undefined : rememberedAfter(meta.remembered, entry, action)
    const meta_ = { ...answered(meta), rev, ...(dedupes ? { dedupes } : {}), ...(remembered ? { remembered } : {}) }
    return { entry: { ...kept, status: 'acked', ackedRev: rev, ...made({ madeId: sent.id }) }, meta: meta_ }
  })

/** The remembered lanes once an entry was acknowledged; undefined when that changes nothing. */
function rememberedAfter(before: readonly string[] = [], entry: Entry, action: ActKind | undefined) {
  const args: unknown = action?.isRemembered && readArgs(action, entry)
  if (args === undefined) return undefined
  const others = before.filter((lane) => lane !== entry.lane)
  return action?.isRemembered?.(args) === true ? [...others, entry.lane].slice(-REMEMBERED_MAX) : others
}

/** What an earlier call made is stored with the entry, so that the next attempt continues there. */
const made = ({ madeId }: { madeId?: number | undefined }) => (madeId === undefined ? {} : { madeId })

/** Not now: again at `nextAt`. With a `miss` there was no answer at all; its `chance` in [0, 1) sets the breaker's rest. */
export const postpone = (outbox: Outbox, entry: Entry, nextAt: number, miss?: { chance: number }) =>
  changeEntry(outbox, entry, isSame, (found, meta) => ({
    entry: { ...found, ...made(entry), status: 'waiting', nextAt },
    ...(miss ? { meta: missed(meta, outbox.now(), miss.chance) } : {}),
  }))

/** Refused or in doubt: needs a person. Its lane goes on. */
export const park = (outbox: Outbox, entry: Entry, failure: Failure, miss?: { chance: number }) =>
  changeEntry(outbox, entry, isSame, (found, meta) => ({
    entry: { ...found, ...made(entry), status: 'parked', failure },
    ...(miss ? { meta: missed(meta, outbox.now(), miss.chance) } : {}),
    ...(failure.status === undefined ? {} : { meta: answered(meta) }),
  }))

/** Its subject is gone: over and done with, but told. It goes with the next fresh answers, as an acknowledged one. */
export const drop = (outbox: Outbox, entry: Entry, failure: Failure) =>
  changeEntry(outbox, entry, isSame, (found, meta) => {
    const rev = meta.rev + 1
    return { entry: { ...found, status: 'acked', ackedRev: rev, failure }, meta: { ...answered(meta), rev } }
  })

/**
 * Nothing is sent until `resume`. The entry keeps its place, the attempt is not counted. `resumed` is what `meta.resumed`
 * said when the request left: when it has grown since, only the entry waits.
 */
export const pause = (outbox: Outbox, entry: Entry, paused: Paused, resumed?: number): Promise<void> =>
  outbox.step(entry.lane, ({ meta, entries }) => {
    const found = findEntry(entries, entry)
    const isStale = resumed !== undefined && resumed !== (meta.resumed ?? 0)
    const waits = found && isSame(found, entry)
    return {
      meta: isStale ? answered(meta) : { ...answered(meta), paused },
      put: waits ? [{ ...found, status: 'waiting', attempts: Math.max(0, found.attempts - 1) }] : [],
      result: undefined,
    }
  })

/** The server asked for quiet until then. A longer quiet asked for before stands. */
export const keepQuiet = (outbox: Outbox, quietUntil: number): Promise<void> =>
  outbox.changeMeta((meta) => {
    const asked = isAhead(meta.quietUntil, outbox.now()) ? Math.max(meta.quietUntil, quietUntil) : quietUntil
    return { ...meta, quietUntil: asked }
  })

/** A step on one entry, or none when it is gone or `may` says no. `entry` is what the caller saw. */
async function changeEntry(
  outbox: Outbox,
  entry: Entry,
  may: (found: Entry, seen: Entry) => boolean,
  how: (found: Entry, meta: Meta) => { entry: Entry; meta?: Meta },
): Promise<Entry | undefined> {
  const changed = await outbox.step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
    const found = findEntry(entries, entry)
    if (!found || !may(found, entry)) return { result: undefined }
    const next = how(found, meta)
    return { put: [next.entry], ...(next.meta ? { meta: next.meta } : {}), result: next.entry }
  })
  // What the caller saw is no more: another drainer was faster, and its word may still be on the way.
  if (changed === undefined) await outbox.reload().catch(() => {})
  return changed
}

/** Nobody has touched it since it was seen: without locks another drainer's word may be newer. */
const isSame = (found: Entry, seen: Entry) =>
  found.client_id === seen.client_id && found.status === seen.status && found.attempts === seen.attempts
const isNotAcked = (entry: Entry) => entry.status !== 'acked'
