/** What uploaders add to a video's title, in brackets. */
const DECORATION =
  /\s*[([](?:(?:the )?official\b[^)\]]{0,40}|(?:music |lyrics? )?(?:video|visuali[sz]er|audio)|lyrics?|audio only|m\/?v|hd|hq|4k)[)\]]/gi
const SEPARATOR = /\s+[-\u2010-\u2015]\s+/

/** Returns a video's title without "(Official Video)" and the like. */
export const stripDecorations = (title: string): string => title.replace(DECORATION, '').trim()

/** Returns the names in "Artist - Title (Official Video)"; undefined without a separator. */
export function splitVideoTitle(title: string): { artist: string; title: string } | undefined {
  const plain = stripDecorations(title)
  const separator = SEPARATOR.exec(plain)
  // The title has no white space at its ends, and the separator has all of it around the dash.
  return separator === null
    ? undefined
    : { artist: plain.slice(0, separator.index), title: plain.slice(separator.index + separator[0].length) }
}
