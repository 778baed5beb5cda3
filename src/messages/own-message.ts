import { EDIT_MINUTES } from '#contract/messages/messages.ts'
import type { ShownMessage } from './overlay.ts'

const MINUTE_MS = 60_000

/** Returns how an action names an own message: by its id, or by its client_id while it has none. */
export const nameOwnMessage = ({ id, client_id }: ShownMessage) =>
  id > 0 ? { messageId: id } : { messageClientId: client_id }

/** Returns whether an edit is offered: within ten minutes, by this device's clock. */
export const isEditOffered = ({ type, waiting, deleted_at, timestamp }: ShownMessage, nowMs: number): boolean =>
  type === 'Outgoing' &&
  deleted_at === undefined &&
  (waiting !== undefined || nowMs - Date.parse(timestamp) < EDIT_MINUTES * MINUTE_MS)
