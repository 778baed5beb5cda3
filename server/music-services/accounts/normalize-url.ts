import { Refusal } from '#server/http/refusal.ts'

/**
 * Returns a server's address as a member wrote it in a field, https unless stated. Throws a Refusal
 * 400.
 */
export function normalizeUrl(written: string, field = 'base_url', example = 'https://listenbrainz.example'): string {
  const url = URL.parse(/^https?:\/\//i.test(written) ? written : `https://${written}`)
  if (url === null) throw new Refusal(400, `${field} must be an address such as ${example}.`)
  return url.href
}

/** Returns the address of an API without the version that some clients need: `/1` and slashes at its end. */
export const toApiRoot = (href: string): string => href.replace(/\/*$/, '').replace(/\/1$/, '').replace(/\/*$/, '')
