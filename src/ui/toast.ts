import { createStore } from './store.ts'

/** Spec section 9: a dismissed toast is removed after this time. */
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

/** Spec section 9: at most one toast at a time. */
export const currentToast = createStore<ToastEntry | undefined>(undefined)

let count = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Closes a toast and removes it later. Does nothing if it is not the current one. */
export function dismissToast(id: string): void {
  const shown = currentToast.read()
  if (shown?.id !== id || !shown.isOpen) return
  currentToast.set({ ...shown, isOpen: false })
  removal = setTimeout(() => currentToast.set(undefined), removeAfterMs)
}

/** Shows a toast, by default for 5,000 ms, in place of the current one. Also outside React. */
export function toast(content: ToastContent) {
  const id = `toast-${++count}`
  clearTimeout(removal)
  currentToast.set({ ...content, id, isOpen: true })
  return { id, dismiss: () => dismissToast(id) }
}
