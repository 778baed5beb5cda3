import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { showToast } from '#src/ui/show-toast.ts'
import type { ToastContent } from '#src/ui/toast.ts'
import { useDispatch } from './useDispatch.ts'

/** How long a delayed action waits before it is sent: as long as a toast is shown, in ms. */
const UNDO_MS = 5000

interface Undoable<A extends Action> extends Pick<ToastContent, 'title' | 'description'> {
  /** Sends the action after the time for undoing. */
  isDelayed?: boolean
  /** What undoes an action that was sent; without it a sent one cannot be undone. */
  reverse?: ArgsOf<A>
}

/** Dispatches an action with a toast to undo it. Resolves to whether it was stored. */
export function useUndoable() {
  const { dispatch, discard } = useDispatch()
  return async <A extends Action>(action: A, args: ArgsOf<A>, undoable: Undoable<A>): Promise<boolean> => {
    const { isDelayed = false, reverse, ...content } = undoable
    const entry = await dispatch(action, args, isDelayed ? { holdMs: UNDO_MS } : {})
    if (entry === undefined) return false
    const undo = async () => {
      if (await discard(entry)) return
      if (reverse) await dispatch(action, reverse)
      else await showToast({ title: 'It was already deleted.', variant: 'destructive' })
    }
    void showToast({ ...content, action: { label: 'Undo', onPress: () => void undo() } })
    return true
  }
}
