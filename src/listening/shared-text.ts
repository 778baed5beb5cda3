const NAMED = 3

/** Returns 'You both play Mothlight, Nine Rooms and 4 more'; empty if nothing is shared. */
export function sharedText(names: readonly string[]): string {
  if (names.length === 0) return ''
  const named = names.slice(0, NAMED)
  const others = names.length - named.length
  if (others > 0) return `You both play ${named.join(', ')} and ${others} more`
  const last = named.at(-1) ?? ''
  return `You both play ${named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`}`
}
