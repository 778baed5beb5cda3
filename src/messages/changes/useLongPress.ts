import { type PointerEvent, useEffect, useRef } from 'react'

const LONG_MS = 450
/** A finger that moves farther scrolls. */
const MOVED_PX = 10

export function useLongPress(onLongPress: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  if (onLongPress === undefined) return {}
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      if (pointerType !== 'touch' || !isPrimary) return
      press.current = { timer: setTimeout(onLongPress, LONG_MS), x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = press.current
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > MOVED_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
