import type { OutboxStore } from './outbox-store.ts'
import type { Change, Step } from './steps.ts'

interface Waiting {
  step: Step
  /** Returns the step's change in its last run. */
  change: () => Change<unknown> | undefined
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Batches steps: those in one tick share a transaction, and so do those that arrive while another
 * is being written. A store runs transactions one after the other anyway, and the disk costs the
 * same for any number of steps. A promise still resolves only when its transaction is complete.
 * `onWritten` is called with a batch's changes before its promises resolve.
 */
export function groupSteps(store: OutboxStore, onWritten: (changes: readonly Change<unknown>[]) => void) {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeTogether = (group: readonly Waiting[]) => store.transact(group.map(({ step }) => step))

  const settleGroup = (group: readonly Waiting[]) => {
    try {
      onWritten(group.flatMap(({ change }) => change() ?? []))
    } finally {
      for (const { resolve } of group) resolve()
    }
  }

  /** Writes each step by itself after a failure: one may be too large for the disk. */
  const writeEach = async (group: readonly Waiting[]) => {
    for (const one of group) await writeTogether([one]).then(() => settleGroup([one]), one.reject)
  }

  const writeAll = async () => {
    isWriting = true
    try {
      await Promise.resolve() // to collect the rest of this tick
      for (let group = waiting.splice(0); group.length > 0; group = waiting.splice(0)) {
        const isWritten = group.length > 1 && (await writeTogether(group).then(isTrue, isFalse))
        if (isWritten) settleGroup(group)
        else await writeEach(group)
      }
    } finally {
      isWriting = false
      if (waiting.length > 0) void writeAll()
    }
  }

  /** Resolves with the step's result when it is durable. */
  return <T>({ lane, decide }: Step<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let last: Change<T> | undefined
      const step: Step<T> = { lane, decide: (now) => (last = decide(now)) }
      const settle = () => (last ? resolve(last.result) : reject(new Error('The store ran no step.')))
      waiting.push({ step, change: () => last, resolve: settle, reject })
      if (!isWriting) void writeAll()
    })
}

const isTrue = () => true
const isFalse = () => false
