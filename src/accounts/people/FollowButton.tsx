import { Link } from '@tanstack/react-router'
import { useScreenPath } from '#src/accounts/session/useScreenPath.ts'
import { useConnection } from '#src/cache/connection.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { useSession } from '../session/session.ts'
import { useFollow } from './useFollow.ts'

/**
 * Follows or unfollows a member; leads visitors to the login. Shows a clock while the action waits
 * for a connection.
 */
export function FollowButton({ name }: { name: string }) {
  const { member } = useSession()
  const next = useScreenPath()
  if (member !== null) return <MembersFollowButton member={member} name={name} />
  return (
    <Button block size="s" render={(linkProps) => <Link to="/login" search={{ next }} {...linkProps} />}>
      Follow
    </Button>
  )
}

function MembersFollowButton({ member, name }: { member: string; name: string }) {
  const { isFollowed, isWaiting, isUnknown, toggle } = useFollow(member, name)
  const { isReachable } = useConnection()
  return (
    <Button block size="s" variant={isFollowed ? 'quiet' : 'primary'} busy={isUnknown} onClick={toggle}>
      {isWaiting && !isReachable && <Icon name="clock" size="s" />}
      {isFollowed ? 'Unfollow' : 'Follow'}
      {isWaiting && !isReachable && <VisuallyHidden>(waiting to be sent)</VisuallyHidden>}
    </Button>
  )
}
