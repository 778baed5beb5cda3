import { useScreenPath } from '#src/accounts/session/useScreenPath.ts'
import { useConnection } from '#src/cache/connection.ts'
import { IconButton, IconLink } from '#src/ui/IconButton.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Action } from '#src/ui/PictureHead.tsx'
import { useSession } from '../session/session.ts'
import { useFollow } from './useFollow.ts'

export function FollowButton({ name }: { name: string }) {
  const { member } = useSession()
  const next = useScreenPath()
  if (member !== null) return <MembersFollowButton member={member} name={name} />
  return (
    <Action word="Follow">
      <IconLink icon="plus" variant="primary" label="Follow" to="/login" search={{ next }} />
    </Action>
  )
}

function MembersFollowButton({ member, name }: { member: string; name: string }) {
  const { isFollowed, isWaiting, isUnknown, toggle } = useFollow(member, name)
  const isDelayed = !useConnection().isReachable && isWaiting
  const word = isFollowed ? 'Unfollow' : 'Follow'
  return (
    <Action word={word}>
      <IconButton
        icon={isDelayed ? 'clock' : isFollowed ? checkIcon : 'plus'}
        variant={isFollowed ? 'quiet' : 'primary'}
        label={isDelayed ? `${word} (waiting to be sent)` : word}
        aria-busy={isUnknown || undefined}
        aria-disabled={isUnknown}
        onClick={isUnknown ? undefined : toggle}
      />
    </Action>
  )
}
