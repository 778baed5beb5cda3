/** Returns the ms of one call. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Returns medians of calls that alternate, so that load on the machine affects all alike. The first
 * of each warms up and is not counted.
 */
export async function medians(calls: readonly (() => Promise<unknown>)[], turns: number): Promise<readonly number[]> {
  for (const call of calls) await call()
  const taken = calls.map((): number[] => [])
  for (let turn = 0; turn < turns; turn++) {
    for (const [place, call] of calls.entries()) taken[place]?.push(await timed(call))
  }
  return taken.map(median)
}
