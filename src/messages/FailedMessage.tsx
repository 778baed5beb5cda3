import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { toast } from '#src/ui/toast.ts'
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
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: 'Copied' }),
      () => toast({ title: 'This browser does not let it be copied.', variant: 'destructive' }),
    )
  return (
    <div className={css.failed}>
      <div className={css.why}>{entry.failure?.sentence ?? 'Failed to send message'}</div>
      <Row gap="s" wrap justify="end">
        <Button size="s" onClick={() => void retry(entry)}>
          Retry
        </Button>
        <Button size="s" variant="quiet" onClick={() => void copy()}>
          Copy
        </Button>
        <Button size="s" variant="quiet" onClick={() => void discard(entry)}>
          Discard
        </Button>
      </Row>
    </div>
  )
}
