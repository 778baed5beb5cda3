import { nameKey } from '../catalogue/name-key.ts'
import type { ListenDetails } from './listen-details.ts'

export interface DetailsCorrection {
  readonly isArtistChanged: boolean
  readonly isTitleChanged: boolean
  /** The new album's title; empty: no album; null: the listen retains its own. */
  readonly album: string | null
  /** If the album artist has one of these folded names, it is corrected to a name. */
  readonly albumArtist?: { readonly keys: readonly string[]; readonly to: string } | undefined
}

/**
 * Returns corrected details. The MBIDs, links and position for incorrect names are removed, since
 * they may be incorrect too. The album artist stays, unless an artist is corrected.
 */
export function correctDetails(
  details: ListenDetails,
  { isArtistChanged, isTitleChanged, album, albumArtist: correct }: DetailsCorrection,
): ListenDetails {
  const {
    artistMbids,
    recordingMbid,
    releaseMbid,
    trackNumber,
    album: title,
    albumArtist: sent,
    links,
    ...played
  } = details
  const isIncorrect = sent !== undefined && correct?.keys.includes(nameKey(sent)) === true
  const albumArtist = isIncorrect ? correct?.to : sent
  const isOtherAlbum = album !== null && album !== (title ?? '')
  const ofTrack = {
    artistMbids: isArtistChanged ? undefined : artistMbids,
    recordingMbid: isArtistChanged || isTitleChanged ? undefined : recordingMbid,
    links: isArtistChanged || isTitleChanged ? undefined : isOtherAlbum ? withoutAlbum(links) : links,
  }
  const ofAlbum = isOtherAlbum
    ? { album: album || undefined, albumArtist: album === '' ? undefined : albumArtist }
    : { album: title, albumArtist, releaseMbid, trackNumber }
  const all = Object.entries({ ...played, ...ofTrack, ...ofAlbum }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all)
}

function withoutAlbum(links: ListenDetails['links']): ListenDetails['links'] {
  if (links?.spotify_album_id === undefined) return links
  const { spotify_album_id: _, ...ofTrack } = links
  return Object.keys(ofTrack).length === 0 ? undefined : ofTrack
}
