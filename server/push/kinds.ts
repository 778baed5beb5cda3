import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { ActivityEntry } from '#server/activity/index.ts'
import type { ActivityKind } from '#server/db/tables/activity.ts'

/** How a kind of notification is pushed. */
export interface PushKind {
  /** A push that has not been delivered after this time is useless, in seconds. */
  readonly ttlSeconds: number
  /** RFC 8030: a device that saves power may delay low ones. */
  readonly urgency: 'low' | 'normal' | 'high'
  /** The pause between two pushes of one tag, in ms: what happens meanwhile is one push. */
  readonly pauseMs: number
  /** What the app needs besides the entry to show the target without a connection. */
  readonly item?: 'message' | 'swap'
  /** Returns title and body: plain, cut by the caller. */
  readonly describe: (entry: ActivityEntry) => { readonly title: string; readonly body: string }
  /** Returns the path of the app that it opens. */
  readonly path: (entry: ActivityEntry) => string
}

/** The notification that an entry of activity causes. A new kind of activity needs a line here. */
export const activityNotifications: Readonly<Record<ActivityKind, NotificationKind>> = {
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
}

const DAY_S = 86_400
const LIKES_PAUSE_MS = 5 * 60_000

const toSwap = ({ relatedid }: ActivityEntry) => `/track-swap-detail?id=${relatedid}`
const toBroadcast = ({ relatedid }: ActivityEntry) => (relatedid === null ? '/activity' : `/broadcast/${relatedid}`)
const toProfile = ({ username }: ActivityEntry) => `/profile/${encodeURIComponent(username)}`

/** All kinds: texts, paths and how urgent they are. */
export const pushKinds: Readonly<Record<NotificationKind, PushKind>> = {
  swap_turn: {
    ttlSeconds: 3 * DAY_S,
    urgency: 'normal',
    pauseMs: 0,
    item: 'swap',
    describe: ({ kind, username, subject }) =>
      kind === 'swap_invite'
        ? { title: `${username} sent you a Track Swap`, body: subject }
        : { title: `${username} responded to your Track Swap`, body: subject },
    path: toSwap,
  },
  swap_result: {
    ttlSeconds: 3 * DAY_S,
    urgency: 'normal',
    pauseMs: 0,
    item: 'swap',
    describe: describeResult,
    path: toSwap,
  },
  message: {
    ttlSeconds: 3 * DAY_S,
    urgency: 'high',
    pauseMs: 0,
    item: 'message',
    describe: ({ username, subject }) => ({ title: username, body: subject }),
    path: ({ username }) => `/dm/${encodeURIComponent(username)}`,
  },
  reply: {
    ttlSeconds: 3 * DAY_S,
    urgency: 'normal',
    pauseMs: 0,
    describe: ({ username, subject }) => ({ title: `${username} replied to you`, body: subject }),
    path: toBroadcast,
  },
  mention: {
    ttlSeconds: 3 * DAY_S,
    urgency: 'normal',
    pauseMs: 0,
    describe: ({ username, subject }) => ({ title: `${username} mentioned you`, body: subject }),
    path: toBroadcast,
  },
  follow: {
    ttlSeconds: DAY_S,
    urgency: 'low',
    pauseMs: 0,
    describe: ({ username }) => ({ title: `${username} follows you`, body: '' }),
    path: toProfile,
  },
  like: {
    ttlSeconds: DAY_S,
    urgency: 'low',
    pauseMs: LIKES_PAUSE_MS,
    describe: ({ username, subject, count = 1 }) => ({
      title: count === 1 ? `${username} liked your broadcast` : `${count} people liked your broadcast`,
      body: subject,
    }),
    path: toBroadcast,
  },
  weekly_report: {
    ttlSeconds: DAY_S,
    urgency: 'low',
    pauseMs: 0,
    describe: () => ({
      title: 'Your week in music',
      body: 'What you played, your swaps, and what the people you follow broadcast.',
    }),
    path: ({ subject }) => `/week?week=${encodeURIComponent(subject)}`,
  },
}

/** How a swap ended without results, by the `subject` of a `swap_ended`. */
const ENDINGS: Readonly<Record<string, (username: string) => string>> = {
  declined: (username) => `${username} declined your Track Swap`,
  withdrawn: (username) => `${username} withdrew a Track Swap`,
  expired: (username) => `Your Track Swap with ${username} has expired`,
}

function describeResult({ kind, username, subject }: ActivityEntry) {
  if (kind === 'swap_share') {
    const verb = subject === 'agreed' ? 'agreed' : 'wants'
    return { title: `${username} ${verb} to share the results of your Track Swap`, body: '' }
  }
  if (kind === 'swap_result') return { title: `${username} gave your track a ${subject}`, body: '' }
  return { title: ENDINGS[subject]?.(username) ?? 'A Track Swap has ended', body: '' }
}
