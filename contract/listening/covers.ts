/** Album covers are served below this path: `/covers/<album id>/<size>`, as WebP or with 404. */
export const COVERS = '/covers/'

/** The square covers' sides in pixels, by size. */
export const COVER_SIDES = { small: 160, large: 500 } as const
export type CoverSize = keyof typeof COVER_SIDES
