/**
 * Seeded random numbers: the same seed returns the same numbers on every machine. Not for secrets.
 */
export interface Random {
  /** Returns a number from 0 to 1, excluding 1. */
  next(): number
  /** Returns an integer from 0 to `below`, excluding `below`. */
  int(below: number): number
  isLucky(probability: number): boolean
  /** Returns a random item. Throws a RangeError if there are none. */
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
  /** Returns a normally distributed number with mean 0 and deviation 1. */
  normal(): number
  /**
   * Returns an independent generator for a part, so that a change to one part does not affect the
   * others.
   */
  fork(label: string): Random
}

const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** Returns a text's 32-bit FNV-1a hash. */
const hash = (text: string): number => {
  let value = HASH_START
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), HASH_PRIME)
  return value >>> 0
}

/**
 * Returns a mulberry32 generator (Tommy Ettinger, public domain), seeded by the hash over seed and
 * label.
 */
export function createRandom(seed: number, label = ''): Random {
  let state = hash(`${seed}/${label}`)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    isLucky: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(items.length)]
      if (item === undefined) throw new RangeError('There is nothing to pick from.')
      return item
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
    // Box-Muller; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (more) => createRandom(seed, `${label}/${more}`),
  }
}
