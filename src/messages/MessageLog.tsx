import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { useMinute } from '#src/ui/minute-clock.ts'
import { useRowKey } from '#src/ui/useRowKey.ts'
import { Bubble } from './Bubble.tsx'
import { dayLabel } from './day-label.ts'
import { type LogRow, logRows } from './log-rows.ts'
import * as css from './MessageLog.css.ts'
import type { ShownMessage } from './overlay.ts'

/** A message of one line with its time. */
const ROW_PX = 71
const NEAR_END_PX = 80
/** So many lines above what is in sight older ones are asked for. */
const ENOUGH_AHEAD = 8
/** Drawn beyond what is in sight, on either side. */
const OVERSCAN = 8
const MINUTE_MS = 60_000
const keyOf = ({ key }: LogRow) => key

interface MessageLogProps {
  conversant: string
  messages: readonly ShownMessage[]
  /** Loads what stands above; undefined at the beginning of the conversation, and after a failure. */
  onOlder: (() => void) | undefined
  /** Tries the page above again after a failure. */
  onRetry: (() => void) | undefined
  isOlderLoading: boolean
  /** Told whether the latest message is in sight. */
  onLatestInSight: (isInSight: boolean) => void
}

/** The messages, latest at the foot. Draws only those in sight; older ones come above without moving what is read. */
export function MessageLog({ conversant, messages, onLatestInSight, ...older }: MessageLogProps) {
  const { onOlder } = older
  const minute = useMinute()
  const rows = useMemo(() => logRows(messages, minute * MINUTE_MS), [messages, minute])
  const { log, virtual, isAtEnd, toEnd, onScroll } = useLog(rows, onLatestInSight)
  const shown = virtual.getVirtualItems()
  const isNearTop = (shown[0]?.index ?? 0) < ENOUGH_AHEAD && onOlder !== undefined
  const loadOlder = useEffectEvent(() => onOlder?.())
  const first = rows[0]?.key
  useEffect(() => {
    // Before the log has gone to its end its first lines are drawn, but not seen.
    const isSeen = (log.current?.scrollTop ?? 0) < (ENOUGH_AHEAD + OVERSCAN + 2) * ROW_PX
    // `first`: a page that came may be too short to fill the room above.
    if (isNearTop && isSeen && first !== undefined) loadOlder()
  }, [isNearTop, first, log])

  return (
    <div className={css.frame}>
      <div
        ref={log}
        role="log"
        aria-label={`Messages with ${conversant}`}
        // Older messages that come into sight are no news.
        aria-live={isAtEnd ? 'polite' : 'off'}
        className={css.log}
        // A log that scrolls has to be reached by keyboard.
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
                <Bubble row={row} conversant={conversant} />
              </div>
            ) : null
          })}
        </div>
      </div>
      {!isAtEnd && (
        <div className={css.latest}>
          <div className={css.latestButton}>
            <Button size="s" variant="quiet" onClick={toEnd}>
              Latest messages
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}

/** The scrolling of the log: it begins at its end, and stays there while messages come and the keyboard opens. */
function useLog(rows: readonly LogRow[], onLatestInSight: (isInSight: boolean) => void) {
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const getItemKey = useRowKey(rows, keyOf)
  // Its functions are called in the render that made them, and given to nothing that remembers them.
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
  const tell = useEffectEvent(onLatestInSight)
  useEffect(() => tell(isAtEnd), [isAtEnd])
  return { log, virtual, isAtEnd, toEnd, onScroll }
}

/** Joins a change of the log's own height, as when the keyboard opens, to what is to be done. */
function useOnResize(log: React.RefObject<HTMLDivElement | null>, onResize: () => void) {
  const resized = useEffectEvent(onResize)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => resized())
    if (log.current) observer.observe(log.current)
    return () => observer.disconnect()
  }, [log])
}

/** What one has just written is shown, wherever one was reading. */
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

/** Above the first line: the way to older ones, or the day on which the conversation began. Always as tall. */
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
