import type { ReactNode } from 'react'
import type { Playing } from '#contract/listening/now-playing.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { PlayingTrack } from './PlayingTrack.tsx'
import { playingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

const EVERY_MS = 30_000

interface NowPlayingProps {
  user: string
  /** The actions of the track. */
  children?: false | ((playing: Playing) => ReactNode)
}

/** The track that a member plays now; renders nothing without one. */
export function NowPlaying({ user, children = false }: NowPlayingProps) {
  const { value } = useLive(playingQuery(user), { everyMs: EVERY_MS })
  const [playing] = useStillPlaying(value?.now_playing ? [value.now_playing] : [])
  if (playing === undefined) return null
  return (
    <section aria-label="Playing now">
      <Card>
        <Stack gap="m">
          <PlayingTrack playing={playing}>Playing now</PlayingTrack>
          {children && children(playing)}
        </Stack>
      </Card>
    </section>
  )
}
