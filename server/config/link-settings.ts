import { type Environment, readFlag } from './settings.ts'

/** The services that look tracks up. A track's Last.fm link contains its names. */
export type LookUpService = keyof typeof SERVERS

export interface LinkSettings {
  /** The address for each service's public interface, which needs no key. */
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

/** Returns the look-up settings; null with LINK_LOOKUPS=0. Throws {@link CannotStart}. */
export const readLinkSettings = (env: Environment): LinkSettings | null =>
  readFlag(env, 'LINK_LOOKUPS', true) ? { servers: SERVERS } : null
