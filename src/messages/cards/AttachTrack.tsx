import { useLive } from '#src/cache/useLive.ts'
import { NoTracksYet } from '#src/listening/charts/NoTracksYet.tsx'
import { TrackPicker } from '#src/listening/charts/TrackPicker.tsx'
import { playingQuery } from '#src/listening/now-playing/queries.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import type { CardTrack } from './card-draft.ts'

interface AttachTrackProps {
  member: string
  onChoose: (track: CardTrack) => void
  onClose: () => void
}

export function AttachTrack({ member, onChoose, onClose }: AttachTrackProps) {
  const playing = useLive(playingQuery(member)).value?.now_playing
  const id = playing?.track_id ?? undefined
  const extra = playing &&
    id !== undefined && { id, name: playing.track, artist: playing.artist, playCount: 0, url: '', track_url: '' }
  return (
    <Dialog onClose={onClose} title="Attach a track" variant="panel">
      <TrackPicker
        member={member}
        label="Choose a track"
        chosen={undefined}
        isSearching
        {...(extra && { extra })}
        onChoose={({ id: trackId, name, artist }) => onChoose({ id: trackId, name, artist })}
        empty={<NoTracksYet member={member} />}
      />
    </Dialog>
  )
}
