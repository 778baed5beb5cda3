import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { loadPlayerBar } from './load-player-bar.ts'
import { usePlayRequest } from './play-request.ts'

/** The player bar, from the first request to play, or a stored place, until it is closed. */
export function PlayerSlot({ hasTabs }: { hasTabs: boolean }) {
  const request = usePlayRequest()
  return request !== null && <LazyComponent load={loadPlayerBar} props={{ request, hasTabs }} />
}
