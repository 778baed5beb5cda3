import type * as v from 'valibot'
import type { Tx } from '#server/db/open.ts'

/** The name of a queue and the schema of its payloads: what adding a job needs. */
export interface QueueRef<P> {
  /**
   * An id in kebab case, unique among the queues. Waiting jobs have it: do not reuse or rename it.
   */
  readonly name: string
  /** Validates payloads. Waiting jobs may have been added by an earlier version. */
  readonly payload: v.GenericSchema<unknown, P>
}

export interface EnqueueOptions {
  /** Adds no job if one of the queue with this key is waiting for its first run. */
  readonly key?: string
  /** The earliest time of its run, by the clock of the database. */
  readonly runAt?: Date
}

/** The queue of jobs. server/queue implements it on PostgreSQL. */
export interface JobQueue {
  /**
   * Adds a job in the caller's transaction: it exists if the transaction commits. It runs at least
   * once. Returns its id, or undefined if a job with the same key is waiting.
   */
  readonly enqueue: <P>(tx: Tx, queue: QueueRef<P>, payload: P, options?: EnqueueOptions) => Promise<string | undefined>
  /** Announces that a write of this process has committed. */
  readonly announceWrite: () => void
  /** Sets the only listener of announcements: the prompt queues. */
  readonly onWrite: (listener: () => void) => void
}
