import { CannotStart, type Environment, readFlag, readUrl } from './settings.ts'

/** Look-ups of tracks at MusicBrainz, or at a mirror of it. */
export interface MusicbrainzSettings {
  /** Ends with a slash. */
  readonly server: URL
  /** Whether the server must have a public address: that of the operator may be private. */
  readonly isGuarded: boolean
}

const MUSICBRAINZ = 'https://musicbrainz.org/'

/**
 * Returns the settings of look-ups, or null with MUSICBRAINZ_LINKS=0. `isDefault`: whether they are
 * on without MUSICBRAINZ_LINKS. Throws {@link CannotStart}.
 */
export function readMusicbrainzSettings(
  env: Environment,
  { isDefault, publicUrl }: { readonly isDefault: boolean; readonly publicUrl: URL | null },
): MusicbrainzSettings | null {
  const own = readUrl(env, 'MUSICBRAINZ_URL')
  if (!readFlag(env, 'MUSICBRAINZ_LINKS', isDefault)) return null
  if (publicUrl === null && own === null)
    throw new CannotStart('MUSICBRAINZ_LINKS needs PUBLIC_URL: MusicBrainz requires an address for contact.')
  const { href } = own ?? new URL(MUSICBRAINZ)
  return { server: new URL(href.endsWith('/') ? href : `${href}/`), isGuarded: own === null }
}
