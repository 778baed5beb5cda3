declare const __API_HOST__: string | undefined

const HOST = typeof __API_HOST__ === 'string' ? __API_HOST__.replace(/\/$/, '') : ''

/**
 * Returns the URL for a member's picture: an https URL, one with the page's own origin, or a path
 * on the host that returned it (`/pictures/...`). Returns undefined for anything else, such as http
 * and data URLs or `//another.example`: it is not requested.
 */
export function pictureAddress(picture: string | null | undefined, host = HOST): string | undefined {
  if (!picture) return undefined
  if (picture.startsWith('https://') || picture.startsWith(`${globalThis.location?.origin}/`)) return picture
  return /^\/[\w-]/.test(picture) ? `${host}${picture}` : undefined
}
