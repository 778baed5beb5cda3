import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret, isRelayName, toRelayName } from './secrets.ts'

const KEY = { secretKey: 'k'.repeat(32) }
const OTHER_KEY = { secretKey: 'l'.repeat(32) }
const owner = { memberId: 7, service: 'lastfm' } as const

test('a secret is decrypted with its key and for its owner only', () => {
  const stored = encryptSecret(KEY, owner, 'sesame ü')
  expect(decryptSecret(KEY, owner, stored)).toBe('sesame ü')
  expect(decryptSecret(OTHER_KEY, owner, stored)).toBeUndefined()
  expect(decryptSecret(KEY, { ...owner, memberId: 8 }, stored)).toBeUndefined()
  for (const service of ['listenbrainz', 'library', 'followed'] as const)
    expect(decryptSecret(KEY, { ...owner, service }, stored)).toBeUndefined()
})

test('a changed, cut or empty secret is not decrypted', () => {
  const stored = encryptSecret(KEY, owner, 'sesame')
  for (let place = 0; place < stored.length; place++) {
    const changed = Buffer.from(stored)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(decryptSecret(KEY, owner, changed)).toBeUndefined()
    expect(decryptSecret(KEY, owner, stored.subarray(0, place))).toBeUndefined()
  }
})

test('equal secrets are stored differently', () => {
  expect(encryptSecret(KEY, owner, 'sesame')).not.toEqual(encryptSecret(KEY, owner, 'sesame'))
})

test('the name of a server is stable, differs by key, and is recognized', () => {
  expect(toRelayName(KEY.secretKey)).toBe(toRelayName(KEY.secretKey))
  expect(toRelayName(KEY.secretKey)).not.toBe(toRelayName(OTHER_KEY.secretKey))
  expect([isRelayName(toRelayName(KEY.secretKey)), isRelayName('Flipside'), isRelayName(undefined)]).toEqual([
    true,
    false,
    false,
  ])
})
