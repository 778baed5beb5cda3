import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PlayableTrack, toPlayerAddress } from '#contract/listening/service-players.ts'
import { toTrackAddress, trackServiceForms } from '#contract/listening/track-services.ts'
import { PLAYER_CHANNEL } from '#contract/storage-names.ts'
import { useConnection } from '#src/cache/connection.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Names } from '#src/ui/Names.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { markAsHeard } from '../listen-links/heard-tracks.ts'
import type { ListenableTrack } from '../listen-links/services.ts'
import { setPlayerChoice } from './choices.ts'
import { framedServicesQuery } from './framed-services.ts'
import * as css from './ServicePlayer.css.ts'

/** Each state replaces the control that was pressed: the focus goes to the next one. */
const focus = (element: HTMLElement | null) => element?.focus()

interface ServicePlayerProps {
  track: ListenableTrack
  playable: PlayableTrack
  /** Whether a press asks before the service is requested. */
  asksFirst: boolean
}

/** Before a press nothing is requested from the service. */
export function ServicePlayer({ track, playable, asksFirst }: ServicePlayerProps) {
  const { service } = playable
  const [state, setState] = useState<'unopened' | 'asking' | 'playing' | 'closed'>('unopened')
  const { isReachable } = useConnection()
  const isFramed = useQuery(framedServicesQuery).data?.includes(service) === true
  if (!isFramed) return null
  const { title } = trackServiceForms[service]
  const play = () => {
    markAsHeard(track)
    setState('playing')
  }
  if (state === 'playing') return <Frame track={track} playable={playable} onClose={() => setState('closed')} />
  if (state === 'asking')
    return (
      <div className={css.question}>
        <Stack gap="s">
          <Text>{title} learns your address and what you play here, and may set cookies.</Text>
          <Row gap="s" wrap>
            <Button size="s" ref={focus} onClick={play}>
              Play once
            </Button>
            <RowButton
              onClick={() => {
                setPlayerChoice(service, 'on')
                play()
              }}
            >
              Always play
            </RowButton>
            <Button size="s" variant="text" onClick={() => setState('closed')}>
              Cancel
            </Button>
          </Row>
        </Stack>
      </div>
    )
  return (
    <button
      type="button"
      ref={state === 'closed' ? focus : undefined}
      className={css.facade}
      disabled={!isReachable}
      onClick={asksFirst ? () => setState('asking') : play}
    >
      <Sleeve artist={track.artist} title={track.name} />
      <Names
        name={<bdi>{track.name}</bdi>}
        note={isReachable ? `Play here with ${title}` : `${title} plays with a connection only`}
      />
      <Icon name="play" />
    </button>
  )
}

interface FrameProps {
  track: ListenableTrack
  playable: PlayableTrack
  onClose: () => void
}

/** The player itself. A page cannot detect that a frame has failed: the ways out are always there. */
function Frame({ track, playable, onClose }: FrameProps) {
  const [hasLoaded, setLoaded] = useState(false)
  const { title } = trackServiceForms[playable.service]
  useEffect(pauseOwnPlayers, [])
  return (
    <Stack gap="xs">
      <iframe
        ref={focus}
        className={css.player[playable.service]}
        src={toPlayerAddress(playable)}
        title={`${track.name} by ${track.artist} on ${title}`}
        onLoad={() => setLoaded(true)}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a frame of another origin cannot remove it
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        referrerPolicy="strict-origin-when-cross-origin"
        allow="encrypted-media; picture-in-picture"
      />
      <Note>{hasLoaded ? 'Nothing plays?' : `Waiting for ${title}...`}</Note>
      <Row gap="s" wrap>
        <a
          href={toTrackAddress(playable)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ size: 's', variant: 'quiet' })}
        >
          Open on {title}
          <span aria-hidden="true">&nbsp;↗</span>
          <VisuallyHidden>, opens outside</VisuallyHidden>
        </a>
        <RowButton onClick={onClose}>Close</RowButton>
      </Row>
    </Stack>
  )
}

/** Pauses the players of the own library in all tabs: the service's player may sound from now on. */
function pauseOwnPlayers() {
  const channel = new BroadcastChannel(PLAYER_CHANNEL)
  channel.postMessage('playing')
  channel.close()
}
