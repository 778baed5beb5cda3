import { type Environment, readFlag } from './settings.ts'

/** The services that look tracks up. The link of a track at Last.fm contains its names. */
export type LookUpService = keyof typeof SERVERS

/** Look-ups of shared links. */
export interface LinkSettings {
  /** The address of each service's public interface, which needs no key. */
  readonly servers: Readonly<Record<LookUpService, URL>>
}

const SERVERS = {
  spotify: new URL('https://open.spotify.com/'),
  apple: new URL('https://itunes.apple.com/'),
  youtube: new URL('https://www.youtube.com/'),
  deezer: new URL('https://api.deezer.com/'),
  tidal: new URL('https://oembed.tidal.com/'),
  musicbrainz: new URL('https://musicbrainz.org/'),
  listenbrainz: new URL('https://api.listenbrainz.org/'),
} as const

/** Returns the settings of look-ups; null with LINK_LOOKUPS=0. Throws {@link CannotStart}. */
export const readLinkSettings = (env: Environment): LinkSettings | null =>
  readFlag(env, 'LINK_LOOKUPS', true) ? { servers: SERVERS } : null
