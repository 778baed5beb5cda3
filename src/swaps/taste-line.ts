import type { ResponseOf } from '#contract/endpoint.ts'
import type { compareTaste } from '#contract/listening/charts.ts'

type Taste = Pick<ResponseOf<typeof compareTaste>, 'shared' | 'only_other'>

const NAMES = 2

export function tasteInALine({ shared, only_other }: Taste, other: string): string | undefined {
  const both = formatNames(shared)
  const theirs = formatNames(only_other)
  if (both && theirs) return `You both play ${both}. New to you: ${theirs}.`
  if (both) return `You both play ${both}.`
  return theirs ? `Nothing in common yet. ${other} plays ${theirs}.` : undefined
}

function formatNames(artists: Taste['shared']): string | undefined {
  const [first, ...others] = artists.slice(0, NAMES).map(({ name }) => name)
  if (first === undefined) return undefined
  return others.length === 0 ? first : `${first} and ${others.join(', ')}`
}
