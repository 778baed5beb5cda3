import { useEffect } from 'react'
import { Refused } from '#src/api/errors.ts'
import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { IconButton, IconLink } from '#src/ui/IconButton.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Action } from '#src/ui/PictureHead.tsx'
import { setFollow } from '../actions.ts'
import { useSession } from '../session/session.ts'
import { useScreenPath } from '../session/useScreenPath.ts'
import { followsDoneHere } from './overlay.ts'
import { ownFollowingQuery } from './queries.ts'

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

/** Per the spec, an error from the host means not following. */
function useFollow(member: string, name: string) {
  const { value, error, isFetching } = useLive(ownFollowingQuery(member))
  const outbox = useOutboxSnapshot()
  const { dispatch } = useDispatch()
  useWarning('Failed to fetch following status', error)
  const state = value ?? followsDoneHere(outbox)
  const isFollowed = state.isFollowed(name)
  return {
    isFollowed,
    isWaiting: state.isWaiting(name),
    /** Neither a pending action nor a response is known yet. */
    isUnknown: value === undefined && isFetching && !state.isWaiting(name),
    toggle: () => void dispatch(setFollow, { user: member, followee: name, isFollowing: !isFollowed }),
  }
}

/** Logs a failed read to the console: the spec wants it logged and not shown. */
function useWarning(text: string, error: unknown) {
  useEffect(() => {
    if (error instanceof Refused) console.warn(text, error)
  }, [text, error])
}
