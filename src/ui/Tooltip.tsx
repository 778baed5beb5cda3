import { type ReactNode, useLayoutEffect, useRef } from 'react'
import * as css from './Tooltip.css.ts'
import { placeTooltip } from './tooltip-place.ts'
import { type TriggerProps, useTooltip } from './useTooltip.ts'

/** Puts the tooltip into the top layer and beside its trigger: sizes are known only once it is drawn. */
function useInTopLayer(trigger: HTMLElement | undefined) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = tip.current
    if (!node || !trigger) return
    // Firefox before 125 has no popover: the tooltip then is a fixed box like any other.
    if ('showPopover' in node) node.showPopover()
    const place = placeTooltip(
      trigger.getBoundingClientRect(),
      node.getBoundingClientRect(),
      document.documentElement.clientWidth,
    )
    node.style.left = `${place.left}px`
    node.style.top = `${place.top}px`
  }, [trigger])
  return tip
}

interface TooltipProps {
  /** A few words; nothing in it can be pressed. */
  text: string
  /** True where the text says more than the trigger's own name: then it is read out as its description. */
  describes?: boolean
  /** Draws the trigger: spread what is given on one element that can be focused. */
  children: (trigger: TriggerProps & { 'aria-describedby'?: string }) => ReactNode
}

/** A few words beside what is hovered or focused by keyboard. Spec section 9: opens after 700 ms, skips within 300 ms. */
export function Tooltip({ text, describes = false, children }: TooltipProps) {
  const { id, trigger, triggerProps, keepOpen, close } = useTooltip()
  const tip = useInTopLayer(trigger)
  const described = describes && trigger ? { 'aria-describedby': id } : {}
  return (
    <>
      {children({ ...triggerProps, ...described })}
      {trigger && (
        <div
          ref={tip}
          id={id}
          role="tooltip"
          popover="manual"
          className={css.tooltip}
          onPointerEnter={keepOpen}
          onPointerLeave={close}
        >
          {text}
        </div>
      )}
    </>
  )
}
