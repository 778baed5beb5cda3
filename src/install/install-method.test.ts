import { expect, test } from 'vitest'
import { findInstallMethod } from './install-method.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const CHROME_ON_IPHONE = IPHONE.replace('Version/18.5', 'CriOS/140.0')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const wayOf = (userAgent: string, more: object = {}) =>
  findInstallMethod({ userAgent, touchPoints: 5, isInstalled: false, hasPrompt: false, ...more })

test.each([
  ['Safari on an iPhone', IPHONE, {}],
  ['Safari on an iPad', IPAD, {}],
])('%s installs from the share sheet', (_, userAgent, more) => {
  expect(wayOf(userAgent, more)).toBe('share-sheet')
})

test.each([
  ['Safari on a Mac', IPAD, { touchPoints: 0 }],
  ['Chrome on an iPhone', CHROME_ON_IPHONE, {}],
  ['Chrome before it has offered', ANDROID, {}],
  ['the installed app', IPHONE, { isInstalled: true }],
  ['the installed app of Android', ANDROID, { isInstalled: true, hasPrompt: true }],
])('%s has no way', (_, userAgent, more) => {
  expect(wayOf(userAgent, more)).toBeUndefined()
})

test('a browser that offers is asked', () => {
  expect(wayOf(ANDROID, { hasPrompt: true })).toBe('prompt')
})
