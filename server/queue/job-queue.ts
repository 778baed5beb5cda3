import type * as v from 'valibot'
import type { Tx } from '#server/db/open.ts'

/** A queue's name and its payload schema, which adding a job needs. */
export interface QueueRef<P> {
  /**
   * An id in kebab case, unique among the queues. Waiting jobs have it: do not reuse or rename it.
   */
  readonly name: string
  /** Validates payloads. Waiting jobs may have been added by an earlier version. */
  readonly payload: v.GenericSchema<unknown, P>
}

export interface EnqueueOptions {
  /** Adds no job if one in the queue with this key is waiting for its first run. */
  readonly key?: string
  /** The earliest time for its run, by the database's clock. */
  readonly runAt?: Date
}

/** The job queue. server/queue implements it on PostgreSQL. */
export interface JobQueue {
  /**
   * Adds a job in the caller's transaction: it exists if the transaction commits. It runs at least
   * once. Returns its id, or undefined if a job with the same key is waiting.
   */
  readonly enqueue: <P>(tx: Tx, queue: QueueRef<P>, payload: P, options?: EnqueueOptions) => Promise<string | undefined>
  readonly announceWrite: () => void
  /** Sets the only listener to announcements: the prompt queues. */
  readonly onWrite: (listener: () => void) => void
}
