import { Link } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { closeIcon, nextIcon, pauseIcon, previousIcon } from '#src/ui/later-icons.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { playerHeight } from '#src/ui/visible-height.ts'
import type { Player } from './create-player.ts'
import { formatPosition } from './format-position.ts'
import * as css from './PlayerBar.css.ts'
import { requestPlay } from './play-request.ts'
import type { PlayerState } from './player-state.ts'
import { type LibrarySong, moveBy, type PlayQueue } from './queue.ts'
import { usePlayer } from './usePlayer.ts'

interface PlayerBarProps {
  queue: PlayQueue
  /** Whether the screen has the tab bar. */
  hasTabs: boolean
}

/** Plays songs from the member's own library, on every screen. */
export function PlayerBar({ queue, hasTabs }: PlayerBarProps) {
  const { player, state } = usePlayer(queue)
  const bar = useRef<HTMLElement>(null)
  useReservedHeight(bar)
  const song = state.queue.songs[state.queue.at] ?? queue.songs[queue.at]
  if (song === undefined) return null
  return (
    <section
      ref={bar}
      aria-label="Player"
      className={classNames(hasTabs ? css.bar.above : css.bar.alone, tintClass(song.artist, song.name))}
    >
      <div className={css.inside}>
        <SongLink song={song} isLoading={isLoading(state)} />
        <Buttons player={player} state={state} />
        {state.failure === undefined ? (
          <Seek player={player} state={state} song={song} />
        ) : (
          <div role="alert" className={css.failure}>
            <Text size="s">{state.failure}</Text>
            <Button variant="text" size="s" onClick={player.toggle}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

/** The song, and what is happening to it meanwhile. */
const SongLink = ({ song: { id, name, artist }, isLoading }: { song: LibrarySong; isLoading: boolean }) => (
  <Link to="/track/$id" params={{ id: String(id) }} className={css.song}>
    <span className={css.sleeve}>
      <Sleeve artist={artist} title={name} size="fill" />
    </span>
    <span className={css.names} dir="auto">
      <Text as="span" strong size="s" oneLine>
        {name}
      </Text>
      <Note as="span" oneLine>
        {isLoading ? 'Loading...' : artist}
      </Note>
    </span>
  </Link>
)

/** Returns whether a song is loaded, or the reason for a failure. */
const isLoading = ({ phase, failure }: PlayerState) =>
  phase === 'loading' || (phase === 'failed' && failure === undefined)

function Buttons({ player, state }: { player: Player; state: PlayerState }) {
  const { queue, phase } = state
  const isOn = phase === 'playing' || phase === 'loading'
  return (
    <div className={css.buttons}>
      <IconButton variant="bare" icon={previousIcon} label="Previous" onClick={player.previous} />
      <IconButton
        variant="bare"
        icon={isOn ? pauseIcon : 'play'}
        label={isOn ? 'Pause' : 'Play'}
        aria-busy={isLoading(state)}
        onClick={player.toggle}
      />
      <IconButton
        variant="bare"
        icon={nextIcon}
        label="Next"
        disabled={moveBy(queue, 1) === undefined}
        onClick={player.next}
      />
      <IconButton variant="bare" icon={closeIcon} label="Close the player" onClick={() => requestPlay(null)} />
    </div>
  )
}

function Seek({ player, state, song }: { player: Player; state: PlayerState; song: LibrarySong }) {
  const { position, duration } = state
  const at = formatPosition(position)
  const end = duration > 0 ? formatPosition(duration) : '-:--'
  return (
    <div className={css.seek}>
      <Note as="span">{at}</Note>
      <input
        type="range"
        className={css.slider}
        aria-label={`Position in ${song.name}`}
        aria-valuetext={`${at} of ${end}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.floor(position)}
        disabled={duration === 0}
        onChange={({ target }) => player.seek(target.valueAsNumber)}
      />
      <Note as="span">{end}</Note>
    </div>
  )
}

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
