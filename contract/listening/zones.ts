/** A zone of the sea into which exploring an artist leads, the shallowest first. */
export interface Zone {
  readonly name: 'Beach Zone' | 'Sunlight Zone' | 'Twilight Zone' | 'Midnight Zone' | 'Abyss'
  /** Where it begins: per cent of the artist's known tracks that have been heard. */
  readonly fromPercent: number
}

/**
 * The upper zones are narrow, since most listeners have heard a few tracks of an artist only: five equal ones would put
 * nearly everybody on the beach. docs/taste.md has the reasons.
 */
export const zones: readonly [Zone, Zone, Zone, Zone, Zone] = [
  { name: 'Beach Zone', fromPercent: 0 },
  { name: 'Sunlight Zone', fromPercent: 15 },
  { name: 'Twilight Zone', fromPercent: 30 },
  { name: 'Midnight Zone', fromPercent: 50 },
  { name: 'Abyss', fromPercent: 75 },
]

/** The zone of a depth: distinct tracks heard of those known, 0 to 1. What begins a zone is in it. */
export const zoneOf = (depth: number): Zone =>
  zones.findLast(({ fromPercent }) => depth >= fromPercent / 100) ?? zones[0]
