import type { Depths } from '../leaderboards/artist-counts.ts'
import { roundToTenth } from '../percent.ts'

/**
 * Returns the percentage of an artist's other listeners with less depth than a member; those level
 * with the member count half. Null without listens, or without others.
 */
export function percentileOfDepth({ shallower, level, all }: Depths, isListener: boolean): number | null {
  const others = all - 1
  if (!isListener || others < 1) return null
  return roundToTenth((100 * (shallower + (level - 1) / 2)) / others)
}

/** Adds one listener: a member not in the counts, to view their own rank. */
export const withOneMore = ({ shallower, level, all }: Depths): Depths => ({
  shallower,
  level: level + 1,
  all: all + 1,
})
