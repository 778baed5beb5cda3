import { type Config, isLoopback } from '#server/config/config.ts'
import { Refusal } from './refusal.ts'

/** Checks a request's origin by headers that a page cannot forge in a browser. */
export interface OriginRules {
  /** Returns whether pages at `origin` may send cross-origin requests with the member's cookie. */
  isAllowed(origin: string): boolean
  /** Throws a Refusal 403 for a write from another site's page. */
  checkWrite(origin: string | undefined, secFetchSite: string | undefined): void
}

/**
 * Returns the rules for these settings. The server's own origin comes from PUBLIC_URL, never the
 * Host header, which a page can choose by DNS rebinding. Without PUBLIC_URL, it is any loopback
 * origin on `port`.
 */
export function originRules(config: Pick<Config, 'publicUrl' | 'allowedOrigins'>, port: () => number): OriginRules {
  const isOurs = (origin: string) =>
    config.publicUrl === null ? isLoopbackOrigin(origin, port()) : origin === config.publicUrl.origin
  const isAllowed = (origin: string) => config.allowedOrigins.includes(origin)
  return {
    isAllowed,
    checkWrite(origin, secFetchSite) {
      if (origin !== undefined && !isOurs(origin) && !isAllowed(origin)) throw createForeignRefusal()
      // Without both headers, the client is not a browser: it has no ambient cookie, and its
      // session is checked.
      if (secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none') return
      if (secFetchSite === 'same-site' && origin !== undefined && isAllowed(origin)) return
      throw createForeignRefusal()
    },
  }
}

const createForeignRefusal = () =>
  new Refusal(
    403,
    'This request was made by a page of another site. (PUBLIC_URL and ALLOWED_ORIGINS say which are ours.)',
    'foreign_origin',
  )

function isLoopbackOrigin(origin: string, port: number): boolean {
  const url = URL.parse(origin)
  if (url === null || url.protocol !== 'http:' || url.origin !== origin) return false
  return isLoopback(url.hostname) && Number(url.port === '' ? 80 : url.port) === port
}
