interface Box {
  left: number
  top: number
  width: number
  height: number
}

const gap = 8

/** Returns a tooltip's position: centred above its trigger or below it, within the screen. */
export function placeTooltip(trigger: Box, tip: { width: number; height: number }, screenWidth: number) {
  const above = trigger.top - tip.height - gap
  const centred = trigger.left + trigger.width / 2 - tip.width / 2
  return {
    left: Math.max(gap, Math.min(centred, screenWidth - tip.width - gap)),
    top: above >= gap ? above : trigger.top + trigger.height + gap,
  }
}
