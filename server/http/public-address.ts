import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/**
 * Networks without public servers (IANA's special-purpose registries), and those that embed a v4
 * address in a v6 one.
 */
const SPECIAL: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 8],
  ['64:ff9b::', 16],
  ['100::', 8],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3ffe::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
]

// Two lists: in a single one, every v4 address would match the v6 networks for mapped v4 addresses.
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [address, bits] of SPECIAL) {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  special[family].addSubnet(address, bits, family)
}

/**
 * Returns whether an IP address can be a server on the public Internet. A v4 address written as v6
 * never is.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return isIP(address) !== 0 && !special[family].check(address, family)
}

/** A host does not resolve to the public Internet. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/**
 * Resolves a name as `dns.lookup` does and fails if any address is not public. Used as a
 * connection's own look-up, it checks the address connected to, so that a second DNS response (DNS
 * rebinding) cannot bypass it.
 */
export const publicLookup: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error !== null) callback(error, '', 0)
    else if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      callback(new PrivateAddress('The host has an address that is not public.'), '', 0)
    else if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/**
 * Returns whether a member's URL may be requested at all: https, a name or a public address, no
 * user, query or fragment. A name's addresses are checked by {@link publicLookup} on connection.
 */
export const isPublicUrl = (url: URL): boolean => hasPublicHost(url) && url.search === '' && url.hash === ''

/** Like {@link isPublicUrl}, for a URL that may have a query. */
export function hasPublicHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isNamed = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isNamed && (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
}
