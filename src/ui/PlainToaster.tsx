import { useEffect } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Toast.css.ts'
import { dismissToast, type ToastEntry } from './toast.ts'
import { defaultDurationMs } from './toast-state.ts'

/** Dismisses a toast when its time is over. */
function useDuration({ id, isOpen, durationMs = defaultDurationMs }: ToastEntry) {
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, isOpen, durationMs])
}

function PlainToast({ toast }: { toast: ToastEntry }) {
  const { id, isOpen, title, description, action, variant = 'default' } = toast
  useDuration(toast)
  if (!isOpen) return null
  return (
    <div className={css.toast[variant]}>
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {description && <p className={css.description}>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={classNames(css.press, css.underlined)}
          onClick={() => {
            action.onPress()
            dismissToast(id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

/** The toasts without swiping and hotkey, where the chunk with them cannot be loaded (offline before it was stored). */
export function PlainToaster({ toasts }: { toasts: readonly ToastEntry[] }) {
  return (
    // <output> may hold phrases only; a toast holds buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={css.viewport}>
      {toasts.map((toast) => (
        <PlainToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
