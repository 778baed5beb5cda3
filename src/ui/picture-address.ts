declare const __API_HOST__: string | undefined

const HOST = typeof __API_HOST__ === 'string' ? __API_HOST__.replace(/\/$/, '') : ''

/**
 * Where a member's picture is: an https address, one of the page's own origin, or a path of the host that named it
 * (`/pictures/...`). Anything else, as http and data addresses or `//another.example`, is not asked for.
 */
export function pictureAddress(picture: string | null | undefined, host = HOST): string | undefined {
  if (!picture) return undefined
  if (picture.startsWith('https://') || picture.startsWith(`${globalThis.location?.origin}/`)) return picture
  return /^\/[\w-]/.test(picture) ? `${host}${picture}` : undefined
}
