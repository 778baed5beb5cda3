import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import type { ListenableTrack } from '../listen-links/services.ts'
import { findPlayable, usePlayerChoice } from './choices.ts'

/** Never on a rating card: terms of services exclude games. */
export function ServicePlayerSlot({ track }: { track: ListenableTrack }) {
  const choice = usePlayerChoice()
  const playable = findPlayable(track.links, (service) => choice(service) !== 'off')
  if (playable === undefined) return null
  return (
    <LazyComponent
      key={`${playable.service}:${playable.id}`}
      load={loadPlayer}
      props={{ track, playable, asksFirst: choice(playable.service) === 'ask' }}
    />
  )
}

const loadPlayer = async () => (await import('./ServicePlayer.tsx')).ServicePlayer
