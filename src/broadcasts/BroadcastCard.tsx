import { Link } from '@tanstack/react-router'
import { useWait, waitText } from '#src/cache/useWait.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Note } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './BroadcastCard.css.ts'
import { BroadcastMenu } from './BroadcastMenu.tsx'
import { getTrack, toListenable } from './get-track.ts'
import * as likeCss from './LikeButton.css.ts'
import { LikeButton } from './LikeButton.tsx'
import { MentionText } from './mentions/MentionText.tsx'
import type { FeedItem } from './overlay.ts'
import { PostText } from './PostText.tsx'
import { TrackLine } from './TrackLine.tsx'

interface BroadcastCardProps {
  item: FeedItem
  mayDelete: boolean
  onLike: () => void
  onDelete: () => void
}

/** One item of the feed: author, time, text, track, likes. On a ground in the colours of its sleeve. */
export function BroadcastCard({ item, mayDelete, onLike, onDelete }: BroadcastCardProps) {
  const track = getTrack(item)
  return (
    <div className={classNames(css.card, track && tintClass(track.artist, track.name), item.waiting && css.pending)}>
      <div className={css.head}>
        <Author item={item} />
        <span className={css.time}>
          <Note as="span">
            <RelativeTime at={item.timestamp} />
          </Note>
        </span>
        <span className={css.menu}>{!item.waiting && <BroadcastMenu {...{ item, mayDelete, onDelete }} />}</span>
      </div>
      <div className={track ? css.caption : css.post} dir="auto">
        {track ? <MentionText text={item.title} mentions={item.mentions ?? []} /> : <PostText item={item} />}
      </div>
      {track && <TrackLine track={toListenable(item, track)} />}
      {item.waiting ? <Waiting entry={item.waiting} /> : <Foot item={item} onLike={onLike} />}
    </div>
  )
}

const shareItem = async ({ id, title }: FeedItem) =>
  (await import('#src/ui/share-link.ts')).shareLink({ title, path: `/broadcast/${id}` })

function Author({ item: { user, user_pfp_med, user_pfp_sm } }: { item: FeedItem }) {
  const content = (
    <>
      <Avatar name={user} picture={user_pfp_med || user_pfp_sm} size="s" />
      {user}
    </>
  )
  return user === 'System' ? (
    <span className={css.author}>{content}</span>
  ) : (
    <Link to="/profile/$username" params={{ username: user }} className={css.author}>
      {content}
    </Link>
  )
}

function Foot({ item, onLike }: Pick<BroadcastCardProps, 'item' | 'onLike'>) {
  const likeState = useLikeState(item.likeWaiting)
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
        <IconButton variant="bare" icon="share" label="Share broadcast" onClick={() => void shareItem(item)} />
      )}
    </div>
  )
}

/** Returns the state of a pending like. One that is sent at once has none. */
function useLikeState(action: FeedItem['likeWaiting']): 'sending' | 'waiting' | undefined {
  const wait = useWait(action)
  if (!action || (action.status === 'queued' && wait === undefined)) return undefined
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
