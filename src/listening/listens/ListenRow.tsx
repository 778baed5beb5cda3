import { Link } from '@tanstack/react-router'
import { formatClock, timeInFull } from '#src/ui/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { moreIcon } from '#src/ui/later-icons.ts'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { Cover } from '../covers/Cover.tsx'
import { ListenIcon } from '../listen-links/Listen.tsx'
import { LovedMark } from '../loved/LoveButton.tsx'
import { ArtistLinks } from '../music/ArtistLinks.tsx'
import * as css from './Listens.css.ts'
import type { ListenItem } from './overlay.ts'

interface ListenRowProps {
  listen: ListenItem
  /** Opens the actions of the listen; undefined without any. */
  onMore: ((listen: ListenItem) => void) | undefined
}

/** Returns the track of a listen, to be heard. */
export const toListenedTrack = ({ track, track_id, artist, links }: ListenItem) => ({
  id: track_id || undefined,
  name: track,
  artist,
  url: '',
  links,
})

/** A listen: the track, its time, and a button for its actions. */
export function ListenRow({ listen, onMore }: ListenRowProps) {
  const {
    track,
    track_id: trackId,
    artist,
    artist_id: id,
    artists,
    album,
    album_id: albumId,
    cover,
    listened_at,
    waiting,
  } = listen
  const at = new Date(listened_at)
  return (
    <div className={css.row}>
      <Cover artist={artist} title={album || track} size="s" cover={cover} />
      <div className={css.words}>
        <Text strong oneLine>
          {trackId === 0 ? (
            track
          ) : (
            <Link className={css.title} to="/track/$id" params={{ id: String(trackId) }}>
              {track}
            </Link>
          )}
        </Text>
        <Text tone="quiet" size="s" oneLine>
          {id === 0 ? artist : <ArtistLinks artist={artist} artist_id={id} artists={artists} className="" />}
          {album && ' · '}
          {albumId === null ? (
            album
          ) : (
            <Link to="/album/$id" params={{ id: String(albumId) }}>
              {album}
            </Link>
          )}
        </Text>
      </div>
      <LovedMark track={{ id: trackId === 0 ? null : trackId, track, artist }} />
      <time className={css.time} dateTime={listened_at} title={timeInFull(at)}>
        {waiting && (
          <>
            <Icon name="clock" size="s" />
            <VisuallyHidden>Waiting to send, </VisuallyHidden>
          </>
        )}
        {formatClock(at)}
      </time>
      <ListenIcon track={toListenedTrack(listen)} />
      {onMore && (
        <IconButton
          icon={moreIcon}
          variant="bare"
          label={`More about ${track}`}
          aria-haspopup="dialog"
          onClick={() => onMore(listen)}
        />
      )}
    </div>
  )
}
