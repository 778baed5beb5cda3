import { TrackAnchor } from '#src/listening/listen-links/TrackAnchor.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './TrackLine.css.ts'

interface TrackLineProps {
  name: string
  artist: string
  /** The track's page; empty if the host has none. */
  url: string
  isWaiting?: boolean
}

/** A track with its sleeve: a link that opens it in the chosen music service. */
export function TrackLine({ name, artist, url, isWaiting = false }: TrackLineProps) {
  return (
    <TrackAnchor track={{ name, artist, url }} className={isWaiting ? css.waiting : css.line}>
      <Sleeve artist={artist} title={name} size="s" />
      <span className={css.names}>
        <Text as="span" strong oneLine>
          {name}
        </Text>
        <Text as="span" tone="quiet" size="s" oneLine>
          {artist}
        </Text>
      </span>
      <span className={css.out}>
        <Icon name="external" size="s" />
      </span>
    </TrackAnchor>
  )
}
