/**
 * A track's page at Last.fm: `https://www.last.fm/music/{artist}/_/{title}`, a space written as
 * `+`. A plus sign in a name is encoded twice there (`+44` is `/music/%252B44`), because a single
 * `%2B` is read as a space.
 */
export const trackUrl = (artist: string, title: string): string =>
  `https://www.last.fm/music/${segment(artist)}/_/${segment(title)}`

/** Returns an album's page at Last.fm. */
export const albumUrl = (artist: string, album: string): string =>
  `https://www.last.fm/music/${segment(artist)}/${segment(album)}`

/** Returns an artist's page at Last.fm. */
export const artistUrl = (artist: string): string => `https://www.last.fm/music/${segment(artist)}`

const segment = (name: string): string => encodeURIComponent(name).replaceAll('%2B', '%252B').replaceAll('%20', '+')
