import { expect, test } from 'vitest'
import { toPushState } from './push-state.ts'

const device = { isSupported: true, permission: 'granted', endpoint: 'https://push.example/1' } as const
const settings = { public_key: 'key', endpoint: 'https://push.example/1' }

test.each([
  ['on', settings, device],
  ['off', { ...settings, endpoint: '' }, device],
  ['off', settings, { ...device, endpoint: null }],
  ['off', settings, { ...device, permission: 'default' }],
  ['denied', settings, { ...device, permission: 'denied' }],
  ['unsupported', settings, { ...device, isSupported: false }],
  ['unavailable', { ...settings, public_key: '' }, device],
] as const)('notifications are %s', (state, response, browser) => {
  expect(toPushState(response, browser, false)).toBe(state)
})

test('a browser that supports them only in the installed app is installed first', () => {
  expect(toPushState(settings, { ...device, isSupported: false }, true)).toBe('install-first')
})
