import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWait, waitText } from '#src/cache/useWait.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './BroadcastCard.css.ts'
import { getTrack, getTrackPageId } from './get-track.ts'
import * as likeCss from './LikeButton.css.ts'
import { LikeButton } from './LikeButton.tsx'
import { MentionText } from './mentions/MentionText.tsx'
import type { FeedItem } from './overlay.ts'
import { PostText } from './PostText.tsx'
import { TrackLine } from './TrackLine.tsx'

interface BroadcastCardProps {
  item: FeedItem
  /** Allowed for its author and admins. */
  mayDelete: boolean
  onLike: () => void
  onDelete: () => void
  /** Other actions on its author. */
  menu?: ReactNode
}

/** One item of the feed: author, time, text, track, likes. */
export function BroadcastCard({ item, mayDelete, onLike, onDelete, menu }: BroadcastCardProps) {
  const track = getTrack(item)
  const isSystem = item.user === 'System'
  return (
    <div className={css.card}>
      <Avatar name={item.user} picture={item.user_pfp_med || item.user_pfp_sm} />
      <div className={css.content}>
        <div className={css.head}>
          <Author name={item.user} isSystem={isSystem} />
          <Text as="span" tone="quiet" size="s">
            <RelativeTime at={item.timestamp} />
          </Text>
        </div>
        <Text tone={isSystem ? 'quiet' : 'main'}>{track ? <Caption item={item} /> : <PostText item={item} />}</Text>
        {track && (
          <TrackLine {...track} url={item.track_url} id={getTrackPageId(item)} isWaiting={item.waiting !== undefined} />
        )}
        {item.waiting ? <Waiting entry={item.waiting} /> : <Foot {...{ item, mayDelete, onLike, onDelete, menu }} />}
      </div>
    </div>
  )
}

const Caption = ({ item: { title, mentions = [] } }: { item: FeedItem }) => (
  <span className={css.words}>
    <MentionText text={title} mentions={mentions} />
  </span>
)

const shareItem = async ({ id, title }: FeedItem) => (await import('./share-link.ts')).shareLink(id, title)

function Author({ name, isSystem }: { name: string; isSystem: boolean }) {
  if (isSystem) return <Text strong>System</Text>
  return (
    <Link to="/profile/$username" params={{ username: name }} className={css.author}>
      {name}
    </Link>
  )
}

function Foot({ item, mayDelete, onLike, onDelete, menu }: BroadcastCardProps) {
  const likeState = useActState(item.likeWaiting)
  return (
    <div className={css.foot}>
      <LikeButton isLiked={item.isLiked} likes={item.likes} waiting={likeState} onPress={onLike} />
      {item.replies !== undefined && (
        <Link to="/broadcast/$id" params={{ id: String(item.id) }} className={likeCss.button}>
          <Icon name="message" size="s" />
          <VisuallyHidden>Replies, </VisuallyHidden>
          {item.replies + (item.newReplies ?? 0)}
        </Link>
      )}
      <span className={css.room} />
      {item.user !== 'System' && (
        <>
          <IconButton variant="bare" icon="share" label="Share broadcast" onClick={() => void shareItem(item)} />
          {menu}
        </>
      )}
      {mayDelete && <IconButton variant="bare" icon="trash" label="Delete broadcast" onClick={onDelete} />}
    </div>
  )
}

/**
 * Returns the state of the like's pending action. One that is sent at once needs no indicator;
 * without a connection it waits.
 */
function useActState(act: FeedItem['likeWaiting']): 'sending' | 'waiting' | undefined {
  const wait = useWait(act)
  if (!act || (act.status === 'queued' && wait === undefined)) return undefined
  return wait === undefined ? 'sending' : 'waiting'
}

/** Shown while the broadcast is only on this device: no like button yet. */
function Waiting({ entry }: { entry: NonNullable<FeedItem['waiting']> }) {
  const wait = useWait(entry)
  return (
    <div className={css.waiting}>
      <Icon name="clock" size="s" />
      {wait === undefined ? 'Sending...' : waitText(wait)}
    </div>
  )
}
