import { findZone } from '#contract/listening/zones.ts'

/** The five zones by name, from the surface down, in the order of the palette's `depthBands`. */
export type ZoneName = ReturnType<typeof findZone>['name']

/** Returns the zone at a depth: distinct tracks heard out of those known, 0 to 1. */
export const zoneAt = (depth: number): ZoneName => findZone(depth).name

const byPlace: readonly ZoneName[] = ['Abyss', 'Midnight Zone', 'Midnight Zone', 'Twilight Zone', 'Sunlight Zone']

/** The spec's rule for a host that counts no tracks: by place, from 1. */
export const zoneByPlace = (place: number | undefined): ZoneName =>
  (place === undefined ? undefined : byPlace[place - 1]) ?? 'Beach Zone'

/** Returns a depth as whole per cent: 100 only if every track was heard, 0 only if none was. */
export function depthText(depth: number): string {
  if (depth <= 0) return '0%'
  return `${Math.max(1, Math.min(100, Math.floor(depth * 100 + ROUNDING)))}%`
}
/** 0.29 * 100 is 28.999999999999996. */
const ROUNDING = 1e-9
