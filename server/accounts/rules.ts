/** The time, in ms, in which a repeated sign-up or reset returns the first response again. */
export const SENT_AGAIN_MS = 10 * 60_000
/** The lifetime of an admin's reset link and of a confirmation link, in ms. */
export const RESET_LINK_MS = 24 * 3_600_000
/** A mailed reset link's lifetime, in ms. */
export const MAILED_RESET_MS = 3_600_000
/** The maximum number of search results. */
export const SEARCH_MAX = 20

const MUSIC_PAGES: Readonly<Record<string, (name: string) => string>> = {
  lastfm: (name) => `https://www.last.fm/user/${encodeURIComponent(name)}`,
  listenbrainz: (name) => `https://listenbrainz.org/user/${encodeURIComponent(name)}/`,
}

/** Returns a linked music account's URL; empty if none is linked. */
export const musicPage = (kind: string | null, name: string | null): string =>
  kind === null || name === null ? '' : (MUSIC_PAGES[kind]?.(name) ?? '')
