/**
 * Loads the prefetch functions together with the screens: loaders are part of the first chunk,
 * which has no room for swaps.
 */
export const prefetches = () => import('./prefetch.ts')
