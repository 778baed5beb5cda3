import { isSameName } from '#contract/accounts/names.ts'
import { shareSongSwap, unshareSongSwap } from '#contract/swaps/shared-swap.ts'
import {
  addSongSwapReaction,
  addSongSwapTrack,
  createSongSwap,
  declineSongSwap,
  getSongSwaps,
  type SongSwap,
  withdrawSongSwap,
} from '#contract/swaps/swaps.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'
import * as sharing from './share/actions.ts'

/** Two requests. The result of the first is stored: a failed second is retried alone. */
export const startSwap = defineSender({
  ...actions.startSwap,
  isRepeatable: false,
  lookUp: { isDone: hasFirstTrack, isBeforeResend: true },
  send: async (call, { user, matchedUser, trackId, text }, client_id, progress) => {
    let echoed: string | undefined
    if (progress.madeId === undefined) {
      const created = await call(createSongSwap, { user, matched_user: matchedUser, client_id })
      progress.madeId = created.song_swap_id
      echoed = created.client_id
    }
    const id = progress.madeId
    const track = { user, songswapid: id, trackid: trackId, text: text || undefined }
    await call(addSongSwapTrack, { ...track, client_id: secondId(client_id) })
    return { id, client_id: echoed }
  },
  label: ({ matchedUser }) => `Track Swap with ${matchedUser}`,
  text: ({ text = '' }) => text,
})

async function hasFirstTrack(call: Call, { user }: { user: string }, madeId: number | undefined): Promise<boolean> {
  if (madeId === undefined) return false
  const swap = await findSwap(call, user, madeId)
  return swap !== undefined && swap.initiated_track_id !== null
}

async function findSwap(call: Call, user: string, id: number): Promise<SongSwap | undefined> {
  const { songSwaps } = await call(getSongSwaps, { user, songswapid: id })
  return songSwaps.find((swap) => (swap.song_swap_id ?? swap.id) === id)
}

export const sendSwapTrack = defineSender({
  ...actions.sendSwapTrack,
  isRepeatable: true, // the same track again is the same state
  send: (call, { user, swapId, trackId, text }, client_id) =>
    call(addSongSwapTrack, { user, songswapid: swapId, trackid: trackId, text: text || undefined, client_id }),
  label: ({ track }) => `Send ${track} to a swap`,
  text: ({ text = '' }) => text,
})

/** A repeat would add its swag again on a host without client_ids: the swap is read first. */
export const rateSwap = defineSender({
  ...actions.rateSwap,
  isRepeatable: true,
  lookUp: { isDone: isRated, isBeforeResend: true },
  send: (call, { user, swapId, reaction, text }, client_id) =>
    call(addSongSwapReaction, { user, songswapid: swapId, reaction, text: text || undefined, client_id }),
  label: ({ reaction }) => `Rate a track ${reaction}`,
  text: ({ text = '' }) => text,
})

async function isRated(call: Call, { user, swapId, reaction }: ArgsOf<typeof actions.rateSwap>): Promise<boolean> {
  const swap = await findSwap(call, user, swapId)
  if (swap === undefined) return false
  return (isSameName(swap.initiated_user, user) ? swap.initiated_reaction : swap.matched_reaction) === reaction
}

export const declineSwap = defineSender({
  ...actions.declineSwap,
  isRepeatable: true,
  send: (call, { user, swapId }, client_id) => call(declineSongSwap, { user, songswapid: swapId, client_id }),
  label: () => 'Decline a Track Swap',
})

export const withdrawSwap = defineSender({
  ...actions.withdrawSwap,
  isRepeatable: true,
  send: (call, { user, swapId }, client_id) => call(withdrawSongSwap, { user, songswapid: swapId, client_id }),
  label: () => 'Withdraw a Track Swap',
})

/** Returns the second request's id: the first's, with the lowest bit flipped. */
export const secondId = (client_id: string): string =>
  client_id.slice(0, -1) + (Number.parseInt(client_id.slice(-1), 16) ^ 1).toString(16)

export const setSwapSharing = defineSender({
  ...sharing.setSwapSharing,
  outcomes: ({ isShared }) => (isShared ? {} : { 404: 'done' }),
  isRepeatable: true,
  send: (call, { user, swapId, isShared }, client_id) =>
    call(isShared ? shareSongSwap : unshareSongSwap, { user, songswapid: swapId, client_id }),
  label: ({ isShared }) => `${isShared ? 'Share' : 'Stop sharing'} the results of a Track Swap`,
})
