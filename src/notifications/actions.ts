import * as v from 'valibot'
import { NotificationKind } from '#contract/notifications/kinds.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

/** Turns pushes of one kind on or off, on all the member's devices. */
export const setNotificationKind = defineAction({
  name: 'notifications.setKind',
  args: v.object({ user: v.string(), kind: NotificationKind, isOn: v.boolean() }),
  lane: ({ kind }) => `notifications:${kind}`,
  replacesLast: true,
})

/** Sets the time each day in which nothing is pushed, in minutes of the day; null: none. */
export const setQuietHours = defineAction({
  name: 'notifications.setQuietHours',
  args: v.object({
    user: v.string(),
    hours: v.nullable(v.object({ from: v.number(), to: v.number(), timeZone: v.string() })),
  }),
  lane: () => 'quiet-hours',
  replacesLast: true,
})
