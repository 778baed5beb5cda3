import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Activity } from '#contract/activity/activity.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './ActivityRow.css.ts'
import { formatActivity, isOwnEvent } from './format-activity.ts'

/** One entry: member, event, time; links to its subject. */
export function ActivityRow({ item, isNew }: { item: Activity; isNew: boolean }) {
  return (
    <AboutLink item={item}>
      <Avatar name={item.username} picture={item.pfpsm} />
      <span className={css.words}>
        {isNew && <VisuallyHidden>New: </VisuallyHidden>}
        {!isOwnEvent(item) && (
          <>
            <Text as="span" strong>
              {item.username}
            </Text>{' '}
          </>
        )}
        {formatActivity(item)}{' '}
        <Text as="span" tone="quiet" size="s">
          <RelativeTime at={item.timestamp} />
        </Text>
      </span>
      {isNew && <span className={css.dot} />}
    </AboutLink>
  )
}

/** Kinds about a broadcast. */
const OF_BROADCASTS = ['like', 'reply', 'mention']

/** Links to the broadcast, the conversation, the swap or the week; else the member. */
function AboutLink({ item, children }: { item: Activity; children: ReactNode }) {
  const { kind, username, relatedid, subject } = item
  if (kind === 'weekly_report')
    return (
      <Link to="/week" search={{ week: subject }} className={css.row}>
        {children}
      </Link>
    )
  if (kind === 'message')
    return (
      <Link to="/dm/$username" params={{ username }} className={css.row}>
        {children}
      </Link>
    )
  if (OF_BROADCASTS.includes(kind) && relatedid !== null)
    return (
      <Link to="/broadcast/$id" params={{ id: String(relatedid) }} className={css.row}>
        {children}
      </Link>
    )
  if (kind.startsWith('swap_') && relatedid !== null)
    return (
      <Link to="/track-swap-detail" search={{ id: String(relatedid) }} className={css.row}>
        {children}
      </Link>
    )
  return (
    <Link to="/profile/$username" params={{ username }} className={css.row}>
      {children}
    </Link>
  )
}
