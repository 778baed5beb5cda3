import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { setLike } from '#src/broadcasts/senders.ts'
import { deleteDatabase, openKeyValueStore } from '#src/offline/device/idb.ts'
import { acknowledge, begin, park, postpone } from '#src/offline/drain/attempts.ts'
import type { AnySender } from '#src/offline/outbox/action.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { message } from './actions.ts'

/** The outbox's expected content, as a list. */
interface Model {
  entries: { client_id: string; lane: string; status: Entry['status']; attempts: number }[]
}

interface Real {
  /** Two tabs on one database. */
  tabs: Outbox[]
  reopen: (tab: number) => Promise<void>
}

type Command = fc.AsyncCommand<Model, Real>

const isOnItsWay = ({ status }: { status: Entry['status'] }) => status !== 'acked' && status !== 'parked'
const headOf = ({ entries }: Model, lane: string) => entries.find((entry) => entry.lane === lane && isOnItsWay(entry))

async function agree(model: Model, real: Real, tab: number) {
  const outbox = at(real, tab)
  await outbox.reload()
  const seen = outbox
    .snapshot()
    .entries.map(({ client_id, lane, status, attempts }) => ({ client_id, lane, status, attempts }))
  if (JSON.stringify(seen) !== JSON.stringify(model.entries))
    throw new Error(`the outbox holds ${JSON.stringify(seen)} instead of ${JSON.stringify(model.entries)}`)
}

function at({ tabs }: Real, tab: number): Outbox {
  const outbox = tabs[tab]
  if (!outbox) throw new Error(`there is no tab ${tab}`)
  return outbox
}

const acts: readonly { action: AnySender; args: object; lane: string; isLike: boolean }[] = [
  { action: setLike, args: { user: 'ada', broadcastId: 1, isLiked: true }, lane: 'like:1', isLike: true },
  { action: setLike, args: { user: 'ada', broadcastId: 1, isLiked: false }, lane: 'like:1', isLike: true },
  { action: message, args: { user: 'ada', to: 'bea', text: 'hello' }, lane: 'dm:bea', isLike: false },
]

const dispatch = (tab: number, act: number): Command => ({
  check: () => true,
  toString: () => `dispatch(${tab}, ${act})`,
  run: async (model, real) => {
    const { action, args, lane, isLike } = acts[act] ?? { action: message, args: {}, lane: '', isLike: false }
    const { client_id } = await at(real, tab).dispatch(action, args)
    const last = model.entries.findLast((entry) => entry.lane === lane && isOnItsWay(entry))
    if (isLike && last?.status === 'queued' && last.attempts === 0) model.entries.splice(model.entries.indexOf(last), 1)
    model.entries.push({ client_id, lane, status: 'queued', attempts: 0 })
    await agree(model, real, 1 - tab)
  },
})

/** Returns a drain step on a lane's head, for the model and for the outbox. */
const onHead = (name: string, tab: number, lane: string, ends: Entry['status'] | undefined): Command => ({
  check: (model) => headOf(model, lane) !== undefined,
  toString: () => `${name}(${tab}, ${lane})`,
  run: async (model, real) => {
    const head = headOf(model, lane)
    const outbox = at(real, tab)
    await outbox.reload()
    const entry = outbox.snapshot().entries.find((candidate) => candidate.client_id === head?.client_id)
    if (!head || !entry) throw new Error(`${lane} has no head`)
    const begun = await begin(outbox, entry)
    if (!begun) throw new Error('the head could not be begun')
    head.attempts++
    head.status = ends ?? 'sending'
    if (ends === 'acked') await acknowledge(outbox, begun, {})
    if (ends === 'waiting') await postpone(outbox, begun, { nextAt: 1 })
    if (ends === 'parked') await park(outbox, begun, { sentence: 'No', status: 400, code: 'bad_input' })
    await agree(model, real, 1 - tab)
  },
})

/**
 * Returns a discard or retry for a lane's first entry, from a tab with a possibly stale snapshot.
 */
const tend = (what: 'discard' | 'retry', tab: number, lane: string): Command => ({
  check: (model) => model.entries.some((entry) => entry.lane === lane),
  toString: () => `${what}(${tab}, ${lane})`,
  run: async (model, real) => {
    const first = model.entries.find((candidate) => candidate.lane === lane)
    const outbox = at(real, tab)
    const entry = outbox.snapshot().entries.find((candidate) => candidate.client_id === first?.client_id)
    if (!first || !entry) return
    const may = first.status === 'parked' || (what === 'discard' && first.status === 'queued' && first.attempts === 0)
    const again = what === 'retry' ? await outbox.retry(entry) : void (await outbox.discard(entry))
    if (may) model.entries.splice(model.entries.indexOf(first), 1)
    if (again) model.entries.push({ client_id: again.client_id, lane, status: 'queued', attempts: 0 })
    await agree(model, real, 1 - tab)
  },
})

const reopen = (tab: number): Command => ({
  check: () => true,
  toString: () => `reopen(${tab})`,
  run: async (model, real) => {
    await real.reopen(tab)
    await agree(model, real, tab)
  },
})

const tab = fc.integer({ min: 0, max: 1 })
const lane = fc.constantFrom('like:1', 'dm:bea')
const ends = fc.constantFrom('acked', 'waiting', 'parked', undefined)
const commands = fc.commands(
  [
    fc.tuple(tab, fc.integer({ min: 0, max: 2 })).map(([t, act]) => dispatch(t, act)),
    fc.tuple(tab, lane, ends).map(([t, l, end]) => onHead(end ?? 'begin', t, l, end)),
    fc.tuple(fc.constantFrom('discard' as const, 'retry' as const), tab, lane).map(([what, t, l]) => tend(what, t, l)),
    tab.map(reopen),
  ],
  { maxCommands: 30, size: 'max' },
)

let databases = 0

/**
 * Runs `runs` random command sequences on the real store over fake-indexeddb; throws with the seed
 * on a difference.
 */
export async function checkModels(runs: number, seed: number) {
  const property = fc.asyncProperty(commands, async (sequence) => {
    const name = `model-${++databases}`
    let ids = 0
    const stores = [open(name), open(name)]
    const getOutbox = (index: number) =>
      createOutbox({
        store: createOutboxStore(stores[index] ?? open(name)),
        now: () => 1000,
        uuid: () => `id-${++ids}`,
        announce: () => {},
        freeSpace: async () => {},
      })
    const tabs = [getOutbox(0), getOutbox(1)]
    const real: Real = {
      tabs,
      reopen: async (index) => {
        stores[index]?.close()
        stores[index] = open(name)
        tabs[index] = getOutbox(index)
      },
    }
    await fc.asyncModelRun(() => ({ model: { entries: [] }, real }), sequence)
    for (const store of stores) store.close()
    await deleteDatabase(name)
  })
  await fc.assert(property, { numRuns: runs, seed })
}

const open = (name: string) => openKeyValueStore(name, { durability: 'strict' })
