import * as v from 'valibot'
import { isSameName } from '#contract/accounts/names.ts'
import { startSwap } from './actions.ts'
import { type ChosenTrack, type Match, readStored, storeSwapId } from './stored.ts'

const Started = v.object({ matchedUser: v.string(), trackId: v.number() })

/** The outbox entry fields that are used here. */
interface Sent {
  readonly action: string
  readonly args: unknown
  readonly status: string
  readonly madeId?: number | undefined
}

export function isSwapStart(
  { action, args }: Pick<Sent, 'action' | 'args'>,
  match: Match,
  track: ChosenTrack,
): boolean {
  const started = v.safeParse(Started, args)
  if (action !== startSwap.name || !started.success) return false
  return isSameName(started.output.matchedUser, match.username) && started.output.trackId === track.id
}

/** Stores `track_swap_id` from acknowledged actions: the last swap with the stored match and track. */
export function storeSentSwapId(entries: readonly Sent[]) {
  const { match, track, swapId } = readStored()
  if (!match || !track) return
  const sent = entries.findLast((entry) => entry.status === 'acked' && isSwapStart(entry, match, track))?.madeId
  if (sent !== undefined && sent !== swapId) storeSwapId(sent)
}
