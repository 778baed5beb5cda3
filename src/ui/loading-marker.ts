/**
 * Marks an element with content that loads: what follows it on the screen is invisible until it has
 * loaded, for at most 2 s, so that the content moves nothing (`global.css.ts`).
 */
export const loadingMarker = { 'data-loading': '' } as const
