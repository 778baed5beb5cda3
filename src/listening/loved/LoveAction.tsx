import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Action } from '#src/ui/PictureHead.tsx'
import type { LovableTrack } from './overlay.ts'
import { lovedIdsQuery } from './queries.ts'
import { useLove } from './useLove.ts'

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
