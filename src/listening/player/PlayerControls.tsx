import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { nextIcon, pauseIcon, previousIcon } from '#src/ui/later-icons.ts'
import { Text } from '#src/ui/Text.tsx'
import type { Player } from './create-player.ts'
import { formatPosition } from './format-position.ts'
import * as css from './PlayerBar.css.ts'
import type { PlayerState } from './player-state.ts'
import { type LibrarySong, moveBy } from './queue.ts'

interface ControlsProps {
  player: Player
  state: PlayerState
}

/** Returns whether a song is loaded, or the reason for a failure. */
export const isLoading = ({ phase, failure }: PlayerState) =>
  phase === 'loading' || (phase === 'failed' && failure === undefined)

export function Buttons({ player, state, isLarge = false }: ControlsProps & { isLarge?: boolean }) {
  const { queue, phase } = state
  const isOn = phase === 'playing' || phase === 'loading'
  return (
    <>
      <IconButton variant="bare" icon={previousIcon} label="Previous" onClick={player.previous} />
      <IconButton
        variant={isLarge ? 'primary' : 'bare'}
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
    </>
  )
}

export function Progress({ player, state, song }: ControlsProps & { song: LibrarySong }) {
  if (state.failure === undefined) return <Seek player={player} state={state} song={song} />
  return (
    <div role="alert" className={css.failure}>
      <p className={css.reason}>{state.failure}</p>
      <Button variant="text" size="s" onClick={player.toggle}>
        Try Again
      </Button>
      {state.needsSettings === true && (
        <ButtonLink variant="text" size="s" to="/settings/music-library">
          Open Settings
        </ButtonLink>
      )}
    </div>
  )
}

function Seek({ player, state, song }: ControlsProps & { song: LibrarySong }) {
  const { position, duration } = state
  const at = formatPosition(position)
  const end = duration > 0 ? formatPosition(duration) : '-:--'
  return (
    <div className={css.seek}>
      <Text as="span" size="s" tone="quiet">
        {at}
      </Text>
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
      <Text as="span" size="s" tone="quiet">
        {end}
      </Text>
    </div>
  )
}
