import { nameKey } from '#contract/accounts/names.ts'
import { getNotificationSettings } from '#contract/notifications/settings.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { notificationReads, overlayNotificationSettings } from './overlay.ts'

/** A member's notification settings and this session's subscription; null from a host without. */
export const notificationSettingsQuery = (user: string) =>
  liveQuery({
    queryKey: ['notifications', 'settings', nameKey(user)],
    fetch: (options) => ifComputed(poll(getNotificationSettings, { user }, options)),
    overlay: overlayNotificationSettings,
    reads: notificationReads,
  })
