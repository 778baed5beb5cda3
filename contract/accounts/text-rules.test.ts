import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getOfflinePictures } from '../downloads/offline-copy.ts'
import { editInstance } from '../instance/instance.ts'
import { InvitationCode } from '../instance/invitations.ts'
import { getChart } from '../listening/member-chart.ts'
import { sendPlaylist } from '../listening/playlists.ts'
import { editNotificationSettings, subscribePush } from '../notifications/settings.ts'
import { retryJobs } from '../operation/server.ts'
import { deletedMemberName, isDeletedMember } from './deleted-member.ts'
import { isNextPath } from './next-path.ts'
import { addPasskey } from './passkeys.ts'
import { isEmail } from './profile.ts'
import { isPasswordTooShort } from './session.ts'
import { startSingleSignOn } from './single-sign-on.ts'

/* The texts that a query accepts by a pattern: the first ones, and not the others. */
const code = 'a-B_9'.repeat(2)
const repeat = (text: string, times: number) => Array.from({ length: times }, () => text).join(',')
const inField = (schema: v.GenericSchema, name: string) => (text: string) => {
  const { issues = [] } = v.safeParse(schema, { [name]: text })
  return !issues.some((issue) => v.getDotPath(issue) === name)
}

test.each<[string, (text: string) => boolean, readonly string[], readonly string[]]>([
  ['an e-mail address', isEmail, ['a@b', ' ada@b.example '], ['a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b c', 'a@b\nc']],
  [
    'a contact',
    inField(editInstance.query, 'contact'),
    ['', 'ada@b.example', 'https://a.example/b'],
    ['a', 'a@b c', 'c a@b@', 'http://a.example', 'https://', 'https://a b', 'javascript:https://a'],
  ],
  [
    'an invitation',
    (text) => v.is(InvitationCode, text),
    [code, 'x'.repeat(64)],
    ['x'.repeat(9), 'x'.repeat(65), `${code}/`, `/${code}`, ''],
  ],
  [
    'a deleted member',
    isDeletedMember,
    [deletedMemberName(12), 'deleted MEMBER 7'],
    ['Deleted member', 'Deleted member x', 'Deleted member 7a', 'a deleted member 7'],
  ],
  [
    'a path after the sign-in',
    isNextPath,
    ['/', '/a?b#c', '/loginx', '/a/login', `/${'a'.repeat(1999)}`],
    [
      '',
      'a',
      '//a',
      '/\\a',
      '/a\\b',
      '/a\u0001',
      '/a\u007f',
      '/login',
      '/login/',
      '/signup?a',
      '/reset#a',
      `/${'a'.repeat(2000)}`,
    ],
  ],
  ['a passkey', inField(addPasskey.query, 'credential_id'), [code], [`${code}=`, `+${code}`, '']],
  [
    'the name of a passkey',
    inField(addPasskey.query, 'name'),
    ['My phone', 'Téléphone'],
    ['', ' ', 'a\u0007b', 'a\u2028b', 'a\u2029b', 'a\u202eb', 'a\u2066b'],
  ],
  [
    'the key of a subscription',
    inField(subscribePush.query, 'auth'),
    ['a'.repeat(22)],
    ['a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}=`],
  ],
  [
    'a provider',
    (url) => v.is(startSingleSignOn.response, { url }),
    ['https://a.example/', 'http://a.example'],
    ['ftp://a', 'a https://b', '//a'],
  ],
  [
    'the ids of tracks',
    inField(sendPlaylist.query, 'track_ids'),
    ['1', '3,20', '123456789012345', repeat('1', 100)],
    ['', '0', '01', '1,', ',1', '1,0', '1, 2', 'a', '1234567890123456', '1,1234567890123456', repeat('1', 101)],
  ],
  [
    'a playlist',
    inField(sendPlaylist.query, 'playlist'),
    ['b1a9c0e9-d987-4042-ae91-78d6a3267d69'],
    [
      'B1A9C0E9-D987-4042-AE91-78D6A3267D69',
      'xb1a9c0e9-d987-4042-ae91-78d6a3267d69',
      'b1a9c0e9-d987-4042-ae91-78d6a3267d69x',
      'b1a9c0e9-d987-4042-78d6a3267d69',
    ],
  ],
  [
    'the names of pictures',
    inField(getOfflinePictures.query, 'pictures'),
    ['a', 'a-B_9,bc', 'x'.repeat(64), repeat('a', 60)],
    ['', ',', 'a,', ',a', 'a/b', 'a,/', 'x'.repeat(65), `a,${'x'.repeat(65)}`, repeat('a', 61)],
  ],
  [
    'a queue',
    inField(retryJobs.query, 'queue'),
    ['push', 'a-b', 'a'.repeat(64)],
    ['', '-a', 'A', 'a1', 'a b', 'a'.repeat(65)],
  ],
  ['a place in a chart', inField(getChart.query, 'offset'), ['0', '999'], ['-1', '1000']],
  ['a minute', inField(editNotificationSettings.query, 'quiet_from'), ['0', '1439'], ['-1', '1440']],
  [
    'a new password',
    (text) => !isPasswordTooShort(text),
    ['12345678', '\ufdfa', '\u{1f600}'.repeat(8)],
    ['', '1234567', '\u{1f600}'.repeat(7), 'e\u0301'.repeat(7)],
  ],
])('a query accepts as %s what has its form only', (_, accepts, valid, invalid) => {
  expect(valid.filter((text) => !accepts(text))).toEqual([])
  expect(invalid.filter(accepts)).toEqual([])
})

test('a long text for the server is limited as it is sent, encoded', () => {
  const accepts = inField(editInstance.query, 'about')
  expect([accepts('a'.repeat(2000)), accepts('a'.repeat(2001))]).toEqual([true, false])
  expect([accepts('é'.repeat(1000)), accepts('é'.repeat(1001))]).toEqual([true, false])
})
