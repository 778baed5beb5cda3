import { Icon } from '#src/ui/Icon.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './LikeButton.css.ts'

interface LikeButtonProps {
  isLiked: boolean
  likes: number
  waiting: 'sending' | 'waiting' | undefined
  onPress: () => void
}

/** Locked while its request is in flight; a clock while it waits for a connection. */
export function LikeButton({ isLiked, likes, waiting, onPress }: LikeButtonProps) {
  const isLocked = waiting === 'sending'
  const isDelayed = waiting === 'waiting'
  return (
    <button
      type="button"
      className={isLiked ? css.liked : css.button}
      aria-pressed={isLiked}
      aria-disabled={isLocked}
      onClick={() => {
        if (!isLocked) onPress()
      }}
    >
      <Icon name={isLiked ? 'heart-filled' : 'heart'} size="s" />
      <VisuallyHidden>Like, </VisuallyHidden>
      {likes}
      {isDelayed && (
        <span className={css.clock}>
          <Icon name="clock" size="s" />
          <VisuallyHidden> waiting to be sent</VisuallyHidden>
        </span>
      )}
    </button>
  )
}
