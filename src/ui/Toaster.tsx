import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as css from './Toast.css.ts'
import { Toast } from './Toast.tsx'
import { currentToast } from './toast.ts'
import { useIsVisible } from './useIsVisible.ts'

/** F8 moves the focus to it. Hover, focus and a hidden page pause the timers. */
export function Toaster() {
  const toast = currentToast.use()
  const isOpen = toast?.isOpen === true
  const region = useRef<HTMLElement>(null)
  const isVisible = useIsVisible()
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  // The pointer and the focus may rest where the last toast was: they do not pause the next one.
  if (!isOpen && (isHovered || isFocused)) {
    setIsHovered(false)
    setIsFocused(false)
  }
  useFocusKey(region)
  useLayoutEffect(() => {
    // The focused button is about to become inert.
    if (!isOpen && region.current?.contains(document.activeElement)) region.current.focus()
  }, [isOpen])
  return (
    // The handlers only pause the timers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Notifications (F8)"
      aria-live="polite"
      className={css.viewport}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => setIsFocused(currentTarget.contains(relatedTarget))}
    >
      {toast && <Toast key={toast.id} toast={toast} isPaused={isHovered || isFocused || !isVisible} />}
    </section>
  )
}

/** Spec section 9: F8 moves the focus to the toasts. */
function useFocusKey(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'F8') region.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [region])
}
