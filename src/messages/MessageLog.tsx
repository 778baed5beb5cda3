import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/minute-clock.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { useRowKey } from '#src/ui/useRowKey.ts'
import { Bubble } from './Bubble.tsx'
import { dayLabel } from './day-label.ts'
import { type LogRow, logRows } from './log-rows.ts'
import * as css from './MessageLog.css.ts'
import type { ShownMessage } from './overlay.ts'

/** Height of a one-line message with its time. */
const ROW_PX = 71
const NEAR_END_PX = 80
/** Older messages are requested within this many rows above the viewport. */
const ENOUGH_AHEAD = 8
/** Rows rendered beyond the viewport, on either side. */
const OVERSCAN = 8
const MINUTE_MS = 60_000
const getKey = ({ key }: LogRow) => key

interface MessageLogProps {
  member: string
  conversant: string
  messages: readonly ShownMessage[]
  /** Loads the page above; undefined at the beginning of the conversation, and after a failure. */
  onOlder: (() => void) | undefined
  onRetry: (() => void) | undefined
  isOlderLoading: boolean
  onLatestInSight: (isInSight: boolean) => void
  /** Opens the message menu; undefined on a host that cannot change messages. */
  onMenu: ((message: ShownMessage) => void) | undefined
}

/** Older messages are inserted above without moving the scroll position. */
export function MessageLog({ member, conversant, messages, onLatestInSight, onMenu, ...older }: MessageLogProps) {
  const { onOlder } = older
  const minute = useMinute()
  const rows = useMemo(() => logRows(messages, minute * MINUTE_MS), [messages, minute])
  const { log, virtual, isAtEnd, toEnd, onScroll } = useLog(rows, onLatestInSight)
  const shown = virtual.getVirtualItems()
  const isNearTop = (shown[0]?.index ?? 0) < ENOUGH_AHEAD && onOlder !== undefined
  const loadOlder = useEffectEvent(() => onOlder?.())
  const first = rows[0]?.key
  useEffect(() => {
    // Before the log has scrolled to its end, its first rows are rendered but not in view.
    const isSeen = (log.current?.scrollTop ?? 0) < (ENOUGH_AHEAD + OVERSCAN + 2) * ROW_PX
    // `first`: a loaded page may be too short to fill the room above.
    if (isNearTop && isSeen && first !== undefined) loadOlder()
  }, [isNearTop, first, log])

  return (
    <div className={css.frame}>
      <div
        ref={log}
        role="log"
        aria-label={`Messages with ${conversant}`}
        // Older messages that scroll into view are not announced.
        aria-live={isAtEnd ? 'polite' : 'off'}
        className={css.log}
        // A scrollable log must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={css.head}>
          <Head {...older} beginning={rows[0]?.message.timestamp} />
        </div>
        <div className={css.rows} style={{ blockSize: virtual.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const row = rows[index]
            return row ? (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={css.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Bubble row={row} member={member} conversant={conversant} onMenu={onMenu} />
              </div>
            ) : null
          })}
        </div>
      </div>
      {!isAtEnd && (
        <div className={css.latest}>
          <div className={css.latestButton}>
            <RowButton onClick={toEnd}>Latest messages</RowButton>
          </div>
        </div>
      )}
    </div>
  )
}

/** Scrolls the log: starts at its end and stays there as messages and keyboard appear. */
function useLog(rows: readonly LogRow[], onLatestInSight: (isInSight: boolean) => void) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const getItemKey = useRowKey(rows, getKey)
  // Its functions are called in the render that made them, and passed to nothing that memoizes
  // them.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => log.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
  })
  const toEnd = () => virtual.scrollToEnd()
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log.current ?? {}
    setAtEnd(scrollHeight - scrollTop - clientHeight < NEAR_END_PX)
  }
  useLayoutEffect(toEnd, [virtual])
  useOnResize(log, () => isAtEnd && toEnd())
  useOnOwnMessage(rows, toEnd)
  const notify = useEffectEvent(onLatestInSight)
  useEffect(() => notify(isAtEnd), [isAtEnd])
  return { log, virtual, isAtEnd, toEnd, onScroll }
}

/** Calls `onResize` when the log's own height changes, as when the keyboard opens. */
function useOnResize(log: React.RefObject<HTMLDivElement | null>, onResize: () => void) {
  const resized = useEffectEvent(onResize)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => resized())
    if (log.current) observer.observe(log.current)
    return () => observer.disconnect()
  }, [log])
}

/** Calls `onOwn` for a message that the user has just sent, at any scroll position. */
function useOnOwnMessage(rows: readonly LogRow[], onOwn: () => void) {
  const last = rows.at(-1)
  const key = last?.message.waiting ? last.key : undefined
  const written = useEffectEvent(onOwn)
  useLayoutEffect(() => {
    if (key !== undefined) written()
  }, [key])
}

interface HeadProps extends Pick<MessageLogProps, 'onOlder' | 'onRetry' | 'isOlderLoading'> {
  beginning: string | undefined
}

/** Always the same height. */
function Head({ onOlder, onRetry, isOlderLoading, beginning }: HeadProps): ReactNode {
  const minute = useMinute()
  const onClick = onRetry ?? onOlder
  if (onClick === undefined) return beginning && dayLabel(beginning, minute * MINUTE_MS)
  return (
    <Button size="s" variant="text" busy={isOlderLoading} onClick={onClick}>
      {onRetry ? 'Older messages could not be loaded. Try Again' : 'Load older messages'}
    </Button>
  )
}
