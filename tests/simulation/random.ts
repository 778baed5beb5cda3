/** Reproducible random numbers: the same seed returns the same sequence (sfc32). */
export interface Random {
  /** Returns a number in [0, 1). */
  next: () => number
  /** Returns an integer from `from` to `to`, inclusive. */
  between: (from: number, to: number) => number
  /** Returns true with a probability of `of` percent. */
  percent: (of: number) => boolean
  pick: <T>(from: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  let a = seed | 0
  let b = 0x9e3779b9 | 0
  let c = Math.floor(seed / 0x1_0000_0000) | 0
  let d = 1
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 0x1_0000_0000
  }
  for (let turn = 0; turn < 12; turn++) next()
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    percent: (of) => next() * 100 < of,
    pick: (from) => {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
  }
}
