interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

interface Options<T> {
  /** Items of a group. */
  readonly max: number
  /** Groups that may be under way; one, if it is not said. */
  readonly atOnce?: number
  /** How long one may be under way alone, in ms: larger groups cost less, but one that waits must not hold up the others. */
  readonly patienceMs?: number
  /** What two groups under way must not both hold. */
  readonly keyOf?: (item: T) => unknown
}

/**
 * Does for many at once what costs as much as for one: what is asked for while groups are under way is the next group. `run`
 * answers in the order of its items. When a group fails each of its items is tried by itself, so that one takes nothing else
 * with it.
 */
export function inGroups<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  { max, atOnce = 1, patienceMs = 0, keyOf }: Options<T>,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let running = 0
  let isAwaited = false
  let patience: NodeJS.Timeout | undefined
  const busy = new Set<unknown>()

  const begin = () => {
    isAwaited = false
    clearTimeout(patience)
    patience = undefined
    const group = waiting.filter(({ item }) => keyOf === undefined || !busy.has(keyOf(item))).slice(0, max)
    if (group.length === 0) return
    const taken = new Set(group)
    waiting = waiting.filter((it) => !taken.has(it))
    void runGroup(group)
    beginSoon()
  }
  // Not at once: what else this turn of the event loop asks for belongs to the same group.
  const beginSoon = () => {
    if (isAwaited || waiting.length === 0 || running >= atOnce) return
    if (running > 0 && patienceMs > 0) {
      patience ??= setTimeout(begin, patienceMs)
      return
    }
    isAwaited = true
    setImmediate(begin)
  }
  const runGroup = async (group: readonly Waiting<T, R>[]) => {
    const keys = keyOf === undefined ? [] : group.map(({ item }) => keyOf(item))
    running += 1
    for (const key of keys) busy.add(key)
    const tell = await settle(run, group)
    for (const key of keys) busy.delete(key)
    running -= 1
    beginSoon()
    // The next group is on its way before this one's answers are written, which takes as long again where groups are small.
    if (isAwaited) setImmediate(tell)
    else tell()
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      beginSoon()
    })
}

/** Never throws: whoever waits is told, by what this answers at the latest. */
async function settle<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  group: readonly Waiting<T, R>[],
): Promise<() => void> {
  try {
    const results = await run(group.map((it) => it.item))
    if (results.length !== group.length) throw new TypeError('A group was answered by another number of results.')
    return () => {
      for (const [place, { resolve }] of group.entries()) {
        // As many results as items; noUncheckedIndexedAccess cannot know.
        resolve(results[place] as R)
      }
    }
  } catch (error) {
    if (group.length === 1) return () => group[0]?.reject(error)
    for (const alone of group) (await settle(run, [alone]))()
    return () => {}
  }
}
