import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { closeIcon } from '#src/ui/later-icons.ts'
import { Note, Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { playerHeight } from '#src/ui/visible-height.ts'
import { Cover } from '../covers/Cover.tsx'
import { LargePlayer } from './LargePlayer.tsx'
import * as css from './PlayerBar.css.ts'
import { Buttons, isLoading, Progress } from './PlayerControls.tsx'
import { type PlayRequest, requestPlay } from './play-request.ts'
import type { LibrarySong } from './queue.ts'
import { usePlayer } from './usePlayer.ts'

/** Plays songs from the member's own library, on every screen. */
export function PlayerBar({ request, hasTabs }: { request: PlayRequest; hasTabs: boolean }) {
  const { player, state } = usePlayer(request)
  const bar = useRef<HTMLElement>(null)
  const [isLarge, setIsLarge] = useState(false)
  useReservedHeight(bar)
  const song = state.queue.songs[state.queue.at]
  if (song === undefined) return null
  return (
    <section
      ref={bar}
      aria-label="Player"
      className={classNames(hasTabs ? css.bar.above : css.bar.alone, tintClass(song.artist, song.name))}
    >
      <div className={css.inside}>
        <SongButton song={song} isLoading={isLoading(state)} onClick={() => setIsLarge(true)} />
        <div className={css.buttons}>
          <Buttons player={player} state={state} />
          <IconButton variant="bare" icon={closeIcon} label="Close the player" onClick={() => requestPlay(null)} />
        </div>
        <Progress player={player} state={state} song={song} />
      </div>
      {isLarge && <LargePlayer player={player} state={state} song={song} onClose={() => setIsLarge(false)} />}
    </section>
  )
}

interface SongButtonProps {
  song: LibrarySong
  isLoading: boolean
  onClick: () => void
}

/** The song, and what is happening to it meanwhile. Opens the large view. */
const SongButton = ({ song: { id, name, artist }, isLoading, onClick }: SongButtonProps) => (
  <button type="button" aria-haspopup="dialog" className={css.song} onClick={onClick}>
    <span className={css.sleeve}>
      <Cover key={id} cover={toLibraryCoverPath(id)} artist={artist} title={name} size="fill" />
    </span>
    <span className={css.names} dir="auto">
      <Text as="span" strong size="s" oneLine>
        {name}
      </Text>
      <Note as="span" oneLine>
        {isLoading ? 'Loading...' : artist}
      </Note>
    </span>
  </button>
)

/** Sets the bar height for the layout, so that it covers no content. */
function useReservedHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(playerHeight, `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current !== null) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty(playerHeight)
    }
  }, [bar])
}
