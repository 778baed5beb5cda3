import { FailedEntryButtons } from '#src/cache/FailedEntryButtons.tsx'
import * as css from './Bubble.css.ts'
import type { ShownMessage } from './overlay.ts'

interface FailedMessageProps {
  entry: NonNullable<ShownMessage['failed']>
  text: string
}

export function FailedMessage({ entry, text }: FailedMessageProps) {
  return (
    <div className={css.failed}>
      <div className={css.why}>{entry.failure?.sentence ?? 'Failed to send message'}</div>
      <FailedEntryButtons entry={entry} text={text} justify="end" />
    </div>
  )
}
