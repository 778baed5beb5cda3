/** Resolves when what has been done so far was painted, or after so long where nothing is (a hidden tab). */
export function painted(atLatestMs: number): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, atLatestMs)
  })
}
