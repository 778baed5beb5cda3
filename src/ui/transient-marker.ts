/** A notice, for example: the stored HTML of the feed leaves it out. */
export const transientMarker = { 'data-fleeting': '' } as const
