import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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

const AboutLink = ({ item, children }: { item: Activity; children: ReactNode }) => (
  <Link {...toLink(item)} className={css.row}>
    {children}
  </Link>
)

function toLink(item: Activity): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const { username, relatedid, subject } = item
  const id = String(relatedid)
  switch (findTarget(item)) {
    case 'week':
      return { to: '/listening', search: { period: subject } }
    case 'server':
      return { to: '/admin/server' }
    case 'relay':
      return { to: '/settings/listening', search: { for: 'scrobbling' } }
    case 'conversation':
      return { to: '/dm/$username', params: { username } }
    case 'broadcast':
      return { to: '/broadcast/$id', params: { id } }
    case 'swap':
      return { to: '/track-swap-detail', search: { id } }
    case 'profile':
      return { to: '/profile/$username', params: { username } }
  }
}
