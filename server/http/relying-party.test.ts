import { expect, test } from 'vitest'
import { findRelyingParty } from './relying-party.ts'

const find = (publicUrl: string | null, allowedOrigins: string[] = []) =>
  findRelyingParty({ publicUrl: publicUrl === null ? null : new URL(publicUrl), allowedOrigins }, () => 3000)

test('the relying party is the host of PUBLIC_URL, and localhost without one', () => {
  expect(find('https://flipside.example/')).toEqual({ id: 'flipside.example', origins: ['https://flipside.example'] })
  expect(find('https://music.example:8443/')).toEqual({ id: 'music.example', origins: ['https://music.example:8443'] })
  expect(find('http://localhost:8080/')).toEqual({ id: 'localhost', origins: ['http://localhost:8080'] })
  expect(find(null)).toEqual({ id: 'localhost', origins: ['http://localhost:3000'] })
})

test('an IP address or plain http has no passkeys', () => {
  const addresses = [
    'http://flipside.example/',
    'https://192.0.2.1/',
    'https://[2001:db8::1]/',
    'http://127.0.0.1:3000/',
  ]
  expect(addresses.map((address) => find(address))).toEqual([undefined, undefined, undefined, undefined])
})

test('pages of ALLOWED_ORIGINS use passkeys if browsers accept the host for them', () => {
  const allowed = [
    'https://app.flipside.example',
    'https://flipside.example:8443',
    'http://app.flipside.example',
    'https://notflipside.example',
    'https://other.example',
  ]
  expect(find('http://localhost:8080/', ['http://localhost:3001'])?.origins).toContain('http://localhost:3001')
  expect(find('https://flipside.example/', allowed)?.origins).toEqual([
    'https://flipside.example',
    'https://app.flipside.example',
    'https://flipside.example:8443',
  ])
})
