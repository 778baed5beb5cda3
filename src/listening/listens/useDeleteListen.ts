import { useDispatch } from '#src/cache/useDispatch.ts'
import { toast } from '#src/ui/toast.ts'
import { deleteListen } from '../actions.ts'
import type { ListenItem } from './overlay.ts'

/** How long a deletion is delayed before it is sent, so that it can be undone, in ms. */
const UNDO_MS = 5000

export function useDeleteListen(member: string) {
  const { dispatch, discard } = useDispatch()
  return async ({ id, track, waiting }: ListenItem) => {
    if (waiting !== undefined) {
      if (!(await discard(waiting))) toast({ title: 'It was already sent.', variant: 'destructive' })
      return
    }
    const entry = await dispatch(deleteListen, { user: member, id, track }, { holdMs: UNDO_MS })
    if (!entry) return
    const undo = async () => {
      if (!(await discard(entry))) toast({ title: 'It was already deleted.', variant: 'destructive' })
    }
    toast({ title: 'Listen deleted', durationMs: UNDO_MS, action: { label: 'Undo', onPress: () => void undo() } })
  }
}
