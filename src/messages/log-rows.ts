import { dayLabel, isSameDay } from './day-label.ts'
import type { ShownMessage } from './overlay.ts'

/** A message as a line of the log. */
export interface LogRow {
  key: string
  message: ShownMessage
  isOwn: boolean
  /** The day that begins below it. */
  dayBelow: string | undefined
  /** Whether it is the last of those that wait for a connection, which says so for all. */
  isLastWaiting: boolean
}

/**
 * The lines of a conversation. A day is named below the last line before it, so that older messages never change a line
 * that is there: nothing jumps. `nowMs`: ms since 1970.
 */
export const logRows = (messages: readonly ShownMessage[], nowMs: number): LogRow[] =>
  messages.map((message, place): LogRow => {
    const next = messages[place + 1]
    const isOwn = message.type === 'Outgoing'
    return {
      // The id comes with the answer; the line that a person wrote stays the same line.
      key: isOwn && message.client_id !== undefined ? message.client_id : String(message.id),
      message,
      isOwn,
      dayBelow: next && !isSameDay(message.timestamp, next.timestamp) ? dayLabel(next.timestamp, nowMs) : undefined,
      isLastWaiting: message.waiting !== undefined && next?.waiting === undefined,
    }
  })
