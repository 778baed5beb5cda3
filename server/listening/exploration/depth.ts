import { roundToTenth } from '../percent.ts'

/**
 * An artist's listener counts by depth, relative to a listener with `tracks` tracks heard, who is
 * included.
 */
export interface Depths {
  readonly shallower: number
  /** With the same depth, including the member. */
  readonly level: number
  readonly all: number
}

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
