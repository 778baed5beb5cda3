/** Spec section 9: at most one toast at a time. */
export const toastLimit = 1
/** Spec section 9: a dismissed toast is removed from the list after this time. */
export const removeAfterMs = 1_000_000
/** Spec section 9: the default toast duration, in ms. */
export const defaultDurationMs = 5_000

export interface ToastContent {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** One action, such as Undo. Pressing it also dismisses the toast. */
  action?: { label: string; onPress: () => void }
  durationMs?: number
}

export interface ToastEntry extends ToastContent {
  id: string
  isOpen: boolean
}

export type ToastChange =
  | { type: 'add'; toast: ToastEntry }
  | { type: 'update'; id: string; content: Partial<ToastContent> }
  | { type: 'dismiss'; id: string }
  | { type: 'remove'; id: string }

/**
 * Returns the list of toasts after a change, newest first, never longer than the limit. Unknown ids
 * change nothing.
 */
export function changeToasts(toasts: readonly ToastEntry[], change: ToastChange): readonly ToastEntry[] {
  switch (change.type) {
    case 'add':
      return [change.toast, ...toasts].slice(0, toastLimit)
    case 'update':
      return toasts.map((toast) => (toast.id === change.id ? { ...toast, ...change.content } : toast))
    case 'dismiss':
      return toasts.map((toast) => (toast.id === change.id ? { ...toast, isOpen: false } : toast))
    case 'remove':
      return toasts.filter((toast) => toast.id !== change.id)
  }
}
