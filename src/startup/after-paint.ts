/** Resolves after the next paint, or after `atMostMs` where none happens (a hidden tab). */
export function afterPaint(atMostMs: number): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, atMostMs)
  })
}
