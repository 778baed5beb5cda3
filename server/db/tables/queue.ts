/** A job from a copied database that waits for a server to add it to the queue. */
interface HeldJobsTable {
  id: string
  queue: string
  key: string
  payload: unknown
  run_at: Date
}

export interface QueueTables {
  held_jobs: HeldJobsTable
}
