import type { ReactNode } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
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
    <Stack as="section" gap="m">
      <Heading level={2}>Playing now</Heading>
      {playing.length > 0 ? <PlayingTiles playing={playing.slice(0, TILES)} /> : empty}
    </Stack>
  )
}
