export async function measureMs(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Returns the medians for calls that alternate, so that load on the machine affects all alike. The
 * first call of each warms up and is not counted.
 */
export async function measureMedians(
  calls: readonly (() => Promise<unknown>)[],
  rounds: number,
): Promise<readonly number[]> {
  for (const call of calls) await call()
  const timings = calls.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [place, call] of calls.entries()) timings[place]?.push(await measureMs(call))
  }
  return timings.map(median)
}
