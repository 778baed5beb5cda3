import type { RefObject, SyntheticEvent } from 'react'
import { REPLY_MAX } from '#contract/broadcasts/replies.ts'
import { type Draft, useSendDraft } from '#src/cache/useDraft.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { isSendKey } from '#src/ui/is-send-key.ts'
import { sendIcon } from '#src/ui/later-icons.ts'
import { measureLength } from '#src/ui/measure-length.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { MentionArea } from '../mentions/MentionArea.tsx'
import type { Mentionable } from '../mentions/typed-mention.ts'
import * as css from './Replies.css.ts'

interface ReplyComposerProps {
  draft: Draft
  input: RefObject<HTMLTextAreaElement | null>
  /** Members in the conversation, offered first by a mention. */
  near: readonly Mentionable[]
  /** Resolves to false if this device could not store the reply. */
  onSend: (text: string) => Promise<boolean>
}

/** The field for a reply. Enter sends, Shift+Enter inserts a new line. */
export function ReplyComposer({ draft, input, near, onSend }: ReplyComposerProps) {
  const { text, setText } = draft
  const { isTooLong, note } = measureLength(text, REPLY_MAX, REPLY_MAX / 10)
  const isReady = text.trim() !== '' && !isTooLong
  const send = useSendDraft(draft, input, onSend)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    input.current?.focus()
    if (isReady) void send()
  }
  return (
    <form className={css.composer} onSubmit={submit}>
      <div className={css.field}>
        <MentionArea
          input={input}
          near={near}
          place="above"
          label="Write a reply"
          hideLabel
          variant="line"
          placeholder="Write a reply..."
          enterKeyHint="send"
          autoComplete="off"
          value={text}
          onChange={setText}
          onKeyDown={(event) => isSendKey(event) && submit(event)}
          {...note}
        />
        <VisuallyHidden>
          <span role="status">{isTooLong ? 'The reply is too long to be sent.' : ''}</span>
        </VisuallyHidden>
      </div>
      <div className={css.send}>
        <IconButton type="submit" icon={sendIcon} variant="secondary" label="Send" aria-disabled={!isReady} />
      </div>
    </form>
  )
}
