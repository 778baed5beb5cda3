import { changeQuery, defineOwnWrite } from '../endpoint-kinds.ts'

/** The sizes of a member's picture by the square's side, in pixels: `pfpsm` to `pfpxl`. */
export const PICTURE_SIDES = { sm: 64, med: 128, lg: 256, xl: 512 } as const
export type PictureSize = keyof typeof PICTURE_SIDES

/** The most bytes per size. */
export const PICTURE_MAX_BYTES = 100_000
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/**
 * An endpoint with a body (`uploads.ts` lists them): `multipart/form-data` with one file for each
 * size, named `sm`, `med`, `lg` and `xl`, cropped and encoded on the device. Query, session, Origin
 * and `client_id` are as with every write. It is not part of the contract's list, so a host with
 * the contract alone responds 404 or 405 and the generated avatar stays.
 */
export const uploadPicture = defineOwnWrite({
  path: '/api/user/picture',
  summary: "Sets one's own picture, which is then served at pfpsm to pfpxl as WebP, without the file's metadata.",
  query: changeQuery({}),
  failure: 'Failed to save the picture',
})
