/** Hides what follows loading content for at most 2 s, so that nothing moves (`global.css.ts`). */
export const loadingMarker = { 'data-loading': '' } as const
