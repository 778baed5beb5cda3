import { Avatar } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import type { PostFold } from './fold-posts.ts'
import { foldText } from './fold-text.ts'
import * as css from './PostFoldRow.css.ts'

export function PostFoldRow({ fold, onToggle }: { fold: PostFold; onToggle: () => void }) {
  const [newest] = fold.posts
  return (
    <button type="button" className={css.button} aria-expanded={fold.isOpen} onClick={onToggle}>
      <Avatar name="System" size="s" />
      <span className={css.words}>
        <VisuallyHidden>System: </VisuallyHidden>
        {foldText(fold.posts)}
        {newest && (
          <>
            {' · '}
            <RelativeTime at={newest.timestamp} />
          </>
        )}
      </span>
      <span className={css.chevron}>
        <Icon name="chevron-down" size="s" />
      </span>
    </button>
  )
}
