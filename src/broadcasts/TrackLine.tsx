import { Link } from '@tanstack/react-router'
import { TrackAnchor } from '#src/listening/listen-links/TrackAnchor.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './TrackLine.css.ts'

interface TrackLineProps {
  name: string
  artist: string
  /** The track's page at a music service; empty if the host has none. */
  url: string
  /** The id of the track's page in the app; undefined if the host has no such pages. */
  id: number | undefined
}

/** A track with its sleeve: links to its page, and to the chosen music service. */
export function TrackLine({ name, artist, url, id }: TrackLineProps) {
  const names = (
    <>
      <span className={css.title} dir="auto">
        {name}
      </span>
      <span className={css.artist} dir="auto">
        {artist}
      </span>
    </>
  )
  return (
    <div className={css.line}>
      <Sleeve artist={artist} title={name} size="fill" />
      <div className={css.names}>
        {id === undefined ? (
          <div className={css.page}>{names}</div>
        ) : (
          <Link to="/track/$id" params={{ id: String(id) }} className={css.page}>
            {names}
          </Link>
        )}
        <TrackAnchor track={{ name, artist, url }} className={css.listen}>
          <Icon name="play" size="s" />
          Listen
          <VisuallyHidden> to {name}</VisuallyHidden>
        </TrackAnchor>
      </div>
    </div>
  )
}
