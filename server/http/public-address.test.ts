import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { getJson } from '#server/music-services/accounts/get-json.ts'
import { isPublicAddress, isPublicUrl, publicLookup } from './public-address.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2002:a00:1::',
  '2001:0:1::',
  '2001:db8::1',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '2a01:4f8::1', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'http://lb.example/',
  'https://localhost/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://user:pw@lb.example/',
  'https://user@lb.example/',
  'https://:pw@lb.example/',
  'https://lb.example/?a=b',
  'https://lb.example/#a',
  'ftp://lb.example/',
])('the URL %s of a member is not allowed', (url) => {
  expect(isPublicUrl(new URL(url))).toBe(false)
})

test.each(['https://lb.example/', 'https://lb.example:8443/listenbrainz/1/', 'https://8.8.8.8/'])(
  'the URL %s of a member is allowed',
  (url) => {
    expect(isPublicUrl(new URL(url))).toBe(true)
  },
)

/** Makes connections' name look-ups resolve to the given addresses. */
function leadTo(...addresses: string[]): void {
  const response = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const found = (_: string, __: object, callback: (error: null, all: object) => void) => callback(null, response)
  dns.lookup = Object.assign(found as unknown as typeof dns.lookup, { __promisify__: real.__promisify__ })
  syncBuiltinESMExports()
}
const real = dns.lookup
afterEach(() => {
  dns.lookup = real
  syncBuiltinESMExports()
})

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.7']], [['::1']], [['::ffff:169.254.169.254']]])(
  'a connection to a public name that resolves to %s is rejected',
  async (addresses) => {
    leadTo(...addresses)
    const url = new URL('https://lb.example:9/1/x')
    expect(isPublicUrl(url)).toBe(true)
    const requested = getJson(url, { userAgent: 'Flipside/test', isGuarded: true })
    await expect(requested).rejects.toMatchObject({ name: 'ServiceFailure', code: 'address_refused' })
    // The operator's own URLs may be private: here no server listens.
    const ours = getJson(url, { userAgent: 'Flipside/test', isGuarded: false, timeoutMs: 300 })
    await expect(ours).rejects.toMatchObject({ code: 'service_away' })
  },
)

test('a public name resolves to its addresses, and one without any is rejected', async () => {
  const resolve = (all: boolean) =>
    new Promise<unknown>((done) => {
      publicLookup('lb.example', { all }, (error, ...found) => done(error ?? found))
    })
  leadTo('8.8.8.8', '2606:4700::1111')
  expect(await resolve(false)).toEqual(['8.8.8.8', 4])
  expect(await resolve(true)).toEqual([
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ])
  leadTo()
  expect(await resolve(false)).toMatchObject({ name: 'PrivateAddress' })
})
