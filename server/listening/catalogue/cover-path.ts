import { COVERS, type CoverSize } from '#contract/listening/covers.ts'

/** The album of a row, null without one, and whether it has a release that may have a cover. */
interface RowAlbum {
  readonly id: number | null
  readonly hasRelease: boolean | null
}

/**
 * Returns an album cover path, or an empty text without one. `hasCovers`: whether the server serves
 * any.
 */
export const toCoverPath = (hasCovers: boolean, { id, hasRelease }: RowAlbum, size: CoverSize): string =>
  hasCovers && id !== null && hasRelease === true ? `${COVERS}${id}/${size}` : ''
