import { createLoadMember, type LoadContext, type LoadMember } from './load-member.ts'
import { createRequestLog, type RequestLog } from './request-log.ts'
import { createSender, type LoadTarget, type RequestSender } from './request-sender.ts'
import { createWriteLedger, type WriteLedger } from './write-ledger.ts'

export interface Load {
  readonly ledger: WriteLedger
  readonly log: RequestLog
  /** A client without faults of its own, for checks afterwards. */
  readonly sender: RequestSender
  /** Runs all members until `work` is done; then each completes its last action. */
  runDuring(work: () => Promise<void>): Promise<void>
  /** Runs this many actions for each member. */
  runActions(count: number): Promise<void>
  close(): void
}

const MEMBERS = 10
/** Tracks can be swapped for a year after they were played. */
const LISTENS_AGE_S = 20_000_000

/** Signs members up, spread over the targets. */
export async function prepareLoad(targets: readonly LoadTarget[], seed: number, count = MEMBERS): Promise<Load> {
  const log = createRequestLog()
  const ledger = createWriteLedger()
  const names = Array.from({ length: count }, (_, place) => `load${seed}m${place}`)
  const listensSince = Math.floor(Date.now() / 1000) - LISTENS_AGE_S
  const context: LoadContext = { seed, ledger, names, listensSince, broadcastIds: new Set() }
  const senders = names.map((_, place) => createSender(pickTarget(targets, place), log))
  // Follows and messages need members that exist.
  const members = await Promise.all(senders.map((sender, place) => createLoadMember(sender, place, context)))
  const sender = createSender(pickTarget(targets, 0), createRequestLog())
  return {
    ledger,
    log,
    sender,
    async runDuring(work) {
      let isOver = false
      const running = Promise.all(members.map((member) => actUntil(member, () => isOver)))
      await Promise.race([work(), running.then(() => {})]).finally(() => {
        isOver = true
      })
      await running
    },
    async runActions(turns) {
      await Promise.all(
        members.map(async (member) => {
          for (let turn = 0; turn < turns; turn++) await member.act()
        }),
      )
    },
    close() {
      for (const open of [...senders, sender]) open.close()
    },
  }
}

async function actUntil(member: LoadMember, isOver: () => boolean): Promise<void> {
  while (!isOver()) await member.act()
}

function pickTarget(targets: readonly LoadTarget[], place: number): LoadTarget {
  const target = targets[place % targets.length]
  if (target === undefined) throw new Error('There is no target.')
  return target
}
