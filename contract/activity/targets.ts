import type { Activity } from './activity.ts'
import { type ActivityKind, isActivityKind } from './kinds.ts'

/** The screen that an entry opens: of its member, its `relatedid` or, for a week, its `subject`. */
export type ActivityTarget = 'profile' | 'conversation' | 'broadcast' | 'swap' | 'week' | 'server' | 'relay'

const targets: Readonly<Record<ActivityKind, ActivityTarget>> = {
  like: 'broadcast',
  reply: 'broadcast',
  mention: 'broadcast',
  follow: 'profile',
  message: 'conversation',
  play_reaction: 'profile',
  swap_invite: 'swap',
  swap_answer: 'swap',
  swap_result: 'swap',
  swap_ended: 'swap',
  swap_share: 'swap',
  weekly_report: 'week',
  server_failure: 'server',
  relay_stopped: 'relay',
}

/** Returns what an entry opens: the profile if its kind is unknown or it has no `relatedid`. */
export function findTarget({ kind, relatedid }: Pick<Activity, 'kind' | 'relatedid'>): ActivityTarget {
  if (!isActivityKind(kind)) return 'profile'
  const target = targets[kind]
  return relatedid === null && (target === 'broadcast' || target === 'swap') ? 'profile' : target
}
