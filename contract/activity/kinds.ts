export const activityKinds = [
  'like',
  'reply',
  'mention',
  'follow',
  'message',
  'play_reaction',
  'swap_invite',
  'swap_answer',
  'swap_result',
  'swap_ended',
  'swap_share',
  'weekly_report',
  'server_failure',
  'relay_stopped',
] as const

export type ActivityKind = (typeof activityKinds)[number]

/** Returns false for a newer server's kind. */
export const isActivityKind = (kind: string): kind is ActivityKind =>
  (activityKinds as readonly string[]).includes(kind)

/** The ways a swap ends without results: the `subject` of a `swap_ended`. */
export type SwapEnding = 'declined' | 'withdrawn' | 'expired' | 'deleted'

/** The part of the server that has failed: the `subject` of a `server_failure`. */
export type ServerFailure = 'backup' | 'jobs'
