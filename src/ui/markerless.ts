/** For a list without markers: reset.css.ts takes them away, and Safari then reads a list only where it is told of one. */
export const markerless = { role: 'list' } as const
