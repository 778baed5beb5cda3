/** Spec section 9: a tooltip waits this long before it opens under a pointer. */
const openDelayMs = 700
/** Spec section 9: within this time after one tooltip closed, the next opens without waiting. */
const skipDelayMs = 300
/** Time for the pointer to move from a trigger to its tooltip, in ms (WCAG 1.4.13: hoverable). */
const graceMs = 120

/** Returns the delay before opening, in ms. `closedAt`: when the last one closed, or 'open'. */
export function openingDelayMs(closedAt: number | 'open' | undefined, now: number): number {
  if (closedAt === 'open') return 0
  return closedAt !== undefined && now - closedAt < skipDelayMs ? 0 : openDelayMs
}

const findTrigger = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null

const isWithin = (element: HTMLElement, target: EventTarget | null) =>
  target instanceof Node && element.contains(target)

export interface TooltipTriggers {
  /** The pointer entered the tooltip, so it stays open. */
  readonly keepOpen: () => void
  readonly close: () => void
  readonly end: () => void
}

/**
 * Calls `show` with the trigger for the tooltip to render, undefined for none: under a mouse after
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
  const schedule = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = window.setTimeout(then, ms)
  }
  const listen = <K extends keyof DocumentEventMap>(type: K, handler: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(type, handler, { capture: true, passive: true, signal: ending.signal })

  /** A trigger removed from the page fires neither leave nor blur. */
  const closeIfRemoved = () => {
    if (shown?.isConnected === false) close()
  }

  listen('pointerover', ({ pointerType, target, relatedTarget }) => {
    closeIfRemoved()
    const trigger = findTrigger(target)
    if (trigger === null || pointerType === 'touch' || isWithin(trigger, relatedTarget)) return
    if (trigger === shown) clearTimeout(timer)
    else
      schedule(openingDelayMs(shown ? 'open' : closedAt, performance.now()), () => trigger.isConnected && set(trigger))
  })
  listen('pointerout', ({ target, relatedTarget }) => {
    const trigger = findTrigger(target)
    if (trigger !== null && !isWithin(trigger, relatedTarget)) schedule(graceMs, close)
  })
  listen('focusin', ({ target }) => {
    closeIfRemoved()
    const trigger = findTrigger(target)
    if (trigger?.matches(':focus-visible')) set(trigger)
  })
  listen('focusout', close)
  listen('pointerdown', close)
  listen('click', close)
  listen('scroll', close)
  listen('keydown', ({ key }) => key === 'Escape' && close())

  return {
    keepOpen: () => clearTimeout(timer),
    close,
    end: () => {
      ending.abort()
      clearTimeout(timer)
    },
  }
}
