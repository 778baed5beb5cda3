import { type KeyboardEvent, type SyntheticEvent, useRef } from 'react'
import { nameKey } from '#contract/accounts/names.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useDraft } from '#src/cache/useDraft.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { sendIcon } from '#src/ui/later-icons.ts'
import { TextArea } from '#src/ui/TextArea.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { sendMessage } from './actions.ts'
import * as css from './Composer.css.ts'
import { measureRoom, roomText } from './measure-room.ts'

interface ComposerProps {
  member: string
  conversant: string
}

/**
 * The field and its button. Enter sends, Shift+Enter inserts a new line; the draft survives a
 * reload until it is sent.
 */
export function Composer({ member, conversant }: ComposerProps) {
  const { text, setText, send, input } = useComposing(member, conversant)
  const room = measureRoom(text)
  const isTooLong = room.remaining < 0
  const isReady = text.trim() !== '' && !isTooLong
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    input.current?.focus()
    if (isReady) void send()
  }
  return (
    <form className={css.composer} onSubmit={submit}>
      <div className={css.field}>
        <TextArea
          ref={input}
          label="Type a message"
          hideLabel
          variant="line"
          placeholder="Type a message..."
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => isSendKey(event) && submit(event)}
          {...(isTooLong ? { error: roomText(room) } : { hint: roomText(room) })}
        />
        <VisuallyHidden>
          <span role="status">{isTooLong ? 'The message is too long to be sent.' : ''}</span>
        </VisuallyHidden>
      </div>
      <div className={css.send}>
        <IconButton type="submit" icon={sendIcon} variant="answer" label="Send" aria-disabled={!isReady} />
      </div>
    </form>
  )
}

/** Returns whether a key sends. During IME composition Enter confirms the word. */
const isSendKey = (event: KeyboardEvent) => event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing

function useComposing(member: string, conversant: string) {
  const { text, setText, clear } = useDraft(`dm:${nameKey(conversant)}`)
  const { dispatch } = useDispatch()
  const input = useRef<HTMLTextAreaElement>(null)
  const isStoring = useRef(false)

  /** Clears the sent text only after the outbox has stored it; text typed meanwhile stays. */
  const send = async () => {
    if (isStoring.current) return
    isStoring.current = true
    const stored = await dispatch(sendMessage, { user: member, recipient: conversant, message: text.trim() })
    isStoring.current = false
    if (!stored) return
    const now = input.current?.value ?? text
    const remaining = now.startsWith(text) ? now.slice(text.length) : now
    setText(remaining)
    if (remaining === '') await clear()
  }
  return { text, setText, send, input }
}
