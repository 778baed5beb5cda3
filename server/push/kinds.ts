import type { ActivityKind } from '#contract/activity/kinds.ts'
import { type ActivityTarget, findTarget } from '#contract/activity/targets.ts'
import { describeActivity } from '#contract/activity/texts.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { ActivityEntry } from '#server/activity/index.ts'

interface PushText {
  readonly title: string
  readonly body: string
}

export interface PushKind {
  /** A push that has not been delivered after this time is useless, in seconds. */
  readonly ttlSeconds: number
  /** RFC 8030: a device that saves power may delay low ones. */
  readonly urgency: 'low' | 'normal' | 'high'
  /** The pause between two pushes with one tag, in ms: what happens meanwhile is one push. */
  readonly pauseMs: number
  /** What the app needs besides the entry to show the target without a connection. */
  readonly item?: 'message' | 'swap'
  /** Returns what differs from the entry's text: in plain text. */
  readonly describe?: (entry: ActivityEntry) => Partial<PushText>
}

/** The notification that an activity entry causes, if any. A new activity kind needs a line here. */
export const activityNotifications: Readonly<Record<ActivityKind, NotificationKind | undefined>> = {
  like: 'like',
  follow: 'follow',
  message: 'message',
  swap_invite: 'swap_turn',
  swap_answer: 'swap_turn',
  swap_result: 'swap_result',
  swap_ended: 'swap_result',
  swap_share: 'swap_result',
  weekly_report: 'weekly_report',
  reply: 'reply',
  mention: 'mention',
  relay_stopped: 'relay_stopped',
  play_reaction: 'play_reaction',
  // Admins get a mail.
  server_failure: undefined,
}

const DAY_S = 86_400
const LIKES_PAUSE_MS = 5 * 60_000

const NORMAL = { ttlSeconds: 3 * DAY_S, urgency: 'normal', pauseMs: 0 } as const
const LOW = { ttlSeconds: DAY_S, urgency: 'low', pauseMs: 0 } as const

export const pushKinds: Readonly<Record<NotificationKind, PushKind>> = {
  swap_turn: { ...NORMAL, item: 'swap' },
  swap_result: { ...NORMAL, item: 'swap' },
  message: {
    ...NORMAL,
    urgency: 'high',
    item: 'message',
    describe: ({ username, subject }) => ({ title: username, body: subject }),
  },
  reply: NORMAL,
  mention: NORMAL,
  follow: LOW,
  like: { ...LOW, pauseMs: LIKES_PAUSE_MS },
  play_reaction: { ...LOW, pauseMs: LIKES_PAUSE_MS },
  weekly_report: {
    ...LOW,
    describe: () => ({ body: 'What you played, your swaps, and what the people you follow broadcast.' }),
  },
  relay_stopped: {
    ...NORMAL,
    describe: () => ({ body: 'They wait here until you link the account again, or choose Try now.' }),
  },
}

const paths: Readonly<Record<ActivityTarget, (entry: ActivityEntry) => string>> = {
  profile: ({ username }) => `/profile/${encodeURIComponent(username)}`,
  conversation: ({ username }) => `/dm/${encodeURIComponent(username)}`,
  broadcast: ({ relatedid }) => `/broadcast/${relatedid}`,
  swap: ({ relatedid }) => `/track-swap-detail?id=${relatedid}`,
  server: () => '/admin/server',
  relay: () => '/settings/scrobbling',
  week: ({ subject }) => `/week?week=${encodeURIComponent(subject)}`,
}

export const toPath = (entry: ActivityEntry): string => paths[findTarget(entry)](entry)

/** Returns a push's title and body, which the caller shortens. */
export function describePush(kind: NotificationKind, entry: ActivityEntry): PushText {
  const { text, detail, isComplete = false } = describeActivity(entry)
  const title = isComplete ? text : `${entry.username} ${text}`
  return { title, body: detail, ...pushKinds[kind].describe?.(entry) }
}
