import { Link } from '@tanstack/react-router'
import type { ReactElement, ReactNode } from 'react'
import type { Activity } from '#contract/activity/activity.ts'
import { findTarget } from '#contract/activity/targets.ts'
import { describeActivity } from '#contract/activity/texts.ts'
import { AvatarStack } from '#src/ui/AvatarStack.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './ActivityRow.css.ts'
import { formatActivity } from './format-activity.ts'
import { getLook } from './looks.ts'

/** One entry: kind, members, event, time and track; links to its subject. */
export function ActivityRow({ item, isNew }: { item: Activity; isNew: boolean }) {
  const description = describeActivity(item)
  const [text, detail] = formatActivity(description)
  return (
    <AboutLink item={item}>
      <span className={css.kind}>
        <Icon name={getLook(item.kind).icon} size="s" />
        {isNew && <span className={css.dot} />}
      </span>
      <span className={css.words}>
        <span className={css.who}>
          <AvatarStack
            members={[item, ...(item.others ?? [])].map(({ username, pfpsm }) => ({ name: username, picture: pfpsm }))}
          />
        </span>
        {isNew && <VisuallyHidden>New: </VisuallyHidden>}
        {!description.isComplete && (
          <>
            <Text as="span" strong>
              <bdi>{item.username}</bdi>
            </Text>{' '}
          </>
        )}
        {text}
        <bdi>{detail}</bdi>{' '}
        <Note as="span">
          <RelativeTime at={item.timestamp} />
        </Note>
      </span>
      {item.sleeve && <Sleeve {...item.sleeve} size="s" />}
    </AboutLink>
  )
}

function AboutLink({ item, children }: { item: Activity; children: ReactNode }): ReactElement {
  const { username, relatedid, subject } = item
  switch (findTarget(item)) {
    case 'week':
      return (
        <Link to="/listening" search={{ period: subject }} className={css.row}>
          {children}
        </Link>
      )
    case 'server':
      return (
        <Link to="/admin/server" className={css.row}>
          {children}
        </Link>
      )
    case 'relay':
      return (
        <Link to="/settings/listening" search={{ for: 'scrobbling' }} className={css.row}>
          {children}
        </Link>
      )
    case 'conversation':
      return (
        <Link to="/dm/$username" params={{ username }} className={css.row}>
          {children}
        </Link>
      )
    case 'broadcast':
      return (
        <Link to="/broadcast/$id" params={{ id: String(relatedid) }} className={css.row}>
          {children}
        </Link>
      )
    case 'swap':
      return (
        <Link to="/track-swap-detail" search={{ id: String(relatedid) }} className={css.row}>
          {children}
        </Link>
      )
    case 'profile':
      return (
        <Link to="/profile/$username" params={{ username }} className={css.row}>
          {children}
        </Link>
      )
  }
}
