import { changeToasts, removeAfterMs, type ToastChange, type ToastContent, type ToastEntry } from './toast-state.ts'

export type { ToastContent, ToastEntry }

let toasts: readonly ToastEntry[] = []
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function change(what: ToastChange) {
  toasts = changeToasts(toasts, what)
  for (const listener of listeners) listener()
}

/** Returns the current toasts, newest first; the same array until something changes. */
export const currentToasts = (): readonly ToastEntry[] => toasts

/** Calls `listener` after every change. Returns a function that unsubscribes. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Closes a toast; it leaves the list 1,000,000 ms later (spec section 9). An unknown id does
 * nothing.
 */
export function dismissToast(id: string): void {
  if (removals.has(id)) return
  change({ type: 'dismiss', id })
  const timer = setTimeout(() => {
    removals.delete(id)
    change({ type: 'remove', id })
  }, removeAfterMs)
  removals.set(id, timer)
}

interface ShownToast {
  id: string
  dismiss: () => void
  update: (content: Partial<ToastContent>) => void
}

/**
 * Shows a toast, which replaces the current one, for 5,000 ms by default. Works outside React too.
 */
export function toast(content: ToastContent): ShownToast {
  const id = `toast-${++count}`
  change({ type: 'add', toast: { ...content, id, isOpen: true } })
  return {
    id,
    dismiss: () => dismissToast(id),
    update: (next) => change({ type: 'update', id, content: next }),
  }
}
