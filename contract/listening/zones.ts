/** A zone of the sea: the depth of an artist's exploration, the shallowest first. */
interface Zone {
  readonly name: 'Beach Zone' | 'Sunlight Zone' | 'Twilight Zone' | 'Midnight Zone' | 'Abyss'
  /** Its beginning: per cent of the artist's known tracks that have been heard. */
  readonly fromPercent: number
}

/** The upper zones are narrow: most listeners have heard few of an artist's tracks (docs/taste.md). */
export const zones: readonly [Zone, Zone, Zone, Zone, Zone] = [
  { name: 'Beach Zone', fromPercent: 0 },
  { name: 'Sunlight Zone', fromPercent: 15 },
  { name: 'Twilight Zone', fromPercent: 30 },
  { name: 'Midnight Zone', fromPercent: 50 },
  { name: 'Abyss', fromPercent: 75 },
]

/** The known track count below which an artist's depth is meaningless. */
export const KNOWN_MIN = 5

/** Returns the zone for a depth: the share of known tracks heard, 0 to 1. Includes its beginning. */
export const findZone = (depth: number): Zone =>
  zones.findLast(({ fromPercent }) => depth >= fromPercent / 100) ?? zones[0]
