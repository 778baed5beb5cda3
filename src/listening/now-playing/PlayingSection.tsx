import type { ReactNode } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { Section } from '#src/ui/Section.tsx'
import { PlayingTiles } from './PlayingTiles.tsx'
import { followedPlayingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

/** As many tiles as leave room for what is below them. */
const TILES = 9

/** What followed members play now, below a heading; without any, `empty` or nothing. */
export function PlayingSection({ member, empty }: { member: string; empty?: ReactNode }) {
  const { value } = useLive(followedPlayingQuery(member))
  const playing = useStillPlaying(value?.playing ?? [])
  if (value == null || (playing.length === 0 && empty === undefined)) return null
  return (
    <Section title="Playing now">
      {playing.length > 0 ? <PlayingTiles playing={playing.slice(0, TILES)} /> : empty}
    </Section>
  )
}
