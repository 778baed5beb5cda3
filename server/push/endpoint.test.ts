import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { findHostLimit, findPushAddress, isPublicKey, isPushOn } from './endpoint.ts'

const rules = (isAnyPublic: boolean, ...urls: string[]) => ({ pushAllowed: { isAnyPublic, urls } })
const find = (endpoint: string, isAnyPublic = true) =>
  findPushAddress(rules(isAnyPublic, 'http://push.internal:81/', 'no URL'), endpoint)?.isGuarded

test('an endpoint is at a listed origin, or at a public host by https', () => {
  expect(find('http://push.internal:81/any')).toBe(false)
  expect(find('http://push.internal:81/any', false)).toBe(false)
  expect(find('https://push.example/a?b')).toBe(true)
  for (const endpoint of [
    'http://push.internal/',
    'http://push.example/',
    'https://10.0.0.1/',
    'https://a.example/#b',
    '/',
  ])
    expect(find(endpoint)).toBeUndefined()
  expect(find('https://push.example/a', false)).toBeUndefined()
})

test('pushing is on if any host is allowed', () => {
  expect([isPushOn(rules(true)), isPushOn(rules(false, 'https://a.example/')), isPushOn(rules(false))]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['https://fcm.googleapis.com/a', true, Infinity],
  ['https://eu.push.services.mozilla.com/a', true, Infinity],
  ['https://fcm.googleapis.com.evil.example/a', true, 3],
  ['https://notfcm.googleapis.com/a', true, 3],
  ['https://push.example/a', true, 3],
  ['https://push.example/a', false, Infinity],
])('at %s, guarded: %s, a member has at most %s subscriptions', (url, isGuarded, max) => {
  expect(findHostLimit({ url: new URL(url), isGuarded })).toBe(max)
})

test('a key is an uncompressed point on the curve', () => {
  const ecdh = createECDH('prime256v1')
  const point = ecdh.generateKeys()
  expect(isPublicKey(point.toString('base64url'))).toBe(true)
  expect(isPublicKey(ecdh.getPublicKey('base64url', 'compressed'))).toBe(false)
  expect(isPublicKey(Buffer.from([4, ...Array<number>(64).fill(1)]).toString('base64url'))).toBe(false)
  expect(isPublicKey('')).toBe(false)
})
