import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { setLoved } from './actions.ts'
import * as css from './LoveButton.css.ts'
import { isLovedTrack, type LovableTrack } from './overlay.ts'
import { lovedIdsQuery } from './queries.ts'

/**
 * The signed-in member's heart on a track of any list. Renders nothing for visitors, and on hosts
 * without loved tracks.
 */
export function LoveButton({ track }: { track: LovableTrack }) {
  const { member } = useSession()
  return member === null ? null : <OwnHeart member={member} track={track} />
}

function OwnHeart({ member, track }: { member: string; track: LovableTrack }) {
  const { value: loved } = useLive(lovedIdsQuery(member))
  const { dispatch } = useDispatch()
  if (loved === undefined || loved === null) return null
  const isLoved = isLovedTrack(loved, track)
  const toggle = () =>
    dispatch(setLoved, {
      user: member,
      trackId: track.id,
      track: track.track,
      artist: track.artist,
      isLoved: !isLoved,
    })
  return (
    <button
      type="button"
      className={isLoved ? css.loved : css.button}
      aria-pressed={isLoved}
      aria-label={`Love ${track.track} by ${track.artist}`}
      data-tooltip={isLoved ? 'Loved' : 'Love'}
      onClick={() => void toggle()}
    >
      <Icon name={isLoved ? 'heart-filled' : 'heart'} size="s" />
    </button>
  )
}
