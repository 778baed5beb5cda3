import { type FocusEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { graceMs, openingDelayMs } from './tooltip-timing.ts'

// Shared by every tooltip of the page: when one last closed, and how to close the one that is open.
let closedAt: number | 'open' | undefined
let closeOpenOne: (() => void) | undefined

/** What the trigger of a tooltip is given. */
export interface TriggerProps {
  onPointerEnter(event: PointerEvent<HTMLElement>): void
  onPointerLeave(): void
  onPointerDown(): void
  onFocus(event: FocusEvent<HTMLElement>): void
  onBlur(): void
}

/**
 * Opens under a mouse after 700 ms (at once within 300 ms after another), at once on keyboard focus; never under a finger.
 * Closes on leaving, pressing, blur, scrolling and Escape. One is open at a time.
 */
export function useTooltip() {
  const id = useId()
  const [trigger, setTrigger] = useState<HTMLElement>()
  const timer = useRef<number>(undefined)
  const isOpen = trigger !== undefined

  const after = (ms: number, then: () => void) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(then, ms)
  }
  const close = () => {
    clearTimeout(timer.current)
    setTrigger(undefined)
  }
  const open = (element: HTMLElement) => {
    clearTimeout(timer.current)
    setTrigger(element)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useWhileOpen(isOpen, () => setTrigger(undefined))

  const triggerProps: TriggerProps = {
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType === 'touch') return
      if (isOpen) clearTimeout(timer.current)
      else after(openingDelayMs(closedAt, performance.now()), () => open(currentTarget))
    },
    onPointerLeave: () => after(graceMs, close),
    onPointerDown: close,
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) open(currentTarget)
    },
    onBlur: close,
  }
  return { id, trigger, triggerProps, keepOpen: () => clearTimeout(timer.current), close }
}

/** Joins an open tooltip to the document: Escape and scrolling close it, and so does the next one that opens. */
function useWhileOpen(isOpen: boolean, close: () => void) {
  const latestClose = useRef(close)
  useEffect(() => {
    latestClose.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const shut = () => latestClose.current()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') shut()
    }
    closeOpenOne?.()
    closeOpenOne = shut
    closedAt = 'open'
    document.addEventListener('keydown', onKey)
    document.addEventListener('scroll', shut, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('scroll', shut, { capture: true })
      // Only the one that is still registered closes the series: its successor has set both already.
      if (closeOpenOne !== shut) return
      closeOpenOne = undefined
      closedAt = performance.now()
    }
  }, [isOpen])
}
