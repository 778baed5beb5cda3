import { editNotificationSettings } from '#contract/notifications/settings.ts'
import { defineSender } from '#src/offline/outbox/action.ts'
import * as actions from './actions.ts'

export const setNotificationKind = defineSender({
  ...actions.setNotificationKind,
  isRepeatable: true,
  send: (call, { user, kind, isOn }, client_id) =>
    call(editNotificationSettings, { user, [kind]: isOn ? 'true' : 'false', client_id }),
  label: ({ kind, isOn }) => `Turn notifications ${isOn ? 'on' : 'off'}: ${kind.replace('_', ' ')}`,
})

export const setQuietHours = defineSender({
  ...actions.setQuietHours,
  isRepeatable: true,
  send: (call, { user, hours }, client_id) =>
    call(
      editNotificationSettings,
      hours === null
        ? { user, quiet_hours: 'false', client_id }
        : {
            user,
            quiet_hours: 'true',
            quiet_from: hours.from,
            quiet_to: hours.to,
            time_zone: hours.timeZone,
            client_id,
          },
    ),
  label: ({ hours }) => (hours === null ? 'End the quiet hours' : 'Set the quiet hours'),
})
