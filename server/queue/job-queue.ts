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

/** The job queue. server/queue implements it on PostgreSQL. */
export interface JobQueue {
  /**
   * Adds a job in the caller's transaction: it exists if the transaction commits. It runs at least
   * once. With a `key`, adds none if one in the queue with this key is waiting for its first run.
   */
  readonly enqueue: <P>(tx: Tx, queue: QueueRef<P>, payload: P, key?: string) => Promise<void>
  readonly announceWrite: () => void
  /** Sets the only listener to announcements: the prompt queues. */
  readonly onWrite: (listener: () => void) => void
}
