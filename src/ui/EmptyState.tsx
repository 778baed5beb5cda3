import type { ReactNode } from 'react'
import { empty, mark } from './EmptyState.css.ts'
import { Icon, type IconName } from './Icon.tsx'
import { Text } from './Text.tsx'

interface EmptyStateProps {
  icon?: IconName
  /** The sentence, such as 'No messages yet. Start the conversation!' */
  text: string
  /** One more sentence below it. */
  more?: string
  /** What can be done about it. */
  action?: ReactNode
}

/** There is nothing here, and why. Also for errors that fill a screen. */
export function EmptyState({ icon = 'sleeve', text, more, action }: EmptyStateProps) {
  return (
    <div className={empty}>
      <span className={mark}>
        <Icon name={icon} />
      </span>
      <Text size="l">{text}</Text>
      {more && <Text tone="quiet">{more}</Text>}
      {action}
    </div>
  )
}
