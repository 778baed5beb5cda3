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

/** Prints the header of a table with a column per size. Returns a function that prints a row of medians. */
export function createTable(sizes: readonly number[]): (name: string, medians: readonly number[]) => void {
  const header = sizes.map((size) => size.toLocaleString('en')).join(' | ')
  console.log(`| Median ms | ${header} | last of first |\n|---|${sizes.map(() => '---|').join('')}---|`)
  return (name, medians) => {
    const growth = (medians.at(-1) ?? 0) / (medians[0] ?? 1)
    console.log(`| ${name} | ${medians.map((ms) => ms.toFixed(2)).join(' | ')} | ${growth.toFixed(2)} |`)
  }
}
