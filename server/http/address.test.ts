import { expect, test } from 'vitest'
import { findAddress, listNetworks } from './address.ts'

const from = (remoteAddress: string | undefined) =>
  remoteAddress === undefined
    ? undefined
    : ({ incoming: { socket: { remoteAddress } } } as Parameters<typeof findAddress>[0])

test.each<[string, string | undefined, number, string]>([
  ['192.0.2.1', undefined, 0, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.1', 0, '192.0.2.1'],
  ['192.0.2.1', undefined, 1, '192.0.2.1'],
  ['192.0.2.1', '198.51.100.1, 198.51.100.2', 1, '198.51.100.2'],
  ['192.0.2.1', '198.51.100.1 ,198.51.100.2,198.51.100.3', 2, '198.51.100.2'],
  ['192.0.2.1', '198.51.100.1, 198.51.100.2', 3, '198.51.100.1'],
  ['192.0.2.1', '198.51.100.1:54321', 1, '198.51.100.1'],
  ['192.0.2.1', '[2001:db8:1:2:3::4]:443', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '"[2001:db8:1:2::4]:12345"', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '[2001:db8:1:2::4]', 1, '2001:db8:1:2::/64'],
  ['192.0.2.1', '1:2:3::8080', 1, '1:2:3:0::/64'],
  ['192.0.2.1', '2001:1234::1', 1, '2001:1234:0:0::/64'],
])('from %s, forwarded for %s by %i proxies, the address is %s', (direct, forwardedFor, proxies, expected) => {
  expect(findAddress(from(direct), forwardedFor, proxies)).toBe(expected)
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0001:0000:ffff::1', '2001:db8:1:0::/64'],
  ['2001:db8::1:2:3', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['1:2:3:4:5:6::', '1:2:3:4::/64'],
  ['1::ffff:192.0.2.1', '1:0:0:0::/64'],
  ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['x'.repeat(100), 'x'.repeat(64)],
  [undefined, 'unknown'],
])('the address %s is counted as %s', (direct, expected) => {
  expect(findAddress(from(direct), undefined, 0)).toBe(expected)
})

test('an IPv6 address also counts for its site, with ten times the limit', () => {
  expect(listNetworks('2001:db8:1:2::/64')).toEqual([
    { network: '2001:db8:1:2::/64', factor: 1 },
    { network: '2001:db8:1::/48', factor: 10 },
  ])
  expect(listNetworks('192.0.2.1')).toEqual([{ network: '192.0.2.1', factor: 1 }])
  expect(listNetworks('x 1:2:3:4::/64')).toEqual([
    { network: 'x 1:2:3:4::/64', factor: 1 },
    { network: 'x 1:2:3::/48', factor: 10 },
  ])
})
