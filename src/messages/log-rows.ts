import { dayLabel, isSameDay } from './day-label.ts'
import type { ShownMessage } from './overlay.ts'

export interface LogRow {
  key: string
  message: ShownMessage
  isOwn: boolean
  /** The day that begins below it. */
  dayBelow: string | undefined
  /** Whether it is the last message that waits for a connection, which shows the notice for all. */
  isLastWaiting: boolean
}

/** Returns a conversation's rows. A day is named below the last row before it: nothing jumps. */
export const logRows = (messages: readonly ShownMessage[], nowMs: number): LogRow[] =>
  messages.map((message, place): LogRow => {
    const next = messages[place + 1]
    const isOwn = message.type === 'Outgoing'
    return {
      // The id arrives with the response; a message that the user wrote stays in the same row.
      key: isOwn && message.client_id !== undefined ? message.client_id : String(message.id),
      message,
      isOwn,
      dayBelow: next && !isSameDay(message.timestamp, next.timestamp) ? dayLabel(next.timestamp, nowMs) : undefined,
      isLastWaiting: message.waiting !== undefined && next?.waiting === undefined,
    }
  })
