import { Link } from '@tanstack/react-router'
import { TrackAnchor } from '#src/listening/listen-links/TrackAnchor.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './TrackLine.css.ts'

interface TrackLineProps {
  name: string
  artist: string
  /** The track's page at a music service; empty if the host has none. */
  url: string
  /** The id of the track's page in the app; undefined if the host has no such pages. */
  id: number | undefined
  isWaiting?: boolean
}

/**
 * A track with its sleeve: links to its page, and to the chosen music service. Without a page, one
 * link to the service.
 */
export function TrackLine({ name, artist, url, id, isWaiting = false }: TrackLineProps) {
  const line = isWaiting ? css.waiting : css.line
  const track = { name, artist, url }
  const content = (
    <>
      <Sleeve artist={artist} title={name} size="s" />
      <span className={css.names}>
        <Text as="span" strong oneLine>
          {name}
        </Text>
        <Text as="span" tone="quiet" size="s" oneLine>
          {artist}
        </Text>
      </span>
    </>
  )
  const icon = <Icon name="external" size="s" />
  if (id === undefined)
    return (
      <TrackAnchor track={track} className={line}>
        {content}
        <span className={css.out}>{icon}</span>
      </TrackAnchor>
    )
  return (
    <div className={line}>
      <Link to="/track/$id" params={{ id: String(id) }} className={css.page}>
        {content}
      </Link>
      <TrackAnchor track={track} className={css.service}>
        <VisuallyHidden>{name}</VisuallyHidden>
        {icon}
      </TrackAnchor>
    </div>
  )
}
