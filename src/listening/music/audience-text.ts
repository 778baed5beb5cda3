const NAMED = 2

/** Returns `ada, bo and 9 others play it`. `listeners` counts those without a name too. */
export function audienceText(names: readonly string[], listeners: number): string {
  const named = names.slice(0, NAMED)
  const others = Math.max(listeners, names.length) - named.length
  if (others === 0) return named.length === 1 ? `${named[0]} plays it` : `${named.join(' and ')} play it`
  return `${named.join(', ')} and ${others} ${others === 1 ? 'other' : 'others'} play it`
}
