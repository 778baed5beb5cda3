import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import type { ServiceName } from '../accounts/open-source.ts'
import { isRelayName } from './secrets.ts'

interface Destination {
  readonly service: ServiceName
  /** The name by which the destination relays, if it is a Flipside. */
  readonly peer: string | null
}

/** Canonical service names as the origin of a listen: a player's `music_service`. */
const ORIGINS: Readonly<Record<ServiceName, ReadonlySet<string>>> = {
  lastfm: new Set(['last.fm', 'lastfm', 'lastfm.com', 'lastfm.de']),
  listenbrainz: new Set(['listenbrainz', 'listenbrainz.org', 'api.listenbrainz.org']),
}
/** Programs that copy listens from a service. `listenbrainz-mpd` and others only send to one. */
const COPIERS: Readonly<Record<ServiceName, RegExp>> = {
  lastfm: /^last\.?fm$|last\.?fm.*import/i,
  listenbrainz: /^listenbrainz$|listenbrainz.*import/i,
}

/**
 * Returns whether a scrobble came from the destination, or has been relayed by this server before:
 * then it is not sent there. `ownName`: the name by which this server relays.
 */
export function isEcho(details: ListenDetails | undefined, { service, peer }: Destination, ownName: string): boolean {
  if (details === undefined) return false
  const { client, player } = details
  if (client === ownName || (peer !== null && client === peer)) return true
  if (details.service !== undefined && ORIGINS[service].has(toHost(details.service))) return true
  return [client, player].some((program) => program !== undefined && COPIERS[service].test(program))
}

/** Returns the host in `https://www.last.fm/music`, and `last.fm` for `Last.fm`. */
const toHost = (service: string): string =>
  service
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/^www\./, '')

/**
 * Returns the program that a relayed listen names as its sender: the first Flipside that relayed
 * it, so that a loop between servers ends there.
 */
export const toSender = (details: ListenDetails | undefined, ownName: string): string =>
  details?.client !== undefined && isRelayName(details.client) ? details.client : ownName
