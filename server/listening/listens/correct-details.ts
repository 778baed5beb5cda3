import { nameKey } from '../catalogue/name-key.ts'
import type { ListenDetails } from './listen-details.ts'

export interface DetailsCorrection {
  readonly isArtistChanged: boolean
  readonly isTitleChanged: boolean
  /** The new album's title; empty: no album; null: the listen retains its own. */
  readonly album: string | null
  readonly albumArtist?: AlbumArtistCorrection | undefined
}

/**
 * Corrects the album artist to a name if it has one of these folded names: of a new album, or of
 * any if all tracks by the artist are corrected.
 */
interface AlbumArtistCorrection {
  readonly keys: readonly string[]
  readonly to: string
  readonly isOfArtist: boolean
}

/**
 * Returns corrected details. The MBIDs, links and position for incorrect names are removed, since
 * they may be incorrect too. The album artist stays, unless it is the former artist of a corrected
 * album, or all tracks by the artist are corrected.
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
  const isOtherAlbum = album !== null && album !== (title ?? '')
  const albumArtist = correctAlbumArtist(sent, correct, isOtherAlbum)
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

function correctAlbumArtist(sent: string | undefined, rule: AlbumArtistCorrection | undefined, isOtherAlbum: boolean) {
  if (sent === undefined || rule === undefined || !rule.keys.includes(nameKey(sent))) return sent
  return isOtherAlbum || rule.isOfArtist ? rule.to : sent
}

function withoutAlbum(links: ListenDetails['links']): ListenDetails['links'] {
  if (links?.spotify_album_id === undefined) return links
  const { spotify_album_id: _, ...ofTrack } = links
  return Object.keys(ofTrack).length === 0 ? undefined : ofTrack
}
