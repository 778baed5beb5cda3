import { useNavigate } from '@tanstack/react-router'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { removeBroadcast, setLike } from './actions.ts'
import { emit } from './events.ts'
import type { FeedItem } from './overlay.ts'

/** Each action is first stored durably, then announced to the page. */
export function useBroadcastActions() {
  const { member } = useSession()
  const { dispatch } = useDispatch()
  const navigate = useNavigate()
  const dispatchUndoable = useUndoable()

  const toggleLike = async ({ id, isLiked }: Pick<FeedItem, 'id' | 'isLiked'>) => {
    if (member === null) return navigate({ to: '/login', search: { next: location.pathname + location.search } })
    const isStored = await dispatch(setLike, { user: member, broadcastId: id, isLiked: !isLiked })
    if (isStored) emit(isLiked ? 'broadcastUnliked' : 'broadcastLiked', { broadcastId: id, isOwn: true })
  }

  const remove = async ({ id, title }: Pick<Broadcast, 'id' | 'title'>) => {
    if (member === null) return
    const removal = { user: member, broadcastId: id, title }
    const isStored = await dispatchUndoable(removeBroadcast, removal, { title: 'Broadcast deleted', isDelayed: true })
    if (isStored) emit('broadcastDeleted', { broadcastId: id, isOwn: true })
  }

  return { toggleLike, remove }
}
