import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { MenuItem } from '#src/ui/Menu.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './LoveButton.css.ts'
import type { LovableTrack } from './overlay.ts'
import { lovedIdsQuery } from './queries.ts'
import { useLove } from './useLove.ts'

/** Renders nothing for visitors, and on hosts without loved tracks. */
export function LoveButton({ track }: { track: LovableTrack }) {
  const love = useLove(track)
  if (love === undefined) return null
  return <Heart isOn={love.isLoved} label={`Love ${track.track} by ${track.artist}`} onClick={love.toggle} />
}

export const Heart = ({ isOn, label, onClick }: { isOn: boolean; label: string; onClick: () => void }) => (
  <button
    type="button"
    className={isOn ? css.loved : css.button}
    aria-pressed={isOn}
    aria-label={label}
    onClick={onClick}
  >
    <Icon name={isOn ? 'heart-filled' : 'heart'} size="s" />
  </button>
)

/** The same as a button with a text, for menus. `onPress` is called after the change. */
export function LoveItem({ track, onPress }: { track: LovableTrack; onPress: () => void }) {
  const love = useLove(track)
  if (love === undefined) return null
  const press = () => {
    love.toggle()
    onPress()
  }
  return <MenuItem onClick={press}>{love.isLoved ? 'No Longer Love It' : 'Love It'}</MenuItem>
}

/** A small heart beside a loved track's name; renders nothing beside others. */
export function LovedMark({ track }: { track: LovableTrack }) {
  return useLove(track)?.isLoved === true && <LovedHeart />
}

export const LovedHeart = () => (
  <span className={css.mark}>
    <Icon name="heart-filled" size="s" />
    <VisuallyHidden>Loved</VisuallyHidden>
  </span>
)

/** Its place is reserved until the loved tracks are known. Renders nothing for visitors. */
export function LoveAction({ track }: { track: LovableTrack }) {
  const { member } = useSession()
  const isAbsent = useLive(lovedIdsQuery(member ?? ''), { enabled: member !== null }).value === null
  const love = useLove(track)
  if (member === null || isAbsent) return null
  const isLoved = love?.isLoved === true
  return (
    <Action word="Love">
      <IconButton
        icon={isLoved ? 'heart-filled' : 'heart'}
        variant={isLoved ? 'text' : 'quiet'}
        label={`Love ${track.track} by ${track.artist}`}
        aria-pressed={isLoved}
        disabled={love === undefined}
        onClick={love?.toggle}
      />
    </Action>
  )
}
