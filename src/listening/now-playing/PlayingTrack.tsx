import { Link } from '@tanstack/react-router'
import type { Playing } from '#contract/listening/now-playing.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import * as css from './Playing.css.ts'

export function PlayingTrack({ playing, children }: { playing: Playing; children: React.ReactNode }) {
  const { track, artist, artist_id: id } = playing
  return (
    <>
      <Sleeve artist={artist} title={track} size="s" />
      <div className={css.words}>
        <Note oneLine>{children}</Note>
        <Text strong oneLine>
          {track}
        </Text>
        <Note oneLine>
          {id === null ? (
            artist
          ) : (
            <Link to="/artist/$id" params={{ id: String(id) }}>
              {artist}
            </Link>
          )}
        </Note>
      </div>
    </>
  )
}
