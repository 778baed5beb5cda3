import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#server/config/config.ts'

/** The bindings that node-server adds to a request. Absent if a test calls the app directly. */
export interface NodeBindings {
  readonly incoming?: Pick<IncomingMessage, 'socket'>
  readonly outgoing?: Pick<ServerResponse, 'setHeader'>
}

/** Returns a request's client address; see `findAddress`. */
export const addressIn = (
  { config }: { readonly config: Pick<Config, 'trustedProxies'> },
  c: { readonly env: NodeBindings | undefined; readonly req: { header(name: string): string | undefined } },
): string => findAddress(c.env, c.req.header('X-Forwarded-For'), config.trustedProxies)

/**
 * Returns a request's client address as rate limits count it: IPv6 by its /64 network, which
 * belongs to one household. Only the X-Forwarded-For entries from our own `trustedProxies` proxies
 * are used; the client can forge the rest.
 */
export function findAddress(
  connection: NodeBindings | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const direct = connection?.incoming?.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0 || forwardedFor === undefined) return toNetwork(direct)
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return toNetwork(removePort(hops.at(-trustedProxies) ?? hops[0] ?? direct))
}

/** A subject for address limits, and the factor for its limits. */
interface CountedNetwork {
  readonly network: string
  readonly factor: number
}

/** An IPv6 /48 belongs to one site, or to many customers in a mobile network. */
const SITE_FACTOR = 10

/** Returns an address as it is counted, and the /48 network that contains an IPv6 address. */
export function listNetworks(address: string): readonly CountedNetwork[] {
  const [site] = /^(?:[^:]*:){3}(?=[^:]*::\/64$)/.exec(address) ?? []
  const own = { network: address, factor: 1 }
  return site === undefined ? [own] : [own, { network: `${site}:/48`, factor: SITE_FACTOR }]
}

/**
 * Removes the port: some proxies write `address:port` and `[v6]:port`, with another port for each
 * connection.
 */
function removePort(hop: string): string {
  const [, v6] = /^"?\[([^\]]*)\](?::\d{1,5})?"?$/.exec(hop) ?? []
  return v6 ?? hop.replace(/^([^:]*):\d{1,5}$/, '$1')
}

function toNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 64)
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const groups = [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
