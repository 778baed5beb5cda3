import { readResponseBytes, sendRequest } from '#server/http/outgoing-request.ts'

/** The archive's 500-pixel thumbnails have some 100 kB; originals some 10 MB. */
const IMAGE_MAX_BYTES = 5_000_000
/** From the first name look-up to the last byte, redirects included. */
const TIMEOUT_MS = 20_000
/** The archive redirects to archive.org, and that to one of its machines. */
const REDIRECTS_MAX = 5

/** The archive could not be reached, or responded with an error or nonsense. */
export class CoverFailure extends Error {
  override readonly name = 'CoverFailure'
}

interface Archive {
  readonly archive: URL
  readonly userAgent: string
}

/**
 * Returns the front cover of a release, in any image format, or undefined if the archive has none.
 * Throws {@link CoverFailure}.
 */
export async function fetchCover(archive: Archive, releaseMbid: string): Promise<Buffer | undefined> {
  const base = archive.archive.href.replace(/\/$/, '')
  let url = new URL(`${base}/release/${releaseMbid}/front-500`)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': archive.userAgent }
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      // A response names the hosts for redirects; the operator's own address may be private.
      const isGuarded = url.origin !== archive.archive.origin
      const response = await sendRequest(url, { headers, signal, isGuarded })
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) {
        response.destroy()
        url = followRedirect(url, response.headers.location ?? '', archive.archive)
        continue
      }
      if (status === 200) {
        const image = await readResponseBytes(response, IMAGE_MAX_BYTES)
        if (image === undefined) throw new CoverFailure('The cover is too large.')
        return image
      }
      response.destroy()
      // 400: an MBID that the archive does not accept.
      if (status === 404 || status === 400) return undefined
      throw new CoverFailure(`The archive responded with status ${status}.`)
    }
  } catch (error) {
    if (error instanceof CoverFailure) throw error
    throw new CoverFailure('The archive could not be reached.', { cause: error })
  }
  throw new CoverFailure('The archive redirected too often.')
}

/**
 * Returns the redirect target: the archive itself, or a machine at archive.org, by https. Throws
 * {@link CoverFailure}.
 */
function followRedirect(from: URL, location: string, archive: URL): URL {
  const url = URL.parse(location, from)
  if (url?.origin === archive.origin) return url
  const isArchive = url !== null && (url.hostname === 'archive.org' || url.hostname.endsWith('.archive.org'))
  if (!isArchive || url.port !== '') throw new CoverFailure('The archive redirected to another server.')
  // It still writes http in some redirects.
  url.protocol = 'https:'
  return url
}
