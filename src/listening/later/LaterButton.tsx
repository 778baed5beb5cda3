import { useSession } from '#src/accounts/session/session.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { isSameTrack } from './overlay.ts'
import { laterQuery } from './queries.ts'
import { type SavableTrack, useSaveLater } from './useSaveLater.ts'

/** Saves a track to listen later, or removes it. Renders nothing where there is no such list. */
export function LaterButton({ track, onDone }: { track: SavableTrack; onDone?: () => void }) {
  const { member } = useSession()
  const list = useLive(laterQuery(member ?? ''), { enabled: member !== null }).value
  const later = useSaveLater(track)
  if (later === undefined || list === null) return null
  const names = { track: track.name, artist: track.artist }
  const isSaved = shownRows(list?.tracks ?? []).some((row) => isSameTrack(row, names))
  return (
    <Button
      variant="quiet"
      onClick={() => {
        void (isSaved ? later.remove() : later.save())
        onDone?.()
      }}
    >
      {isSaved ? 'Remove from Listen later' : 'Listen later'}
    </Button>
  )
}
