import type { Entry } from '#src/offline/outbox/entry.ts'
import { EMPTY_META, type Loaded, type Meta } from '#src/offline/outbox/meta.ts'
import type { OutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { type Change, runSteps, type Step } from '#src/offline/outbox/steps.ts'
import type { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

/** Notified of every write to the disk, when it commits. */
interface DiskWatcher {
  committed: (member: string, before: Loaded, change: Change<unknown>) => void
}

/**
 * The fault of a step on the disk. `died`: the connection was lost after the commit, and the step
 * ran again.
 */
type DiskFault = 'full' | 'broken' | 'died' | undefined

interface DeviceDeps {
  scheduler: Scheduler
  random: Random
  watcher: DiskWatcher
  diskFault: (isWrite: boolean) => DiskFault
  hasLocks: boolean
}

/** A tab or the worker, as seen by the device. */
interface Holder {
  isAlive: () => boolean
}

interface Waiting {
  holder: Holder
  grant: () => void
}

export type Device = ReturnType<typeof createDevice>

interface Disk {
  meta: Meta
  entries: Map<string, Entry>
  /** The entries in `seq` order, cached until the next write. */
  sorted: Entry[] | undefined
}

const keyOf = (entry: Entry) => `${entry.lane}\n${entry.seq}`

/** One browser's disk, locks and clock, shared by its tabs and its worker. */
export function createDevice({ scheduler, random, watcher, diskFault, hasLocks }: DeviceDeps) {
  const disks = new Map<string, Disk>()
  const locks = new Map<string, Waiting[]>()
  let skewMs = 0
  let diskIsFreeAt = 0

  const diskOf = (member: string) => {
    const disk: Disk = disks.get(member) ?? { meta: EMPTY_META, entries: new Map(), sorted: undefined }
    disks.set(member, disk)
    return disk
  }

  const read = (member: string): Loaded => {
    const disk = diskOf(member)
    disk.sorted ??= [...disk.entries.values()].sort((a, b) => a.seq - b.seq)
    return { meta: disk.meta, entries: disk.sorted }
  }

  const write = (member: string, change: Change<unknown>) => {
    watcher.committed(member, read(member), change)
    const disk = diskOf(member)
    disk.sorted = undefined
    if (change.meta) disk.meta = change.meta
    for (const entry of change.remove ?? []) disk.entries.delete(keyOf(entry))
    for (const entry of change.put ?? []) disk.entries.set(keyOf(entry), entry)
  }

  /**
   * Transactions commit one after the other, as in IndexedDB; a dead tab's never begin, or never
   * resolve.
   */
  const inTurn = <T>(holder: Holder, isWrite: boolean, step: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const fault = diskFault(isWrite)
      diskIsFreeAt = Math.max(diskIsFreeAt, scheduler.now()) + random.between(1, 4)
      scheduler.after(diskIsFreeAt - scheduler.now(), () => {
        if (!holder.isAlive()) return
        if (fault === 'full') return reject(new DOMException('full', 'QuotaExceededError'))
        if (fault === 'broken') return reject(new DOMException('lost', 'UnknownError'))
        if (fault === 'died') step()
        const result = step()
        if (random.percent(60)) return resolve(result)
        scheduler.after(random.between(1, 8), () => holder.isAlive() && resolve(result))
      })
    })

  const storeOf = (member: string, holder: Holder): OutboxStore => ({
    load: () => inTurn(holder, false, () => read(member)),
    transact: (steps: readonly Step[]) =>
      inTurn(holder, true, () => {
        for (const change of runSteps(read(member), steps)) write(member, change)
      }),
  })

  const grantNext = (name: string) => {
    const queue = locks.get(name) ?? []
    while (queue[0] && !queue[0].holder.isAlive()) queue.shift()
    queue[0]?.grant()
  }

  const lockOf =
    (holder: Holder) =>
    async <T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
      if (!hasLocks) return work()
      const queue = locks.get(name) ?? []
      locks.set(name, queue)
      await new Promise<void>((resolve, reject) => {
        const waiting: Waiting = { holder, grant: resolve }
        queue.push(waiting)
        signal.addEventListener('abort', () => {
          const at = queue.indexOf(waiting)
          if (at > 0) queue.splice(at, 1)
          reject(new DOMException('aborted', 'AbortError')) // no effect once granted
        })
        if (queue.length === 1) resolve()
      })
      try {
        return await work()
      } finally {
        queue.shift()
        grantNext(name)
      }
    }

  return {
    storeOf,
    lockOf,
    /** Returns the disk's current state, for the checks. */
    peek: (member: string) => read(member),
    members: () => [...disks.keys()],
    /** Puts an entry on the disk as another build would. */
    plant: (member: string, entry: Entry) => {
      const disk = diskOf(member)
      disk.meta = { ...disk.meta, seq: Math.max(disk.meta.seq, entry.seq) }
      disk.entries.set(keyOf(entry), entry)
      disk.sorted = undefined
    },
    /** Releases a killed holder's locks. */
    died: () => {
      for (const [name, queue] of locks) if (queue[0] && !queue[0].holder.isAlive()) grantNext(name)
    },
    now: () => 1_790_000_000_000 + scheduler.now() + skewMs,
    turnClock: (ms: number) => {
      skewMs += ms
    },
  }
}
