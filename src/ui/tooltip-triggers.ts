import { graceMs, openingDelayMs } from './tooltip-timing.ts'

/** A focusable element with a tooltip text. */
const triggerOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

const isWithin = (element: HTMLElement, target: EventTarget | null) =>
  target instanceof Node && element.contains(target)

/** Controls of the open tooltip. */
export interface TooltipTriggers {
  /** The pointer entered the tooltip, so it stays open. */
  readonly keepOpen: () => void
  readonly close: () => void
  readonly end: () => void
}

/**
 * Calls `show` with the trigger of the tooltip to render, undefined for none: under a mouse after
 * 700 ms (at once within 300 ms after another), at once on keyboard focus, never on touch; until
 * leave, press, blur, scroll or Escape.
 */
export function followTriggers(show: (trigger: HTMLElement | undefined) => void): TooltipTriggers {
  const ending = new AbortController()
  let shown: HTMLElement | undefined
  let closedAt: number | undefined
  let timer: number | undefined

  const set = (next: HTMLElement | undefined) => {
    clearTimeout(timer)
    if (next === shown) return
    if (next === undefined) closedAt = performance.now()
    shown = next
    show(next)
  }
  const close = () => set(undefined)
  const after = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = window.setTimeout(then, ms)
  }
  const on = <K extends keyof DocumentEventMap>(type: K, heed: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, heed, { capture: true, passive: true, signal: ending.signal })

  /** A trigger removed from the page fires neither leave nor blur. */
  const closeIfGone = () => {
    if (shown?.isConnected === false) close()
  }

  on('pointerover', ({ pointerType, target, relatedTarget }) => {
    closeIfGone()
    const trigger = triggerOf(target)
    if (trigger === null || pointerType === 'touch' || isWithin(trigger, relatedTarget)) return
    if (trigger === shown) clearTimeout(timer)
    else after(openingDelayMs(shown ? 'open' : closedAt, performance.now()), () => trigger.isConnected && set(trigger))
  })
  on('pointerout', ({ target, relatedTarget }) => {
    const trigger = triggerOf(target)
    if (trigger !== null && !isWithin(trigger, relatedTarget)) after(graceMs, close)
  })
  on('focusin', ({ target }) => {
    closeIfGone()
    const trigger = triggerOf(target)
    if (trigger?.matches(':focus-visible')) set(trigger)
  })
  on('focusout', close)
  on('pointerdown', close)
  on('click', close)
  on('scroll', close)
  on('keydown', ({ key }) => key === 'Escape' && close())

  return {
    keepOpen: () => clearTimeout(timer),
    close,
    end: () => {
      ending.abort()
      clearTimeout(timer)
    },
  }
}
