/**
 * Covers of albums are served below this path: `/covers/<album id>/<size>`, as WebP or with 404.
 */
export const COVERS = '/covers/'

/** The sides of the square covers in pixels, by size. */
export const COVER_SIDES = { small: 160, large: 500 } as const
export type CoverSize = keyof typeof COVER_SIDES
