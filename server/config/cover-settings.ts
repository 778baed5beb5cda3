import { type Environment, readFlag, readInteger, readUrl } from './settings.ts'

/** Cover art, which the server fetches from the Cover Art Archive and serves itself. */
export interface CoverSettings {
  readonly archive: URL
  /** The maximum cache size; beyond it, the least recently requested covers are deleted. */
  readonly cacheMaxBytes: number
}

const COVER_ART_ARCHIVE = 'https://coverartarchive.org'

/**
 * Returns the cover art settings, or null with COVER_ART=0. `isDefault`: whether covers are on
 * without COVER_ART. Throws {@link CannotStart}.
 */
export function readCoverSettings(env: Environment, isDefault: boolean): CoverSettings | null {
  const archive = readUrl(env, 'COVER_ART_URL') ?? COVER_ART_ARCHIVE
  const cacheMaxBytes = readInteger(env, 'COVER_ART_CACHE_MB', 500, 10, 100_000) * 1_000_000
  return readFlag(env, 'COVER_ART', isDefault) ? { archive: new URL(archive), cacheMaxBytes } : null
}
