import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NoTracksYet } from '#src/listening/charts/NoTracksYet.tsx'
import { TrackPicker } from '#src/listening/charts/TrackPicker.tsx'
import type { Song } from '#src/listening/queries.ts'
import type { SharedNames } from '#src/listening/shared-links/SharedTrackForm.tsx'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { findSwappableSong } from './swappable/find-swappable-song.ts'

interface SwapTrackPickerProps {
  member: string
  label: string
  chosen: Song | undefined
  extra?: Song | undefined
  onChoose: (song: Song) => void
}

/** Our server refuses tracks not played in the last 12 months; other hosts have no such rule. */
export function SwapTrackPicker(props: SwapTrackPickerProps) {
  const hasRule = useHostAdds()
  const client = useQueryClient()
  const [pasted, setPasted] = useState<Song>()
  const paste = async (names: SharedNames) => {
    const song = await findSwappableSong(client, props.member, names)
    if (typeof song === 'string') return song
    setPasted(song)
    props.onChoose(song)
    return undefined
  }
  return (
    <TrackPicker
      {...props}
      extra={pasted ?? props.extra}
      onPaste={hasRule ? paste : undefined}
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
