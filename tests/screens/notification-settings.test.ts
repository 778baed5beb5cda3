import { expect, test } from 'vitest'
import { aBrowser } from './browser.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const settings = {
  public_key: 'BKey',
  kinds: [
    { kind: 'message', is_on: true },
    { kind: 'like', is_on: false },
    { kind: 'of a newer server', is_on: true },
  ],
  quiet_hours: null,
  endpoint: '',
  is_turned_off: false,
  devices: [
    { id: 4, device: 'Safari on iPhone', is_current: false, subscribed_at: '2026-11-20T08:00:00Z', pushed_at: '' },
  ],
}
const path = '/settings/notifications'

test('the kinds are switched on and off, also before the server responds', async () => {
  host.responds({ 'user/notification-settings': settings, 'user/edit-notification-settings': 'never' })
  const screen = await showScreen(path, member)
  await screen.shows('Messages')
  await screen.turns('Likes', true)
  await screen.turns('Messages', false)
})

test('quiet hours begin at 22:00 in the time zone of the device', async () => {
  host.responds({ 'user/notification-settings': settings, 'user/edit-notification-settings': 'never' })
  const screen = await showScreen(path, member)
  await screen.turns('Quiet hours', true)
  await screen.contains(`Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  expect(screen.values()).toEqual(['22:00', '07:00'])
})

test('a browser without push messages is named, and other devices are listed', async () => {
  host.responds({ 'user/notification-settings': settings })
  const screen = await showScreen(path, member)
  await screen.shows('This browser cannot show notifications from this address.')
  await screen.shows('Safari on iPhone')
  await screen.press('Turn off on Safari on iPhone')
})

test('a device is turned on by a press, and a denied permission is explained', async () => {
  aBrowser('default', null, 'denied')
  host.responds({ 'user/notification-settings': settings })
  const screen = await showScreen(path, member)
  await screen.press('Turn On Notifications')
  await screen.contains('This browser blocks notifications from this site.')
})

test('a device with notifications can turn them off', async () => {
  aBrowser('granted', 'https://push.example/1')
  host.responds({
    'user/notification-settings': { ...settings, endpoint: 'https://push.example/1' },
    'user/unsubscribe-push': { success: true },
  })
  const screen = await showScreen(path, member)
  await screen.shows('Notifications are on, also while Flipside is closed.')
  host.responds({ 'user/notification-settings': settings })
  await screen.press('Turn Off on This Device')
  await screen.contains('Notifications are off.')
})

test('a server without the settings, and one without a key, say so', async () => {
  const screen = await showScreen(path, member)
  await screen.shows('This server does not send notifications.')
  host.responds({ 'user/notification-settings': { ...settings, public_key: '' } })
  const other = await showScreen(path, member)
  await other.contains('This server sends no push notifications.')
})

test('settings that fail to load can be requested again', async () => {
  host.responds({ 'user/notification-settings': 400 })
  const screen = await showScreen(path, member)
  await screen.shows('Failed to load the notification settings')
  host.responds({ 'user/notification-settings': settings })
  await screen.refresh()
  await screen.shows('Messages')
})
