/** Spec section 9: a tooltip waits this long before it opens under a pointer. */
const openDelayMs = 700
/** Spec section 9: within this time after one tooltip closed, the next opens without waiting. */
const skipDelayMs = 300
/** Time for the pointer to move from a trigger to its tooltip, in ms (WCAG 1.4.13: hoverable). */
export const graceMs = 120

/** Returns the delay before opening, in ms. `closedAt`: when the last one closed, or 'open'. */
export function openingDelayMs(closedAt: number | 'open' | undefined, now: number): number {
  if (closedAt === 'open') return 0
  return closedAt !== undefined && now - closedAt < skipDelayMs ? 0 : openDelayMs
}
