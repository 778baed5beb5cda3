import { useEffect } from 'react'
import { useConnection } from '#src/cache/connection.ts'
import { useLive } from '#src/cache/useLive.ts'
import { transientMarker } from '#src/ui/markers.ts'
import { Note } from '#src/ui/Text.tsx'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import * as css from './Playing.css.ts'
import { PlayingTiles } from './PlayingTiles.tsx'
import { playingRow } from './playing-row.ts'
import { followedPlayingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

const shown = { before: false }

interface FollowedPlayingProps {
  member: string
  /** The feed has its row from the start: its content changes, its height does not. */
  isReserved: boolean
}

/** The next start reserves the row if it has tracks. */
export function FollowedPlaying({ member, isReserved }: FollowedPlayingProps) {
  const { value } = useLive(followedPlayingQuery(member))
  const all = useStillPlaying(value?.playing ?? [])
  const isPlaying = all.length > 0
  useEffect(() => {
    if (value !== undefined) playingRow.set(isPlaying ? 'yes' : null)
  }, [value, isPlaying])
  const isTime = useShowWhenIdle(isPlaying, shown)
  const { isReachable } = useConnection()
  if (isReserved && !isPlaying) {
    return (
      <div className={css.row} {...(value !== undefined && transientMarker)}>
        {value !== undefined && <Note>No one you follow plays a track now.</Note>}
        {value === undefined && !isReachable && <Note>What people play shows once you are online.</Note>}
      </div>
    )
  }
  if (!isPlaying || !(isTime || isReserved)) return null
  return (
    <div className={css.row}>
      <section aria-label="Playing now" {...transientMarker}>
        <PlayingTiles playing={all} />
      </section>
    </div>
  )
}
