import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { showToast } from '#src/ui/show-toast.ts'
import { removeBroadcast, setLike } from './actions.ts'
import { emit } from './events.ts'
import type { FeedItem } from './overlay.ts'

/** How long a deletion is delayed before it is sent, so that it can be undone, in ms. */
export const UNDO_MS = 5000

/**
 * Returns a member's actions on a broadcast. Each is first stored durably, then announced to the
 * page.
 */
export function useBroadcastActions() {
  const { member } = useSession()
  const { dispatch, discard } = useDispatch()

  const toggleLike = async ({ id, isLiked }: Pick<FeedItem, 'id' | 'isLiked'>) => {
    if (member === null) return
    const isStored = await dispatch(setLike, { user: member, broadcastId: id, isLiked: !isLiked })
    if (isStored) emit(isLiked ? 'broadcastUnliked' : 'broadcastLiked', { broadcastId: id, isOwn: true })
  }

  const remove = async ({ id, title }: Pick<Broadcast, 'id' | 'title'>) => {
    if (member === null) return
    const entry = await dispatch(removeBroadcast, { user: member, broadcastId: id, title }, { holdMs: UNDO_MS })
    if (!entry) return
    emit('broadcastDeleted', { broadcastId: id, isOwn: true })
    const undo = async () => {
      if (!(await discard(entry))) await showToast({ title: 'It was already deleted.', variant: 'destructive' })
    }
    await showToast({
      title: 'Broadcast deleted',
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => void undo() },
    })
  }

  return { toggleLike, remove }
}
