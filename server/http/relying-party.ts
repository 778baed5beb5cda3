import { isIP } from 'node:net'
import type { Config } from '#server/config/config.ts'

/** This server as WebAuthn's relying party: passkeys are valid for it alone. */
export interface RelyingParty {
  /** The host name. Passkeys are bound to it: with another host name they are useless. */
  readonly id: string
  /** The page origins that may use the passkeys. */
  readonly origins: readonly string[]
}

const LOCALHOST = 'localhost'

/**
 * Returns the relying party for these settings: PUBLIC_URL's host, and without PUBLIC_URL localhost
 * on `port`. Undefined if browsers offer no passkeys there: at an IP address, and without https
 * except at localhost. From ALLOWED_ORIGINS it includes the host's and its subdomains' origins, the
 * only ones for which browsers accept the id.
 */
export function findRelyingParty(
  { publicUrl, allowedOrigins }: Pick<Config, 'publicUrl' | 'allowedOrigins'>,
  port: () => number,
): RelyingParty | undefined {
  const { protocol, hostname: id, origin } = publicUrl ?? new URL(`http://${LOCALHOST}:${port()}`)
  const isSecure = protocol === 'https:' || id === LOCALHOST
  if (!isSecure || isIP(id) !== 0 || id.startsWith('[')) return undefined
  return { id, origins: [origin, ...allowedOrigins.filter((allowed) => isOfHost(allowed, id))] }
}

function isOfHost(origin: string, host: string): boolean {
  const { protocol, hostname } = new URL(origin)
  if (protocol !== 'https:' && hostname !== LOCALHOST) return false
  return hostname === host || hostname.endsWith(`.${host}`)
}
