import * as v from 'valibot'
import { expect, test } from 'vitest'
import { PushMessage } from '#contract/notifications/push-message.ts'
import { pushedEntry, pushJson, pushTo } from '#tests/support/pushes.ts'
import { toNotification, toOwnPath } from './to-notification.ts'

const ORIGIN = 'https://music.example'

test('a push is shown with its texts, tag and icon, and leads to its conversation', () => {
  const { title, options, path } = toNotification(pushTo('ada', {}, { icon: `${ORIGIN}/pictures/1/med` }), ORIGIN)
  expect([title, path]).toEqual(['Bo', '/dm/Bo'])
  expect(options).toMatchObject({
    body: 'wrote: see you at eight',
    tag: 'message-2',
    icon: `${ORIGIN}/pictures/1/med`,
    badge: '/icons/monochrome-192.png',
    renotify: true,
    silent: false,
    lang: 'en',
    dir: 'ltr',
    data: { path: '/dm/Bo', activityId: '9', conversant: 'Bo' },
  })
})

test('a silent push replaces its notification without a sound, and one without a tag does not renotify', () => {
  expect(toNotification(pushTo('ada', {}, { silent: true }), ORIGIN).options).toMatchObject({
    renotify: false,
    silent: true,
  })
  expect(toNotification(pushTo('ada', {}, { tag: '' }), ORIGIN).options.renotify).toBe(false)
})

test('a kind of a newer server is shown by its texts', () => {
  const push = pushTo('ada', {
    kind: 'wave',
    path: '/profile/Bo',
    activity: pushedEntry(3, 'wave'),
    message: undefined,
  })
  expect(toNotification(push, ORIGIN)).toMatchObject({
    title: 'Bo',
    options: { data: { path: '/profile/Bo', activityId: '3' } },
  })
})

test.each([
  ['/dm/Bo', '/dm/Bo'],
  ['/track-swap-detail?id=4', '/track-swap-detail?id=4'],
  ['https://music.example/week', '/week'],
  ['//evil.example/x', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['http://', '/'],
])('the address %s opens %s', (address, path) => {
  expect(toOwnPath(address, ORIGIN)).toBe(path)
})

test.each([
  ['not declarative', { ...pushJson('ada'), web_push: 1 }],
  ['one without a notification', { ...pushJson('ada'), notification: undefined }],
  ['one without a recipient', pushJson('ada', { member: undefined })],
])('a push that is %s is malformed', (_, json) => {
  expect(v.safeParse(PushMessage, json).success).toBe(false)
})

test('an entry that cannot be read is dropped, and the push is shown', () => {
  const push = v.parse(PushMessage, pushJson('ada', { activity: { kind: 'follow' } }))
  expect(toNotification(push, ORIGIN)).toMatchObject({ title: 'Bo', options: { data: { path: '/dm/Bo' } } })
})
