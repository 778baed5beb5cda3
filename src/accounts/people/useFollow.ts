import { useEffect } from 'react'
import { Refused } from '#src/api/errors.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { setFollow } from '../actions.ts'
import { followsDoneHere } from './overlay.ts'
import { ownFollowingQuery } from './queries.ts'

/** Per the spec, an error from the host means not following. */
export function useFollow(member: string, name: string) {
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
