import { Link } from '@tanstack/react-router'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import * as css from './BroadcastCard.css.ts'
import { postParts } from './get-track.ts'

/** A post by System, with links to the members that it names and, for those two, to their swap. */
export function PostText({ item }: { item: Broadcast }) {
  return (
    <>
      {postParts(item).map(({ text, member }) =>
        member === undefined ? (
          text
        ) : (
          <Link key={member} to="/profile/$username" params={{ username: member }} className={css.named}>
            {text}
          </Link>
        ),
      )}
      {item.about_swap !== undefined && (
        <>
          {' '}
          <Link to="/track-swap-detail" search={{ id: String(item.about_swap) }} className={css.named}>
            Show the swap
          </Link>
        </>
      )}
    </>
  )
}
