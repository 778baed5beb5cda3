import { getNotificationSettings } from '#contract/notifications/settings.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { notificationReads, overlayNotificationSettings } from './overlay.ts'

/** A member's notification settings and this session's subscription; null from a host without. */
export const notificationSettingsQuery = ownQuery(getNotificationSettings, ['notifications', 'settings'], {
  overlay: overlayNotificationSettings,
  reads: notificationReads,
})
