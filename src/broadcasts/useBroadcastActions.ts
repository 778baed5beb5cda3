import { useNavigate } from '@tanstack/react-router'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { removeBroadcast, setLike } from './actions.ts'
import type { FeedItem } from './overlay.ts'

export function useBroadcastActions() {
  const { member } = useSession()
  const { dispatch } = useDispatch()
  const navigate = useNavigate()
  const dispatchUndoable = useUndoable()

  const toggleLike = async ({ id, isLiked }: Pick<FeedItem, 'id' | 'isLiked'>) => {
    if (member === null) return navigate({ to: '/login', search: { next: location.pathname + location.search } })
    await dispatch(setLike, { user: member, broadcastId: id, isLiked: !isLiked })
  }

  const remove = async ({ id, title }: Pick<Broadcast, 'id' | 'title'>) => {
    if (member === null) return
    const removal = { user: member, broadcastId: id, title }
    await dispatchUndoable(removeBroadcast, removal, { title: 'Broadcast deleted', isDelayed: true })
  }

  return { toggleLike, remove }
}
