import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises'
import type { Push, PushBatch } from './due-pushes.ts'

/** How many pushes a process sends concurrently. */
export interface LaneLimits {
  readonly max: number
  /** The maximum that is taken at once. */
  readonly batchMax: number
  /** No more is taken for a push service or a member with this number in flight. */
  readonly hostShare: number
  readonly memberShare: number
}

/**
 * A service has two batches, so that the next one is read while the responses to the former one
 * are pending: they take some 100 ms.
 */
const LIMITS: LaneLimits = { max: 512, batchMax: 64, hostShare: 128, memberShare: 8 }

/** The pushes that a process is sending, with their numbers per push service and member. */
interface PushLanes {
  readonly getBatch: () => PushBatch
  readonly isEmpty: () => boolean
  /** Holds a place until `sent` resolves. It must not reject. */
  readonly add: (push: Push, sent: Promise<void>) => void
  /** Waits until a place is free again, for at most `ms`. */
  readonly waitForPlace: (ms: number) => Promise<void>
  readonly waitForAll: () => Promise<void>
}

export function createPushLanes({ max, batchMax, hostShare, memberShare }: LaneLimits = LIMITS): PushLanes {
  const hosts = new Map<string, number>()
  const members = new Map<number, number>()
  const sending = new Set<Promise<void>>()
  return {
    getBatch: () => ({
      max: Math.min(batchMax, max - sending.size),
      fullHosts: listFull(hosts, hostShare),
      fullMembers: listFull(members, memberShare),
    }),
    isEmpty: () => sending.size === 0,
    add({ host, memberId }, sent) {
      changeCount(hosts, host, 1)
      changeCount(members, memberId, 1)
      const ended = sent.finally(() => {
        sending.delete(ended)
        changeCount(hosts, host, -1)
        changeCount(members, memberId, -1)
      })
      sending.add(ended)
    },
    async waitForPlace(ms) {
      await Promise.race([...sending, wait(ms)])
      // Those in the same batch end in the same turn of the event loop.
      await endOfTurn()
    },
    async waitForAll() {
      await Promise.all(sending)
    },
  }
}

function changeCount<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

const listFull = <K>(counts: ReadonlyMap<K, number>, share: number): readonly K[] =>
  [...counts].filter(([, count]) => count >= share).map(([key]) => key)
