import { Link } from '@tanstack/react-router'
import { toLibraryCoverPath } from '#contract/listening/music-library.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Heading, Text } from '#src/ui/Text.tsx'
import { Cover } from '../covers/Cover.tsx'
import type { Player } from './create-player.ts'
import * as css from './PlayerBar.css.ts'
import { Buttons, isLoading, Progress } from './PlayerControls.tsx'
import type { PlayerState } from './player-state.ts'
import type { LibrarySong } from './queue.ts'

const LISTED_MAX = 50

interface LargePlayerProps {
  player: Player
  state: PlayerState
  song: LibrarySong
  onClose: () => void
}

export const LargePlayer = ({ player, state, song, onClose }: LargePlayerProps) => (
  <Dialog onClose={onClose} title="Now playing" variant="panel">
    <div className={css.cover}>
      <Cover key={song.id} cover={toLibraryCoverPath(song.id)} artist={song.artist} title={song.name} size="fill" />
    </div>
    <div dir="auto">
      <Heading level={3} look="title">
        <Link to="/track/$id" params={{ id: String(song.id) }} className={css.page} onClick={onClose}>
          {song.name}
        </Link>
      </Heading>
      <Text tone="quiet">{isLoading(state) ? 'Loading...' : song.artist}</Text>
    </div>
    <Progress player={player} state={state} song={song} />
    <div className={css.large}>
      <Buttons player={player} state={state} isLarge />
    </div>
    <NextSongs player={player} state={state} />
  </Dialog>
)

function NextSongs({ player, state: { queue } }: Pick<LargePlayerProps, 'player' | 'state'>) {
  const first = queue.at + 1
  const next = queue.songs.slice(first, first + LISTED_MAX)
  if (next.length === 0) return null
  return (
    <section>
      <Heading level={3} look="section">
        Next
      </Heading>
      <ul {...listRole}>
        {next.map(({ id, name, artist }, place) => (
          <li key={id}>
            <button
              type="button"
              className={css.next}
              aria-label={`Play ${name} by ${artist}`}
              onClick={() => player.start({ songs: queue.songs, at: first + place })}
            >
              <span className={css.names} dir="auto">
                <Text as="span" oneLine>
                  {name}
                </Text>
                <Text as="span" tone="quiet" size="s" oneLine>
                  {artist}
                </Text>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
