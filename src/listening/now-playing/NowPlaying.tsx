import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Playing } from '#contract/listening/now-playing.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { loadingMarker } from '#src/ui/markers.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { LoveButton } from '../loved/LoveButton.tsx'
import { ReactButton } from '../reactions/ReactButton.tsx'
import { toShownPlay } from './overlay.ts'
import * as css from './Playing.css.ts'
import { playingQuery } from './queries.ts'
import { useStillPlaying } from './useStillPlaying.ts'

const EVERY_MS = 60_000

interface NowPlayingProps {
  user: string
  /** Polls a member that may not be followed: the status reports changes of followed ones only. */
  isPolled?: boolean
  hasHeart?: boolean
  children?: false | ((playing: Playing) => ReactNode)
}

/** The track that a member plays now; renders nothing without one, but waits for the response. */
export function NowPlaying({ user, isPolled = false, hasHeart = false, children = false }: NowPlayingProps) {
  const { value, error } = useLive(playingQuery(user), isPolled ? { everyMs: EVERY_MS } : {})
  const [playing] = useStillPlaying(value?.now_playing ? [value.now_playing] : [])
  if (value === undefined && error === null) return <div {...loadingMarker} />
  if (playing === undefined) return null
  const { track_id: id, track, artist } = playing
  return (
    <section aria-label="Playing now">
      <Card>
        <Stack gap="m">
          <Row gap="m" wrap>
            <PlayingTrack playing={playing} />
            <ReactButton play={toShownPlay(playing)} isReacted={playing.is_reacted} />
            {hasHeart && id !== null && <LoveButton track={{ id, track, artist }} />}
          </Row>
          {children && children(playing)}
        </Stack>
      </Card>
    </section>
  )
}

function PlayingTrack({ playing: { track, artist, artist_id: id } }: { playing: Playing }) {
  return (
    <>
      <Sleeve artist={artist} title={track} size="s" />
      <div className={css.words}>
        <Note oneLine>Playing now</Note>
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
