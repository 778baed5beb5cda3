import { Link } from '@tanstack/react-router'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { transientMarker } from '#src/ui/transient-marker.ts'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import * as css from './Playing.css.ts'
import { PlayingTrack } from './PlayingTrack.tsx'
import { followedPlayingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

const shown = { before: false }

/**
 * Tracks that followed members play now, at the top of the feed. Refetched when the status reports
 * a change.
 */
export function FollowedPlaying({ member }: { member: string }) {
  const { value } = useLive(followedPlayingQuery(member))
  const all = useStillPlaying(value?.playing ?? [])
  const isTime = useShowWhenIdle(all.length > 0, shown)
  if (all.length === 0 || !isTime) return null
  return (
    <section aria-label="Playing now" {...transientMarker}>
      <ul {...listRole} className={css.strip}>
        {all.map((playing) => (
          <li key={playing.username} className={css.item}>
            <Card pad="s">
              <PlayingTrack playing={playing}>
                <Link to="/profile/$username" params={{ username: playing.username }}>
                  {playing.username}
                </Link>{' '}
                plays now
              </PlayingTrack>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
