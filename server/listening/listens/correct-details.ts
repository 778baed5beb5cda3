import type { ListenDetails } from './listen-details.ts'

/** What a correction does to the details of a listen. */
export interface DetailsCorrection {
  readonly isArtistChanged: boolean
  readonly isTitleChanged: boolean
  /** The new album's title; empty: no album; null: the listen retains its own. */
  readonly album: string | null
}

/**
 * Returns corrected details. MBIDs and the position of what was named incorrectly are removed,
 * since they may be incorrect too. The artist of an album stays, because a correction has none.
 */
export function correctDetails(
  details: ListenDetails,
  { isArtistChanged, isTitleChanged, album }: DetailsCorrection,
): ListenDetails {
  const { artistMbids, recordingMbid, releaseMbid, trackNumber, album: title, albumArtist, ...played } = details
  const isOtherAlbum = album !== null && album !== (title ?? '')
  const ofTrack = {
    artistMbids: isArtistChanged ? undefined : artistMbids,
    recordingMbid: isArtistChanged || isTitleChanged ? undefined : recordingMbid,
  }
  const ofAlbum = isOtherAlbum
    ? { album: album || undefined, albumArtist: album === '' ? undefined : albumArtist }
    : { album: title, albumArtist, releaseMbid, trackNumber }
  const all = Object.entries({ ...played, ...ofTrack, ...ofAlbum }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all)
}
