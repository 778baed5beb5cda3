import { useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { closeIcon } from './later-icons.ts'
import * as css from './Toast.css.ts'
import { defaultDurationMs, dismissToast, type ToastEntry } from './toast.ts'
import { useSwipe } from './useSwipe.ts'
import { useTimeout } from './useTimeout.ts'

interface ToastProps {
  toast: ToastEntry
  isPaused: boolean
}

/** One toast. A swipe to the right, its timer, Escape and its buttons dismiss it. */
export function Toast({ toast, isPaused }: ToastProps) {
  const { id, isOpen, title, description, action, variant = 'default', durationMs = defaultDurationMs } = toast
  const [isDismissed, setDismissed] = useState(false)
  const dismiss = () => dismissToast(id)
  const { offsetPx, handlers } = useSwipe(dismiss)
  useTimeout(dismiss, durationMs, isOpen && !isPaused)
  if (isDismissed) return null
  return (
    // The keyboard has the close button for the swipe.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.toast[variant]}
      data-state={isOpen ? 'open' : 'closed'}
      data-swiped={offsetPx > 0 || undefined}
      inert={!isOpen}
      style={offsetPx > 0 ? { transform: `translateX(${offsetPx}px)` } : undefined}
      onAnimationEnd={() => setDismissed(!isOpen)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') dismiss()
      }}
      {...handlers}
    >
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
            dismiss()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={css.press} aria-label="Close" onClick={dismiss}>
        <Icon name={closeIcon} size="s" />
      </button>
    </div>
  )
}
