/**
 * A member's picture URLs in the contract's four sizes. If empty, the avatar is generated from the
 * name.
 */
interface Pictures {
  readonly pfpsm: string
  readonly pfpmed: string
  readonly pfplg: string
  readonly pfpxl: string
}

/** The path for uploaded pictures, with which their `members.picture_url` begins. */
export const UPLOADED = '/pictures/'

/**
 * Returns the URLs for the value in `members.picture_url`: an uploaded picture has four sizes, an
 * external one a single size.
 */
export function toPictures(pictureUrl: string | null): Pictures {
  const url = pictureUrl ?? ''
  const toSizeUrl = (size: string) => (url.startsWith(UPLOADED) ? `${url}/${size}` : url)
  return { pfpsm: toSizeUrl('sm'), pfpmed: toSizeUrl('med'), pfplg: toSizeUrl('lg'), pfpxl: toSizeUrl('xl') }
}
