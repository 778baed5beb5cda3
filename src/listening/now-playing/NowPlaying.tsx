import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { PlayingTrack } from './PlayingTrack.tsx'
import { playingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

const EVERY_MS = 30_000

/** The track that a member plays now, on the profile; renders nothing without one. */
export function NowPlaying({ user }: { user: string }) {
  const { value } = useLive(playingQuery(user), { everyMs: EVERY_MS })
  const [playing] = useStillPlaying(value?.now_playing ? [value.now_playing] : [])
  if (playing === undefined) return null
  return (
    <section aria-label="Playing now">
      <Card>
        <PlayingTrack playing={playing}>Playing now</PlayingTrack>
      </Card>
    </section>
  )
}
