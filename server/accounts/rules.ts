/** How long a sign-up, or the use of a reset link, that is sent again answers as the first time. */
export const SENT_AGAIN_MS = 10 * 60_000
/** How long a reset link is good for. */
export const RESET_LINK_MS = 24 * 3_600_000
/** Names that a search answers at most. */
export const SEARCH_MAX = 20
/** People that a list brings when nobody asks for a number. */
export const PEOPLE_MAX = 1000

const MUSIC_PAGES: Readonly<Record<string, (name: string) => string>> = {
  lastfm: (name) => `https://www.last.fm/user/${encodeURIComponent(name)}`,
  listenbrainz: (name) => `https://listenbrainz.org/user/${encodeURIComponent(name)}/`,
}

/** The page of a linked music account; empty when none is linked. */
export const musicPage = (kind: string | null, name: string | null): string =>
  kind === null || name === null ? '' : (MUSIC_PAGES[kind]?.(name) ?? '')
