import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { formatClock, timeInFull } from '#src/ui/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { MenuButton } from '#src/ui/MenuButton.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { Cover } from '../covers/Cover.tsx'
import { ListenIcon } from '../listen-links/Listen.tsx'
import { LovedHeart } from '../loved/LoveButton.tsx'
import { ReactButton } from '../reactions/ReactButton.tsx'
import * as css from './Listens.css.ts'
import type { ListenItem } from './overlay.ts'

interface ListenRowProps {
  user: string
  listen: ListenItem
  isLoved: boolean
  onMore: ((listen: ListenItem) => void) | undefined
}

export const toListenedTrack = ({ track, track_id, artist, links }: ListenItem) => ({
  id: track_id || undefined,
  name: track,
  artist,
  url: '',
  links,
})

/** Renders again only when the listen changes: the list renders while it scrolls. */
export const ListenRow = memo(function ListenRow({ user, listen, isLoved, onMore }: ListenRowProps) {
  const { track, artist, album, cover, listened_at: at } = listen
  return (
    <div className={css.row}>
      <TrackLink id={listen.track_id}>
        <Cover artist={artist} title={album || track} size="s" cover={cover} />
        <span className={css.words}>
          <Text strong>
            <bdi className={css.title}>{track}</bdi>
          </Text>
          <Note>
            <span className={css.title}>
              <bdi>{artist}</bdi>
              {album && ' · '}
              <bdi>{album}</bdi>
            </span>
          </Note>
          <span className={css.time}>
            {isLoved && <LovedHeart />}
            {listen.waiting && (
              <>
                <Icon name="clock" size="s" />
                <VisuallyHidden>Waiting to send, </VisuallyHidden>
              </>
            )}
            <time dateTime={at} title={timeInFull(new Date(at))}>
              {formatClock(new Date(at))}
            </time>
          </span>
        </span>
      </TrackLink>
      <span className={css.buttons}>
        <ListenIcon track={toListenedTrack(listen)} />
        <ReactButton play={{ member: user, artist, track, playedAt: at }} isReacted={listen.is_reacted} />
        {onMore && <MenuButton label={`More about ${track}`} onClick={() => onMore(listen)} />}
      </span>
    </div>
  )
})

/** Links to a track; without a page, its content alone. */
const TrackLink = ({ id, children }: { id: number; children: ReactNode }) =>
  id === 0 ? (
    <span className={css.track}>{children}</span>
  ) : (
    <Link className={css.track} to="/track/$id" params={{ id: String(id) }}>
      {children}
    </Link>
  )
