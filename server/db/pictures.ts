/** A member's picture in the four sizes of the contract, as addresses. Empty: the avatar is drawn from the name. */
export interface Pictures {
  readonly pfpsm: string
  readonly pfpmed: string
  readonly pfplg: string
  readonly pfpxl: string
}

/** Where uploaded pictures are served: what `members.picture_url` begins with for these. */
export const UPLOADED = '/pictures/'

/** The sizes of what stands in `members.picture_url`: an uploaded set has four, a picture elsewhere is one for all. */
export function picturesOf(pictureUrl: string | null): Pictures {
  const url = pictureUrl ?? ''
  const sized = (size: string) => (url.startsWith(UPLOADED) ? `${url}/${size}` : url)
  return { pfpsm: sized('sm'), pfpmed: sized('med'), pfplg: sized('lg'), pfpxl: sized('xl') }
}
