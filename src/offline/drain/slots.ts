export type Slots = ReturnType<typeof createSlots>

/** So many may be under way at once; the others wait, first come first served. */
export function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []

  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  /** Resolves when a slot is free, with how to give it back: once, whatever is called how often. */
  const take = async (): Promise<() => void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isHeld = true
    return () => {
      if (isHeld) give()
      isHeld = false
    }
  }

  return { take }
}
