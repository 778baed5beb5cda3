/** Spec section 9: a tooltip waits this long before it opens under a pointer. */
const openDelayMs = 700
/** Spec section 9: within this time after one tooltip closed, the next opens without waiting. */
const skipDelayMs = 300
/** How long the pointer may be on its way from a trigger to its tooltip (WCAG 1.4.13: hoverable). */
export const graceMs = 120

/** How long to wait before opening. `closedAt` is when any tooltip last closed; 'open' while one is open. Times in ms. */
export function openingDelayMs(closedAt: number | 'open' | undefined, now: number): number {
  if (closedAt === 'open') return 0
  return closedAt !== undefined && now - closedAt < skipDelayMs ? 0 : openDelayMs
}
