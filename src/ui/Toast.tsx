import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { closeIcon } from './later-icons.ts'
import * as css from './Toast.css.ts'
import { defaultDurationMs, dismissToast, type ToastEntry } from './toast.ts'

/** One toast. A swipe to the right, its timer, Escape and its buttons dismiss it. */
export function Toast({ toast, isPaused }: { toast: ToastEntry; isPaused: boolean }) {
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

/** The remaining time is retained while paused. */
function useTimeout(onTimeout: () => void, timeoutMs: number, isRunning: boolean) {
  const elapsedMs = useRef(0)
  const end = useEffectEvent(onTimeout)
  useEffect(() => {
    if (!isRunning) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end(), timeoutMs - elapsedMs.current)
    return () => {
      clearTimeout(timer)
      elapsedMs.current += performance.now() - startedAt
    }
  }, [isRunning, timeoutMs])
}

/** Spec section 9: a swipe this long to the right dismisses a toast. */
const THRESHOLD_PX = 50
/** A shorter movement is a press. */
const SLOP_PX = 10

function useSwipe(onSwipe: () => void) {
  const startX = useRef<number | undefined>(undefined)
  const [offsetPx, setOffsetPx] = useState(0)

  const end = (canDismiss: boolean) => {
    startX.current = undefined
    if (canDismiss && offsetPx >= THRESHOLD_PX) onSwipe()
    else setOffsetPx(0)
  }
  return {
    offsetPx,
    handlers: {
      onPointerDown: ({ button, clientX }: PointerEvent) => {
        if (button === 0) startX.current = clientX
      },
      onPointerMove: ({ clientX, currentTarget, pointerId }: PointerEvent) => {
        if (startX.current === undefined) return
        const distance = clientX - startX.current
        if (offsetPx === 0 && distance < SLOP_PX) return
        // From here on the pointer presses no button in the toast.
        currentTarget.setPointerCapture(pointerId)
        setOffsetPx(Math.max(0, distance))
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  }
}
