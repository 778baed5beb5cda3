import { browserSupportsWebAuthn } from '@simplewebauthn/browser'

/** An address without a host name, to which browsers bind no passkey: IPv4, or IPv6 in brackets. */
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/

/** Returns why this page cannot use passkeys, as a text for the user; undefined if it can. */
export function findPasskeyObstacle(): string | undefined {
  // First: the build renders screens where there is neither WebAuthn nor a location.
  if (!browserSupportsWebAuthn()) return 'This browser has no passkeys. Use another one to add a passkey.'
  if (!IP_ADDRESS.test(location.hostname)) return undefined
  return "Passkeys need an address with a name. This page's address is a number."
}
