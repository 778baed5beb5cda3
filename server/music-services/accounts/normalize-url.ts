import { Refusal } from '#server/http/refusal.ts'

/**
 * Returns the address of a server as a member wrote it, https unless stated. Throws a Refusal 400.
 */
export function normalizeUrl(written: string): string {
  const url = URL.parse(/^https?:\/\//i.test(written) ? written : `https://${written}`)
  if (url === null) throw new Refusal(400, 'base_url must be an address such as https://listenbrainz.example.')
  return url.href
}
