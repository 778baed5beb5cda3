/** Chance that a seed decides: the same seed gives the same numbers on every machine. Not for secrets. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  /** A whole number from 0 up to but not including `below`. */
  int(below: number): number
  isLucky(probability: number): boolean
  /** Throws RangeError when there is nothing to pick from. */
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
  /** Normally distributed around 0 with deviation 1. */
  normal(): number
  /** Chance of its own for a part, so that a change of one part leaves the others alone. */
  fork(label: string): Random
}

const HASH_START = 0x811c9dc5
const HASH_PRIME = 0x01000193

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = HASH_START
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), HASH_PRIME)
  return value >>> 0
}

/** Numbers by mulberry32 (Tommy Ettinger, public domain), started from the hash of seed and label. */
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
