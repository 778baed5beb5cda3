import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Heart } from '../loved/LoveButton.tsx'
import { reactToPlay } from './actions.ts'
import type { ShownPlay } from './overlay.ts'

interface ReactButtonProps {
  play: ShownPlay
  /** Undefined on a host without reactions, and for visitors: renders nothing. */
  isReacted: boolean | undefined
}

/** The signed-in member's heart for what another member plays or has played; a second press takes it back. */
export function ReactButton({ play, isReacted }: ReactButtonProps) {
  const { member } = useSession()
  const { dispatch } = useDispatch()
  if (member === null || isReacted === undefined) return null
  return (
    <Heart
      isOn={isReacted}
      label={`React to ${play.track}, played by ${play.member}`}
      onClick={() => void dispatch(reactToPlay, { user: member, ...play, isReacted: !isReacted })}
    />
  )
}
