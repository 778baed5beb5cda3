import { type SyntheticEvent, useRef, useState } from 'react'
import { nameKey } from '#contract/accounts/names.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useDraft, useSendDraft } from '#src/cache/useDraft.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { isSendKey } from '#src/ui/is-send-key.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { closeIcon, sendIcon, sleeveIcon } from '#src/ui/later-icons.ts'
import { Names } from '#src/ui/Names.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { sendMessage } from './actions.ts'
import * as css from './Composer.css.ts'
import { type CardTrack, cardDraftName, parseCardDraft, toCardDraft } from './cards/card-draft.ts'
import { measureRoom, roomText } from './measure-room.ts'

/** Enter sends, Shift+Enter inserts a new line. */
export function Composer({ member, conversant }: { member: string; conversant: string }) {
  const { text, setText, track, attach, send, input } = useComposing(member, conversant)
  const hostAdds = useHostAdds()
  const [isAttaching, setAttaching] = useState(false)
  const room = measureRoom(text)
  const isTooLong = room.remaining < 0
  const isReady = (text.trim() !== '' || track !== undefined) && !isTooLong
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    input.current?.focus()
    if (isReady) void send()
  }
  return (
    <>
      <form className={css.composer} onSubmit={submit}>
        {track && <Attached track={track} onRemove={() => attach(undefined)} />}
        {hostAdds && (
          <div className={css.send}>
            <IconButton
              icon={sleeveIcon}
              variant="bare"
              label="Attach a track"
              aria-haspopup="dialog"
              onClick={() => setAttaching(true)}
            />
          </div>
        )}
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
            onChange={setText}
            onKeyDown={(event) => isSendKey(event) && submit(event)}
            {...(isTooLong ? { error: roomText(room) } : { hint: roomText(room) })}
          />
          <VisuallyHidden>
            <span role="status">{isTooLong ? 'The message is too long to be sent.' : ''}</span>
          </VisuallyHidden>
        </div>
        <div className={css.send}>
          <IconButton type="submit" icon={sendIcon} variant="secondary" label="Send" aria-disabled={!isReady} />
        </div>
      </form>
      {isAttaching && (
        <LazyComponent
          load={attachTrack}
          props={{
            member,
            onClose: () => setAttaching(false),
            onChoose: (chosen: CardTrack) => {
              attach(chosen)
              setAttaching(false)
            },
          }}
        />
      )}
    </>
  )
}

const attachTrack = async () => (await import('./cards/AttachTrack.tsx')).AttachTrack

function Attached({ track: { name, artist }, onRemove }: { track: CardTrack; onRemove: () => void }) {
  return (
    <div className={css.attached} role="group" aria-label="Attached track">
      <Sleeve artist={artist} title={name} size="s" />
      <Names name={name} note={artist} isCut />
      <IconButton icon={closeIcon} variant="bare" label="Remove the track" onClick={onRemove} />
    </div>
  )
}

function useComposing(member: string, conversant: string) {
  const draft = useDraft(`dm:${nameKey(conversant)}`)
  const card = useDraft(cardDraftName(conversant))
  const hostAdds = useHostAdds()
  const track = hostAdds ? parseCardDraft(card.text) : undefined
  const { dispatch } = useDispatch()
  const input = useRef<HTMLTextAreaElement>(null)

  const attach = (chosen: CardTrack | undefined) => card.setText(chosen ? toCardDraft(chosen) : '')

  const send = useSendDraft(draft, input, async (message) => {
    const stored = await dispatch(sendMessage, {
      user: member,
      recipient: conversant,
      message,
      ...(track && { track }),
    })
    if (stored) attach(undefined)
    return stored !== undefined
  })
  const { text, setText } = draft
  return { text, setText, track, attach, send, input }
}
