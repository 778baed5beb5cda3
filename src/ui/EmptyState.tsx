import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import { empty, mark } from './EmptyState.css.ts'
import { Icon, type IconName } from './Icon.tsx'
import { sleeveIcon } from './later-icons.ts'
import { Text } from './Text.tsx'

interface EmptyStateProps {
  icon?: IconName
  /** The sentence, such as 'No messages yet. Start the conversation!' */
  text: string
  more?: string | undefined
  /** Where the user can do something about it, such as `{ text: 'Find Users', to: '/search' }`. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'> & { text: string }
  /** What else the user can do about it. */
  action?: ReactNode
}

/** States that there is nothing to show and why. Also used for errors that fill a screen. */
export function EmptyState({ icon = sleeveIcon, text, more, link, action }: EmptyStateProps) {
  return (
    <div className={empty}>
      <span className={mark}>
        <Icon name={icon} />
      </span>
      <Text size="l">{text}</Text>
      {more && <Text tone="quiet">{more}</Text>}
      {link && (
        <ButtonLink variant="quiet" {...link}>
          {link.text}
        </ButtonLink>
      )}
      {action}
    </div>
  )
}
