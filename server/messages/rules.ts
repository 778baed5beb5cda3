import { MESSAGE_MAX_ENCODED_BYTES } from '#contract/messages/messages.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Throws a Refusal unless a member may write to another. */
export function checkRecipient(senderId: number, recipient: { id: number; is_system: boolean }): void {
  if (senderId === recipient.id) throw new Refusal(400, 'You cannot send a message to yourself.')
  if (recipient.is_system) throw new Refusal(400, 'System does not read messages.')
}

/**
 * Throws a Refusal 413 unless a message fits a query string everywhere: proxies limit requests to 8
 * kB, and an emoji takes 12 bytes there.
 */
export function checkLength(message: string): void {
  if (encodeURIComponent(message).length <= MESSAGE_MAX_ENCODED_BYTES) return
  throw new Refusal(413, 'This message is too long. Please send it in parts.', 'too_long')
}
