import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import * as css from './Tooltips.css.ts'
import { placeTooltip } from './tooltip-place.ts'
import { followTriggers, type TooltipTriggers } from './tooltip-triggers.ts'

/** Mounted once. */
export function Tooltips() {
  const [trigger, setTrigger] = useState<HTMLElement>()
  const following = useRef<TooltipTriggers>(undefined)
  const tip = useInTopLayer(trigger)
  useEffect(() => {
    following.current = followTriggers(setTrigger)
    return () => following.current?.end()
  }, [])
  if (trigger === undefined) return null
  return (
    <div
      ref={tip}
      role="tooltip"
      popover="manual"
      className={css.tooltip}
      onPointerEnter={() => following.current?.keepOpen()}
      onPointerLeave={() => following.current?.close()}
    >
      {trigger.dataset['tooltip']}
    </div>
  )
}

/** The size of the tooltip is known only after rendering. */
function useInTopLayer(trigger: HTMLElement | undefined) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = tip.current
    if (!node || !trigger) return
    // Firefox before 125 has no popover: the tooltip then is an ordinary fixed box. Showing it
    // again raises it above later popovers.
    if ('showPopover' in node) {
      node.hidePopover()
      node.showPopover()
    }
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
