import { PLAYLIST_PART_MAX, sendPlaylist } from '#contract/listening/playlists.ts'
import { call } from '#src/api/call.ts'
import { failureText } from '#src/api/failure-text.ts'
import type { Playlist } from './playlist.ts'

const TITLE_MAX = 200

/** Resolves to a sentence about what was added, also after a failure, and to the playlist's page. */
export async function sendToListenbrainz(user: string, list: Playlist): Promise<{ text: string; url?: string }> {
  const ids = list.tracks.flatMap(({ id }) => (id === undefined || id <= 0 ? [] : [id]))
  const title = Array.from(list.title).slice(0, TITLE_MAX).join('')
  let sent: { playlist: string; url: string } | undefined
  let added = 0
  try {
    for (let at = 0; at < ids.length; at += PLAYLIST_PART_MAX) {
      const track_ids = ids.slice(at, at + PLAYLIST_PART_MAX).join(',')
      const playlist = sent === undefined || sent.playlist === '' ? {} : { playlist: sent.playlist }
      const part = await call(sendPlaylist, { user, title, track_ids, ...playlist })
      sent = part
      added += part.added
    }
  } catch (error) {
    const failure = failureText(error, sendPlaylist.failure)
    return { text: added === 0 ? failure : `${describe(added, list)} ${failure}`, ...toLink(sent) }
  }
  return { text: describe(added, list), ...toLink(sent) }
}

const toLink = (sent: { url: string } | undefined) => (sent && sent.url !== '' ? { url: sent.url } : {})

const describe = (added: number, { tracks }: Playlist) =>
  added === 0
    ? 'MusicBrainz IDs of these tracks are not known here.'
    : added === tracks.length
      ? 'Saved at ListenBrainz, visible to you only.'
      : `${added} of ${tracks.length} tracks saved at ListenBrainz, visible to you only.`
