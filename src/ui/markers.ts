/** A notice, for example: the stored HTML of the feed leaves it out. */
export const transientMarker = { 'data-fleeting': '' } as const

/** Hides what follows loading content for at most 2 s, so that nothing moves (`global.css.ts`). */
export const loadingMarker = { 'data-loading': '' } as const
