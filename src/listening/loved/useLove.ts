import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { setLoved } from './actions.ts'
import { isLovedTrack, type LovableTrack } from './overlay.ts'
import { lovedIdsQuery } from './queries.ts'

interface Love {
  readonly isLoved: boolean
  readonly toggle: () => void
}

/** Undefined for visitors, on hosts without loved tracks, and until they are known. */
export function useLove(track: LovableTrack): Love | undefined {
  const { member } = useSession()
  const { value: loved } = useLive(lovedIdsQuery(member ?? ''), { enabled: member !== null })
  const { dispatch } = useDispatch()
  if (member === null || loved === undefined || loved === null) return undefined
  const isLoved = isLovedTrack(loved, track)
  const { id: trackId, track: title, artist } = track
  return {
    isLoved,
    toggle: () => void dispatch(setLoved, { user: member, trackId, track: title, artist, isLoved: !isLoved }),
  }
}
