import { expect, test } from 'vitest'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { overlayNotificationSettings } from './overlay.ts'
import { setNotificationKind, setQuietHours } from './senders.ts'

const settings = {
  public_key: 'key',
  kinds: [
    { kind: 'message', is_on: true },
    { kind: 'like', is_on: true },
  ],
  quiet_hours: null,
  endpoint: '',
  is_turned_off: false,
  devices: [],
}

test('pending changes of kinds and quiet hours show in the settings', () => {
  const hours = { from: 1320, to: 420, timeZone: 'Europe/Berlin' }
  const pending = pendingActions(
    [setNotificationKind, { user: 'ada', kind: 'like', isOn: false }],
    [setQuietHours, { user: 'ada', hours }],
  )
  const shown = overlayNotificationSettings(settings, pending)
  expect(shown).toEqual({
    ...settings,
    kinds: [
      { kind: 'message', is_on: true },
      { kind: 'like', is_on: false },
    ],
    quiet_hours: { from: 1320, to: 420, time_zone: 'Europe/Berlin' },
  })
  expect(overlayNotificationSettings(shown, pending)).toEqual(shown)
})

test('ended quiet hours are none', () => {
  const now = { ...settings, quiet_hours: { from: 0, to: 60, time_zone: 'UTC' } }
  const pending = pendingActions([setQuietHours, { user: 'ada', hours: null }])
  expect(overlayNotificationSettings(now, pending)?.quiet_hours).toBeNull()
})

test('a host without the settings has none, whatever is pending', () => {
  expect(overlayNotificationSettings(null, pendingActions([setQuietHours, { user: 'ada', hours: null }]))).toBeNull()
})
