import { getSongSwaps } from '#contract/swaps/swaps.ts'
import { call } from '#src/api/call.ts'
import { PlaylistButton } from '#src/listening/playlist/PlaylistButton.tsx'
import { toSwapView } from './status.ts'

/** Takes the tracks along that others sent in swaps, the newest first. */
export const ReceivedPlaylist = ({ member }: { member: string }) => (
  <PlaylistButton title="Tracks received in swaps" read={() => readReceived(member)} />
)

async function readReceived(user: string) {
  const { songSwaps } = await call(getSongSwaps, { user })
  return songSwaps.flatMap((swap) => toSwapView(swap, user).other.track ?? [])
}
