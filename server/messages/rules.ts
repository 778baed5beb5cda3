import { MESSAGE_MAX_ENCODED_BYTES } from '#contract/messages/messages.ts'
import { Refusal } from '#server/http/refusal.ts'
import { checkVisibleText } from '#server/http/visible-text.ts'
import type { MessageRef } from './changes.ts'

/** Throws a Refusal unless a member may write to another. */
export function checkRecipient(senderId: number, recipient: { id: number; is_system: boolean }): void {
  if (senderId === recipient.id) throw new Refusal(400, 'You cannot send a message to yourself.')
  if (recipient.is_system) throw new Refusal(400, 'System does not read messages.')
}

/**
 * Throws a Refusal 413 unless a message fits a query string everywhere: proxies limit requests to 8
 * kB, and an emoji takes 12 bytes there.
 */
function checkLength(message: string): void {
  if (encodeURIComponent(message).length <= MESSAGE_MAX_ENCODED_BYTES) return
  throw new Refusal(413, 'This message is too long. Please send it in parts.', 'too_long')
}

/** Throws a Refusal unless a message has a text that shows and fits, or a track. */
export function checkContent({ message, track_id }: { message: string; track_id?: number | undefined }): void {
  if (track_id === undefined) checkVisibleText('message', message)
  checkLength(message)
}

interface OwnMessage {
  readonly message_id?: number | undefined
  readonly message_client_id?: string | undefined
}

/** Returns how a request names a message. Throws a Refusal unless it does so in one way. */
export function toMessageRef({ message_id: id, message_client_id: clientId }: OwnMessage): MessageRef {
  if ((id === undefined) === (clientId === undefined))
    throw new Refusal(400, 'Either message_id or message_client_id must be given.')
  return { id, clientId }
}
