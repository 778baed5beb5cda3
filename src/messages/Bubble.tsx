import { memo } from 'react'
import { useConnection } from '#src/cache/connection.ts'
import { classNames } from '#src/ui/class-names.ts'
import { timeInFull } from '#src/ui/dates.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import * as css from './Bubble.css.ts'
import { timeOfDay } from './day-label.ts'
import { FailedMessage } from './FailedMessage.tsx'
import type { LogRow } from './log-rows.ts'
import type { ShownMessage } from './overlay.ts'
import { isEmojiAlone, textParts } from './text-parts.ts'

interface BubbleProps {
  row: LogRow
  conversant: string
}

/**
 * One message: incoming at the start, outgoing at the end, dashed while it waits, with the time
 * below.
 */
export const Bubble = memo(function Bubble({ row, conversant }: BubbleProps) {
  const { message, isOwn, dayBelow } = row
  return (
    <>
      <div className={css.lines[isOwn ? 'outgoing' : 'incoming']}>
        <div className={classNames(useBubbleClass(row), isEmojiAlone(message.message) && css.emoji)}>
          <VisuallyHidden>{isOwn ? 'You: ' : `${conversant}: `}</VisuallyHidden>
          <MessageText text={message.message} />
        </div>
        <Foot row={row} />
      </div>
      {dayBelow && <div className={css.day}>{dayBelow}</div>}
    </>
  )
})

function useBubbleClass({ message, isOwn }: LogRow): string {
  const isDelayed = useIsDelayed(message)
  if (!isOwn) return css.bubbles.incoming
  if (message.failed) return css.bubbles.failed
  return isDelayed ? css.bubbles.waiting : css.bubbles.outgoing
}

/**
 * Returns whether a pending message shows a sign: without a connection, or after an attempt without
 * a response. A message that is about to be sent needs none.
 */
function useIsDelayed({ waiting }: ShownMessage): boolean {
  const { isReachable } = useConnection()
  return waiting !== undefined && (!isReachable || waiting.status === 'waiting')
}

function Foot({ row: { message, isLastWaiting } }: { row: LogRow }) {
  const { isReachable } = useConnection()
  const isDelayed = useIsDelayed(message)
  if (message.failed) return <FailedMessage entry={message.failed} text={message.message} />
  if (isDelayed) {
    if (!isLastWaiting) return <VisuallyHidden>Not sent yet</VisuallyHidden>
    return <div className={css.waits}>{isReachable ? 'Waiting to be sent' : 'Waiting for a connection'}</div>
  }
  return (
    <time className={css.time} dateTime={message.timestamp} title={fullTime(message.timestamp)}>
      {message.waiting ? 'Sending...' : timeOfDay(message.timestamp)}
    </time>
  )
}

const fullTime = (timestamp: string) => (timestamp === '' ? undefined : timeInFull(new Date(timestamp)))

function MessageText({ text }: { text: string }) {
  return textParts(text).map(({ text: content, href }, place) =>
    href === undefined ? (
      content
    ) : (
      // The parts of a text never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={place} className={css.link} href={href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    ),
  )
}
