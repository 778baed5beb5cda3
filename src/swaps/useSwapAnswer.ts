import { useState } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import type { Song } from '#src/listening/queries.ts'
import { rateSwap, sendSwapTrack } from './actions.ts'
import { getSwapId, type SwapOfMember } from './overlay.ts'
import { useSwapText } from './useSwapText.ts'

/** The member's rating in a swap. `send` resolves to whether it is stored. */
export function useSwapRating({ swap, member }: SwapOfMember) {
  const { dispatch } = useDispatch()
  const [rating, onRate] = useState(0)
  const swapId = getSwapId(swap)
  const draft = useSwapText(`rating:${swapId}`)
  const send = async () => {
    const isStored = await dispatch(rateSwap, { user: member, swapId, reaction: rating, ...draft.args })
    if (isStored) await draft.clear()
    return isStored !== undefined
  }
  return { rating, onRate, draft, send }
}

/** The member's track in a swap. `send` resolves to whether it is stored. */
export function useSwapTrack({ swap, member }: SwapOfMember) {
  const { dispatch } = useDispatch()
  const [song, onChoose] = useState<Song>()
  const swapId = getSwapId(swap)
  const draft = useSwapText(`track:${swapId}`)
  const send = async () => {
    if (!song) return false
    const { id: trackId, name: track, artist, track_url: url } = song
    const action = { user: member, swapId, trackId, track, artist, url, ...draft.args }
    const isStored = await dispatch(sendSwapTrack, action)
    if (isStored) await draft.clear()
    return isStored !== undefined
  }
  return { song, onChoose, draft, send }
}
