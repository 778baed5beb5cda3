import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import type { PlayerState } from './player-state.ts'
import type { LibrarySong } from './queue.ts'

interface Commands {
  readonly toggle: () => void
  readonly pause: () => void
  readonly next: () => void
  readonly previous: () => void
  readonly seek: (position: number) => void
}

const toMetadata = ({ id, name, artist }: LibrarySong) =>
  new MediaMetadata({
    title: name,
    artist,
    artwork: [{ src: toLibraryCoverPath(id), sizes: '500x500', type: 'image/webp' }],
  })

export function connectMediaKeys({ toggle, pause, next, previous, seek }: Commands) {
  const session = navigator.mediaSession as MediaSession | undefined // not in every browser
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    // A headset that is unplugged sends `pause` also when nothing plays.
    play: () => {
      if (session?.playbackState !== 'playing') toggle()
    },
    pause,
    nexttrack: next,
    previoustrack: previous,
    seekto: ({ seekTime }) => seek(seekTime ?? 0),
  }
  const setHandlers = (isActive: boolean) => {
    for (const [action, handler] of Object.entries(handlers))
      session?.setActionHandler(action as MediaSessionAction, isActive ? handler : null) // the keys above
  }
  setHandlers(true)
  let shownId: number | undefined
  return {
    show: ({ queue, phase, position, duration }: PlayerState) => {
      const song = queue.songs[queue.at]
      if (session === undefined || song === undefined) return
      if (song.id !== shownId) session.metadata = toMetadata(song)
      shownId = song.id
      session.playbackState = phase === 'playing' || phase === 'loading' ? 'playing' : 'paused'
      if (duration > 0) session.setPositionState?.({ duration, position: Math.min(position, duration) })
    },
    end: () => {
      if (session === undefined) return
      setHandlers(false)
      session.metadata = null
      session.playbackState = 'none'
    },
  }
}
