import { type PointerEvent, useRef, useState } from 'react'

/** Spec section 9: a swipe this long to the right dismisses a toast. */
const THRESHOLD_PX = 50
/** A shorter movement is a press. */
const SLOP_PX = 10

export function useSwipe(onSwipe: () => void) {
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
