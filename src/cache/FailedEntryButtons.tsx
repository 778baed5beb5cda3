import type { ReactNode } from 'react'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { Button } from '#src/ui/Button.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { useDispatch } from './useDispatch.ts'

interface FailedEntryButtonsProps {
  entry: Entry
  text: string
  justify?: 'end'
  children?: ReactNode
}

/** What the user can do with a text that was refused or is in doubt. */
export function FailedEntryButtons({ entry, text, justify, children }: FailedEntryButtonsProps) {
  const { retry, discard } = useDispatch()
  return (
    <Row gap="s" wrap {...(justify && { justify })}>
      {entry.failure?.code !== 'edit_too_late' && (
        <Button size="s" onClick={() => void retry(entry)}>
          Retry
        </Button>
      )}
      {children}
      <RowButton onClick={() => void copyText(text)}>Copy</RowButton>
      <RowButton onClick={() => void discard(entry)}>Discard</RowButton>
    </Row>
  )
}
