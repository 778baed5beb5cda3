/** Bounds the number of concurrent holders. */
interface Gate {
  /** Waits for a place, in call order. Returns the function that frees it. */
  enter(): Promise<() => void>
}

export function createGate(places: number): Gate {
  let free = places
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
  return {
    async enter() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return leave
    },
  }
}
