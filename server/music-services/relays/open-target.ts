import {
  createTransport,
  type SourceServices,
  type SourceTimeouts,
  toListenbrainzSource,
} from '../accounts/open-source.ts'
import { ServiceFailure } from '../service-failure.ts'
import { createLastfmTarget } from './lastfm-target.ts'
import { createListenbrainzTarget, type ListenbrainzTargetOptions } from './listenbrainz-target.ts'
import type { RelayTarget } from './relay-target.ts'
import { decryptSecret, toRelayName } from './secrets.ts'
import type { Relay } from './store.ts'

/** Responses to submissions are short; an echo of fifty scrobbles is 40 kB. */
const RESPONSE_MAX_BYTES = 1_000_000

/** Returns the account of a relay. Throws ServiceFailure if it cannot be used. */
export function openTarget(services: SourceServices, relay: Relay, timeouts: SourceTimeouts): RelayTarget {
  if (relay.service === 'listenbrainz') return createListenbrainzTarget(openListenbrainz(services, relay, timeouts))
  const secret = getSecret(services, relay)
  const { lastfmApiKey: apiKey, lastfmSharedSecret: sharedSecret, lastfmBaseUrl: baseUrl } = services.config
  if (apiKey === null || sharedSecret === null) throw new ServiceFailure('key_refused')
  const transport = createTransport(services, {
    ...timeouts,
    service: 'lastfm',
    isGuarded: false,
    bytesMax: RESPONSE_MAX_BYTES,
  })
  return createLastfmTarget({ ...transport, baseUrl, apiKey, sharedSecret, sessionKey: secret })
}

/** Returns the connection of a relay to ListenBrainz. Throws as `openTarget`. */
export const openListenbrainz = (
  services: SourceServices,
  relay: Relay,
  timeouts: SourceTimeouts,
): ListenbrainzTargetOptions => toListenbrainzOptions(services, relay.baseUrl, getSecret(services, relay), timeouts)

function getSecret({ config }: SourceServices, relay: Relay): string {
  const secret = decryptSecret(config, relay, relay.secret)
  if (secret === undefined) throw new ServiceFailure('secret_unreadable')
  return secret
}

/** Returns the connection to a ListenBrainz server. Throws ServiceFailure `address_refused`. */
export function toListenbrainzOptions(
  services: SourceServices,
  baseUrl: string | null,
  token: string,
  timeouts: SourceTimeouts,
): ListenbrainzTargetOptions {
  const source = toListenbrainzSource(services, { baseUrl, token }, { ...timeouts, bytesMax: RESPONSE_MAX_BYTES })
  return { ...source, token, ownName: toRelayName(services.config.secretKey ?? '') }
}
