import { useConnection } from '#src/cache/connection.ts'
import { useOutboxSelection, useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { formatEnd } from '#src/cache/useWait.ts'
import { findWait, type Wait } from '#src/offline/drain/wait.ts'
import { type Entry, isUnsent } from '#src/offline/outbox/entry.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { describeEntry } from './describe.ts'
import { isPersonal } from './silent-actions.ts'

export function OutboxList() {
  const entries = useOutboxSnapshot().entries.filter((entry) => isUnsent(entry) && isPersonal(entry))
  if (entries.length === 0) return <EmptyState icon={checkIcon} text="Everything has been sent." />
  return (
    <List of={entries} toKey={({ client_id }) => client_id} gap="m">
      {(entry) => <OutboxItem entry={entry} />}
    </List>
  )
}

function OutboxItem({ entry }: { entry: Entry }) {
  const { label, text } = describeEntry(entry)
  const wait = useOutboxSelection((outbox) => describeWait(findWait(outbox, entry, Date.now())))
  return (
    <Card>
      <Stack gap="s">
        <Row justify="between">
          <Text strong>{label}</Text>
          <Badge tone={entry.status === 'parked' ? 'action' : 'pending'}>
            {wait === undefined ? statusWord(entry) : 'Waiting'}
          </Badge>
        </Row>
        {text && <Text>{text}</Text>}
        <Note>
          <RelativeTime at={entry.createdAt} />
          {entry.failure ? ` · ${entry.failure.sentence}` : ''}
          {wait ? ` · ${wait}` : ''}
        </Note>
        <ItemActions entry={entry} text={text} />
      </Stack>
    </Card>
  )
}

function ItemActions({ entry, text }: { entry: Entry; text: string }) {
  const { discard, retry, sendNow } = useDispatch()
  const { isReachable } = useConnection()
  const isPaused = useOutboxSelection(({ meta }) => meta.paused !== undefined)
  const isParked = entry.status === 'parked'
  const mayDiscard = isParked || ((entry.status === 'queued' || entry.status === 'waiting') && entry.attempts === 0)
  return (
    <Row gap="s" wrap>
      {isParked && (
        <Button size="s" onClick={() => void retry(entry)}>
          Retry
        </Button>
      )}
      {entry.status === 'waiting' && isReachable && !isPaused && (
        <Button size="s" onClick={() => void sendNow(entry)}>
          Send Now
        </Button>
      )}
      {text && <RowButton onClick={() => void copyText(text)}>Copy</RowButton>}
      {mayDiscard && <RowButton onClick={() => void discard(entry)}>{isParked ? 'Discard' : 'Undo'}</RowButton>}
    </Row>
  )
}

/** Returns until when an entry waits, as a sentence; empty if that is unknown. */
function describeWait(wait: Wait | undefined): string | undefined {
  if (wait?.until === undefined) return wait && ''
  const end = formatEnd(wait.until)
  return wait.isDemanded ? `The server asks to wait until ${end}; tried once a minute.` : `Next attempt at ${end}.`
}

function statusWord({ status }: Entry): string {
  switch (status) {
    case 'parked':
      return 'Not sent'
    case 'sending':
      return 'Sending'
    default:
      return 'Waiting'
  }
}
