import { isDeletedMember } from '#contract/deleted-member.ts'
import { foldName } from '#server/db/fold-name.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How long a sign-up, or the use of a reset link, that is sent again answers as the first time. */
export const SENT_AGAIN_MS = 10 * 60_000
/** How long a reset link is good for. */
export const RESET_LINK_MS = 24 * 3_600_000
/** Names that a search answers at most. */
export const SEARCH_MAX = 20
/** People that a list brings when nobody asks for a number. */
export const PEOPLE_MAX = 1000

const SHORTEST = 2
/**
 * Names of Last.fm (letters, digits, `_`, `-`) and of ListenBrainz (nearly anything) fit. What cannot be seen, or means
 * something in a path, does not: control and format characters, unusual spaces, slashes, `?`, `#`, `%`.
 */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}/\\?#%]|[^\P{Zs} ]| {2}/u

/** The author of activity, the app's own paths, and names that would look like the house speaking. */
const RESERVED = new Set(
  [
    ['system', 'flipside', 'admin', 'administrator', 'moderator', 'support', 'null', 'undefined'],
    ['login', 'signup', 'logout', 'artist', 'exploration', 'friends', 'profile', 'followers', 'following', 'search'],
    ['broadcast-track', 'dm', 'friends-similar-taste', 'settings', 'outbox', 'reset', 'api', 'assets', 'sw.js'],
    ['track-swap', 'track-swap-entry', 'track-swap-confirmation', 'track-swap-results', 'track-swap-history'],
    ['track-swap-detail', 'track-swap-action', 'swap-points-results', '1', '2.0', '.', '..'],
  ].flat(),
)

/** Throws a Refusal 400 unless `name` may be a new member's. It has been trimmed and has lost a leading @. */
export function checkNewName(name: string): void {
  if (name.length < SHORTEST) throw new Refusal(400, `user must be at least ${SHORTEST} characters.`)
  if (UNFIT.test(name) || name.startsWith('@')) {
    throw new Refusal(400, 'user must be made of letters, digits, punctuation and single spaces.')
  }
  if (RESERVED.has(foldName(name)) || isDeletedMember(name))
    throw new Refusal(400, 'user is a name that nobody can have.')
}

const MUSIC_PAGES: Readonly<Record<string, (name: string) => string>> = {
  lastfm: (name) => `https://www.last.fm/user/${encodeURIComponent(name)}`,
  listenbrainz: (name) => `https://listenbrainz.org/user/${encodeURIComponent(name)}/`,
}

/** The page of a linked music account; empty when none is linked. */
export const musicPage = (kind: string | null, name: string | null): string =>
  kind === null || name === null ? '' : (MUSIC_PAGES[kind]?.(name) ?? '')
