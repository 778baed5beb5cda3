import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { Row } from '#src/ui/Stack.tsx'
import * as css from './Bubble.css.ts'
import type { ShownMessage } from './overlay.ts'

interface FailedMessageProps {
  entry: NonNullable<ShownMessage['failed']>
  text: string
}

/**
 * Shown below a message that was refused or is in doubt: the server's message and the possible
 * actions.
 */
export function FailedMessage({ entry, text }: FailedMessageProps) {
  const { retry, discard } = useDispatch()
  return (
    <div className={css.failed}>
      <div className={css.why}>{entry.failure?.sentence ?? 'Failed to send message'}</div>
      <Row gap="s" wrap justify="end">
        <Button size="s" onClick={() => void retry(entry)}>
          Retry
        </Button>
        <Button size="s" variant="quiet" onClick={() => void copyText(text)}>
          Copy
        </Button>
        <Button size="s" variant="quiet" onClick={() => void discard(entry)}>
          Discard
        </Button>
      </Row>
    </div>
  )
}
