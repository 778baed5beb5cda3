import { memo } from 'react'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useWait, type Waiting, waitText } from '#src/cache/useWait.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { timeInFull } from '#src/ui/dates.ts'
import { MenuButton } from '#src/ui/MenuButton.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './Bubble.css.ts'
import { MessageCard } from './cards/MessageCard.tsx'
import { useLongPress } from './changes/useLongPress.ts'
import { copyableText } from './copyable-text.ts'
import { timeOfDay } from './day-label.ts'
import { FailedMessage, RefusedEdit } from './FailedMessage.tsx'
import type { LogRow } from './log-rows.ts'
import type { ShownMessage } from './overlay.ts'
import { Reactions } from './Reactions.tsx'
import { isEmojiAlone, textParts } from './text-parts.ts'

interface BubbleProps {
  row: LogRow
  member: string
  conversant: string
  /** Opens the message menu; undefined on a host that cannot change messages. */
  onMenu: ((message: ShownMessage) => void) | undefined
}

export const Bubble = memo(function Bubble({ row, member, conversant, onMenu }: BubbleProps) {
  const { message, isOwn, dayBelow } = row
  const { refusedEdit } = message
  const hasMenu = onMenu !== undefined && message.deleted_at === undefined && message.failed === undefined
  const openMenu = hasMenu ? () => onMenu(message) : undefined
  return (
    <>
      <div className={css.lines[isOwn ? 'outgoing' : 'incoming']}>
        <div className={css.contents} {...useLongPress(openMenu)}>
          <Content row={row} conversant={conversant} />
          {openMenu && (
            <div className={css.menus[isOwn ? 'outgoing' : 'incoming']}>
              <MenuButton
                label={isOwn ? 'More about your message' : `More about the message from ${conversant}`}
                onClick={openMenu}
              />
            </div>
          )}
        </div>
        {openMenu && <Reactions message={message} conversant={conversant} onPress={openMenu} />}
        <Foot row={row} />
        {refusedEdit && <RefusedEdit member={member} conversant={conversant} refused={refusedEdit} />}
      </div>
      {dayBelow && <div className={css.day}>{dayBelow}</div>}
    </>
  )
})

function Content({ row, conversant }: Pick<BubbleProps, 'row' | 'conversant'>) {
  const { message, isOwn } = row
  const { track, deleted_at } = message
  const bubbleClass = useBubbleClass(row)
  const author = <VisuallyHidden>{isOwn ? 'You: ' : `${conversant}: `}</VisuallyHidden>
  if (deleted_at !== undefined) return <div className={css.deleted}>{author}Message deleted</div>
  return (
    <>
      {track && (
        <div>
          {author}
          <MessageCard
            track={track}
            source={isOwn ? undefined : { kind: 'message', id: message.id, user: conversant }}
          />
        </div>
      )}
      {(message.message !== '' || !track) && (
        <div dir="auto" className={classNames(bubbleClass, isEmojiAlone(message.message) && css.emoji)}>
          {!track && author}
          <MessageText text={message.message} />
        </div>
      )}
    </>
  )
}

function useBubbleClass({ message, isOwn }: LogRow): string {
  const waiting = useWait(message.waiting)
  if (!isOwn) return css.bubbles.incoming
  if (message.failed) return css.bubbles.failed
  return waiting === undefined ? css.bubbles.outgoing : css.bubbles.waiting
}

function Foot({ row: { message, isLastWaiting } }: { row: LogRow }) {
  const waiting = useWait(message.waiting)
  const changeWaiting = useWait(message.changing)
  if (message.failed) return <FailedMessage entry={message.failed} text={copyableText(message)} />
  if (message.waiting && waiting !== undefined) {
    if (!isLastWaiting) return <VisuallyHidden>Not sent yet</VisuallyHidden>
    return <WaitingFoot entry={message.waiting} waiting={waiting} />
  }
  return (
    <div className={css.time}>
      {message.edited_at !== undefined && 'Edited · '}
      <time dateTime={message.timestamp} title={fullTime(message.timestamp)}>
        {message.waiting ? 'Sending...' : timeOfDay(message.timestamp)}
      </time>
      {changeWaiting !== undefined && <span className={css.waits}> · Waiting to be sent</span>}
    </div>
  )
}

function WaitingFoot({ entry, waiting }: { entry: NonNullable<ShownMessage['waiting']>; waiting: Waiting }) {
  const { sendNow } = useDispatch()
  return (
    <div className={css.waits}>
      {waitText(waiting)}
      {typeof waiting === 'number' && (
        <>
          {' · '}
          <Button variant="text" size="s" onClick={() => void sendNow(entry)}>
            Send Now
          </Button>
        </>
      )}
    </div>
  )
}

const fullTime = (timestamp: string) => (timestamp === '' ? undefined : timeInFull(new Date(timestamp)))

function MessageText({ text }: { text: string }) {
  return textParts(text).map(({ text: content, href }, place) =>
    href === undefined ? (
      content
    ) : (
      // Text parts never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={place} className={css.link} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    ),
  )
}
