import type { LoadRequest } from './request-sender.ts'

/** A write with a final response. */
interface AcknowledgedWrite {
  readonly kind: string
  readonly member: string
  readonly request: LoadRequest
  readonly status: number
  readonly text: string
}

/** What the clients know to be stored: the server has acknowledged it. */
export interface WriteLedger {
  /** Writes with a `client_id`, in the order of their responses. */
  readonly writes: AcknowledgedWrite[]
  /** Unique texts and numbers of rows, by kind. */
  readonly rows: {
    readonly members: Set<string>
    readonly broadcasts: Set<string>
    readonly messages: Set<string>
    /** Listen times in seconds, unique in the run. */
    readonly listens: Set<string>
    readonly swaps: Set<string>
    readonly withdrawals: Set<string>
  }
  /** Whether a state is set, by member and object: `ada 17`. */
  readonly states: { readonly likes: Map<string, boolean>; readonly follows: Map<string, boolean> }
  /** Final responses other than 200. */
  readonly rejections: AcknowledgedWrite[]
}

export const createWriteLedger = (): WriteLedger => ({
  writes: [],
  rows: {
    members: new Set(),
    broadcasts: new Set(),
    messages: new Set(),
    listens: new Set(),
    swaps: new Set(),
    withdrawals: new Set(),
  },
  states: { likes: new Map(), follows: new Map() },
  rejections: [],
})
