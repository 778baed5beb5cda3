/** Loads the prefetch functions with the screens: the first chunk has no room for swaps. */
export const prefetches = () => import('./prefetch.ts')
