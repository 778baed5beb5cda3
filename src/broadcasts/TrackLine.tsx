import { Icon } from '#src/ui/Icon.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Text } from '#src/ui/Text.tsx'
import * as css from './TrackLine.css.ts'

interface TrackLineProps {
  name: string
  artist: string
  /** The track's page; only http and https are followed. */
  url: string
  isWaiting?: boolean
}

/** A track with its sleeve, a link to its page where there is one. */
export function TrackLine({ name, artist, url, isWaiting = false }: TrackLineProps) {
  const inside = (
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
  const look = isWaiting ? css.waiting : css.line
  if (!/^https?:\/\//i.test(url)) return <div className={look}>{inside}</div>
  return (
    <a className={look} href={url} target="_blank" rel="noopener noreferrer">
      {inside}
      <span className={css.out}>
        <Icon name="external" size="s" />
      </span>
    </a>
  )
}
