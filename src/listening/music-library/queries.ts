import { getMusicLibrary } from '#contract/listening/music-library.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's linked music library; null from a host that plays none. */
export const musicLibraryQuery = ownQuery(getMusicLibrary, ['listening', 'music-library'])
