import { PlaylistButton } from '#src/listening/playlist/PlaylistButton.tsx'
import { readReceivedTracks } from './queries.ts'

/** Takes the tracks along that others sent in swaps, the newest first. */
export const ReceivedPlaylist = ({ member }: { member: string }) => (
  <PlaylistButton title="Tracks received in swaps" read={() => readReceivedTracks(member)} />
)
