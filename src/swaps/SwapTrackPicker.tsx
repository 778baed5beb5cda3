import { NoTracksYet } from '#src/listening/charts/NoTracksYet.tsx'
import { TrackPicker } from '#src/listening/charts/TrackPicker.tsx'
import type { Song } from '#src/listening/queries.ts'
import { useHostAdds } from './useHostAdds.ts'

interface SwapTrackPickerProps {
  member: string
  label: string
  hideLabel?: boolean
  chosen: Song | undefined
  /** A track that was chosen elsewhere. */
  given?: Song | undefined
  onChoose: (song: Song) => void
}

/**
 * Chooses a track for a swap. Our server refuses tracks not played in the last 12 months; a host
 * without our additions has no such rule.
 */
export function SwapTrackPicker(props: SwapTrackPickerProps) {
  const hasRule = useHostAdds()
  return (
    <TrackPicker
      {...props}
      fallback={hasRule ? '12month' : 'overall'}
      empty={
        <NoTracksYet
          member={props.member}
          {...(hasRule && { more: 'A Track Swap takes tracks that you played in the last 12 months.' })}
        />
      }
    />
  )
}
