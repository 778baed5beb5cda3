const FIRST_MS = 1000
const LONGEST_MS = 300_000

/** Returns a random wait below `min(300 s, 1 s * 2^(attempts-1))`, in ms. `chance`: [0, 1). */
export function backoffMs(attempts: number, chance: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20))
  return Math.round(chance * ceiling)
}
