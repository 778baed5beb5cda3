import type { PushMessage } from '#contract/notifications/push-message.ts'

/** The monochrome icon in Android's status bar. */
const BADGE = '/icons/monochrome-192.png'
const ICON = '/icons/icon-192.png'

export interface NotificationData {
  path: string
  /** When it was shown, in ms since 1970. */
  shownAt?: number
  /** The activity entry; absent for kinds without one. */
  activityId?: string
  conversant?: string
}

interface Shown {
  title: string
  /** `renotify` and `timestamp` are not in the DOM types. */
  options: NotificationOptions & { renotify?: boolean; timestamp?: number }
  path: string
}

/** The notification for a push with content that cannot be shown here. */
export const UNREADABLE: Shown = {
  title: 'Flipside',
  options: {
    body: 'Something new happened. Open Flipside to see it.',
    tag: 'unreadable',
    icon: ICON,
    badge: BADGE,
    data: { path: '/' } satisfies NotificationData,
  },
  path: '/',
}

/** Returns a push as the notification to show. Paths on other origins are replaced by `/`. */
export function toNotification({ notification, flipside }: PushMessage, origin: string): Shown {
  const { title, body, tag, lang, dir, icon, timestamp, silent = false } = notification
  const path = toOwnPath(flipside.path, origin)
  const { activity } = flipside
  const data: NotificationData = {
    path,
    shownAt: Date.now(),
    ...(activity && { activityId: activity.id }),
    ...(activity?.kind === 'message' && { conversant: activity.username }),
  }
  return {
    title: title || 'Flipside',
    path,
    options: {
      body,
      tag,
      data,
      silent,
      badge: BADGE,
      icon: icon ?? ICON,
      // `renotify` without a tag is a TypeError.
      renotify: tag !== '' && !silent,
      ...(timestamp !== null && { timestamp }),
      ...(lang !== '' && { lang }),
      ...((dir === 'ltr' || dir === 'rtl') && { dir }),
    },
  }
}

/** Returns the path and query of an address on this origin; `/` for any other. */
export function toOwnPath(path: string, origin: string): string {
  if (!URL.canParse(path, origin)) return '/'
  const url = new URL(path, origin)
  return url.origin === origin ? url.pathname + url.search : '/'
}
