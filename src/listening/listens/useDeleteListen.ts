import { useDispatch } from '#src/cache/useDispatch.ts'
import { useUndoable } from '#src/cache/useUndoable.ts'
import { toast } from '#src/ui/toast.ts'
import { deleteListen } from '../actions.ts'
import type { ListenItem } from './overlay.ts'

export function useDeleteListen(member: string) {
  const { discard } = useDispatch()
  const dispatchUndoable = useUndoable()
  return async ({ id, track, waiting }: ListenItem) => {
    if (waiting === undefined)
      await dispatchUndoable(deleteListen, { user: member, id, track }, { title: 'Listen deleted', isDelayed: true })
    else if (!(await discard(waiting))) toast({ title: 'It was already sent.', variant: 'destructive' })
  }
}
