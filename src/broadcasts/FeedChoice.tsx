import * as css from './FeedChoice.css.ts'
import { chooseFeed } from './feed-choice.ts'

/** Switches between everyone's feed and that with followed members only. */
export const FeedChoice = ({ isFollowing }: { isFollowing: boolean }) => (
  <div role="group" aria-label="Feed" className={css.choice}>
    {[false, true].map((value) => (
      <button
        key={String(value)}
        type="button"
        className={css.option}
        aria-pressed={value === isFollowing}
        onClick={() => {
          if (value === isFollowing) return
          window.scrollTo({ top: 0 })
          chooseFeed(value)
        }}
      >
        {value ? 'Following' : 'Everyone'}
      </button>
    ))}
  </div>
)
