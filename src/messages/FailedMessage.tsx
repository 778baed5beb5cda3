import { useState } from 'react'
import { FailedEntryButtons } from '#src/cache/FailedEntryButtons.tsx'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { sendMessage } from './actions.ts'
import * as css from './Bubble.css.ts'
import type { ShownMessage } from './overlay.ts'

export function FailedMessage({ entry, text }: { entry: NonNullable<ShownMessage['failed']>; text: string }) {
  return (
    <div className={css.failed}>
      <div className={css.why}>{entry.failure?.sentence ?? 'Failed to send message'}</div>
      <FailedEntryButtons entry={entry} text={text} justify="end" />
    </div>
  )
}

interface RefusedEditProps {
  member: string
  conversant: string
  refused: NonNullable<ShownMessage['refusedEdit']>
}

/** Below a message that is shown as it was: the edit that the server refused, with its text. */
export function RefusedEdit({ member, conversant, refused: { entry, text } }: RefusedEditProps) {
  const { dispatch, discard } = useDispatch()
  const [isSending, setSending] = useState(false)
  const isTooLate = entry.failure?.code === 'edit_too_late'
  const sendAnew = async () => {
    setSending(true)
    if (await dispatch(sendMessage, { user: member, recipient: conversant, message: text })) await discard(entry)
    setSending(false)
  }
  return (
    <div className={css.failed}>
      <div className={css.why}>Not edited. {entry.failure?.sentence ?? 'Failed to edit message'}</div>
      <div className={css.bubbles.failed}>{text}</div>
      <FailedEntryButtons entry={entry} text={text} justify="end">
        <Button size="s" variant={isTooLate ? 'primary' : 'quiet'} busy={isSending} onClick={() => void sendAnew()}>
          Send as New Message
        </Button>
      </FailedEntryButtons>
    </div>
  )
}
