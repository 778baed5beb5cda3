import * as v from 'valibot'
import { isSameName } from '#contract/accounts/names.ts'
import { startSwap } from './actions.ts'
import { readStored, storeSwapId } from './stored.ts'

const Began = v.object({ matchedUser: v.string(), trackId: v.number() })

/** The fields of an outbox entry that are used here. */
interface Sent {
  readonly action: string
  readonly args: unknown
  readonly status: string
  readonly madeId?: number | undefined
}

/**
 * Stores `track_swap_id` from actions acknowledged by this page or by the worker, which has no
 * local storage: the last swap made of the stored match and track.
 */
export function storeSentSwapId(entries: readonly Sent[]) {
  const { match, track, swapId } = readStored()
  if (!match || !track) return
  const sent = entries.findLast(({ action, args, status }) => {
    const began = v.safeParse(Began, args)
    const isIt = action === startSwap.name && status === 'acked' && began.success
    return isIt && isSameName(began.output.matchedUser, match.username) && began.output.trackId === track.id
  })?.madeId
  if (sent !== undefined && sent !== swapId) storeSwapId(sent)
}
