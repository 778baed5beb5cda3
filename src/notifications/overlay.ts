import type { NotificationSettings } from '#contract/notifications/settings.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { setNotificationKind, setQuietHours } from './actions.ts'

export const notificationReads = [setNotificationKind, setQuietHours] as const

/** Returns the settings with pending changes; null from a host without them. */
export function overlayNotificationSettings(
  settings: NotificationSettings | null,
  pending: PendingOf<typeof notificationReads>,
): NotificationSettings | null {
  if (settings === null) return null
  const switched = new Map<string, boolean>(pending.of(setNotificationKind).map(({ kind, isOn }) => [kind, isOn]))
  const last = pending.of(setQuietHours).at(-1)
  return {
    ...settings,
    kinds: settings.kinds.map((row) => ({ ...row, is_on: switched.get(row.kind) ?? row.is_on })),
    ...(last && {
      quiet_hours: last.hours && { from: last.hours.from, to: last.hours.to, time_zone: last.hours.timeZone },
    }),
  }
}
