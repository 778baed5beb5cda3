import { Link } from '@tanstack/react-router'
import type { Playing } from '#contract/listening/now-playing.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './Playing.css.ts'

/** A track that is playing now, for a row. `children` name the listener. */
export function PlayingTrack({ playing, children }: { playing: Playing; children: React.ReactNode }) {
  const { track, artist, artist_id: id } = playing
  return (
    <>
      <Sleeve artist={artist} title={track} size="s" />
      <div className={css.words}>
        <Text tone="quiet" size="s" oneLine>
          {children}
        </Text>
        <Text strong oneLine>
          {track}
        </Text>
        <Text tone="quiet" size="s" oneLine>
          {id === null ? (
            artist
          ) : (
            <Link to="/artist/$id" params={{ id: String(id) }}>
              {artist}
            </Link>
          )}
        </Text>
      </div>
    </>
  )
}
