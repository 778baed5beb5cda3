import { type Config, isLoopback } from '#server/config.ts'
import { Refusal } from './refusal.ts'

/** Judges where a request was made, by what a browser cannot be talked out of saying. */
export interface OriginRules {
  /** Whether pages of `origin` may call us across origins with the member's cookie. */
  isAllowed(origin: string): boolean
  /** Throws a Refusal 403 for a write that another site's page makes. */
  checkWrite(origin: string | undefined, secFetchSite: string | undefined): void
}

/**
 * Our own origin is that of PUBLIC_URL, never the Host header, which a page can choose by its name service. Without
 * PUBLIC_URL any loopback origin on `port` is ours.
 */
export function originRules(config: Pick<Config, 'publicUrl' | 'allowedOrigins'>, port: () => number): OriginRules {
  const isOurs = (origin: string) =>
    config.publicUrl === null ? isLoopbackOrigin(origin, port()) : origin === config.publicUrl.origin
  const isAllowed = (origin: string) => config.allowedOrigins.includes(origin)
  return {
    isAllowed,
    checkWrite(origin, secFetchSite) {
      if (origin !== undefined && !isOurs(origin) && !isAllowed(origin)) throw foreign()
      // Without either header it is no browser, which holds no cookie of ours, and is judged by its session.
      if (secFetchSite === undefined || secFetchSite === 'same-origin' || secFetchSite === 'none') return
      if (secFetchSite === 'same-site' && origin !== undefined && isAllowed(origin)) return
      throw foreign()
    },
  }
}

const foreign = () =>
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
