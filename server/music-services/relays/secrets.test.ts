import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret, isRelayName, toRelayName } from './secrets.ts'

const KEY = 'k'.repeat(32)
const owner = { memberId: 7, service: 'lastfm' }

test('a secret is decrypted with its key and for its owner only', () => {
  const stored = encryptSecret(KEY, owner, 'sesame ü')
  expect(decryptSecret(KEY, owner, stored)).toBe('sesame ü')
  expect(decryptSecret('l'.repeat(32), owner, stored)).toBeUndefined()
  expect(decryptSecret(KEY, { ...owner, memberId: 8 }, stored)).toBeUndefined()
  expect(decryptSecret(KEY, { ...owner, service: 'listenbrainz' }, stored)).toBeUndefined()
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
  expect(toRelayName(KEY)).toBe(toRelayName(KEY))
  expect(toRelayName(KEY)).not.toBe(toRelayName('l'.repeat(32)))
  expect([isRelayName(toRelayName(KEY)), isRelayName('Flipside'), isRelayName(undefined)]).toEqual([true, false, false])
})
