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
