import * as v from 'valibot'

/** The kinds in the settings' order, each with a switch. A swap's turn is an invite or an answer. */
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
