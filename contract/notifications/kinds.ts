import * as v from 'valibot'

/**
 * The notification kinds, in the settings' order. Each has a switch. A swap's turn is an invite or
 * an answer; its result is the rating for the member's track, or how the swap ended.
 */
export const notificationKinds = [
  'swap_turn',
  'swap_result',
  'message',
  'reply',
  'mention',
  'follow',
  'like',
  'play_reaction',
  'weekly_report',
  'relay_stopped',
] as const

export const NotificationKind = v.picklist(notificationKinds, `must be one of ${notificationKinds.join(', ')}`)
export type NotificationKind = v.InferOutput<typeof NotificationKind>
