import { expect, test } from 'vitest'
import { PUSH_MESSAGE_MAX_BYTES } from '#contract/notifications/push-message.ts'
import type { ActivityEntry } from '#server/activity/index.ts'
import { type PushContent, renderPush } from './content.ts'

const entry: ActivityEntry = {
  id: '1',
  actorId: 2,
  kind: 'message',
  username: 'bo',
  pfpsm: '',
  relatedid: null,
  subject: 'hello',
  timestamp: '2026-11-20T08:00:00.000Z',
  unread: true,
}
const message = { id: 7, message: 'hello', timestamp: entry.timestamp, type: 'Incoming' } as const
const content: PushContent = {
  kind: 'message',
  entry,
  member: 'ada',
  baseUrl: 'https://music.example',
  badge: 3,
  isRepeated: false,
  tag: 'message-2',
  items: { message },
}
const render = (changes: Partial<PushContent> = {}, isSmall = false) =>
  JSON.parse(renderPush({ ...content, ...changes }, isSmall))
const withEntry = (changes: Partial<ActivityEntry>) => ({ entry: { ...entry, ...changes } })

test('a push contains the entry and its message, and no id of a member', () => {
  const { actorId: _, ...activity } = entry
  expect(render().flipside).toEqual({ kind: 'message', member: 'ada', path: '/dm/bo', activity, message })
})

test('what does not fit is left out: first the message, then the entry', () => {
  const long = 'x'.repeat(PUSH_MESSAGE_MAX_BYTES)
  const { flipside } = render({ items: { message: { ...message, message: long } } })
  expect(Object.keys(flipside)).toEqual(['kind', 'member', 'path', 'activity'])
  expect(Object.keys(render(withEntry({ subject: long })).flipside)).toEqual(['kind', 'member', 'path'])
  expect(Object.keys(render({}, true).flipside)).toEqual(['kind', 'member', 'path'])
})

test('a push of exactly the maximum fits', () => {
  const { length } = Buffer.from(renderPush(content))
  const fill = (more: number) => ({ message: { ...message, message: `hello${'x'.repeat(more)}` } })
  const room = PUSH_MESSAGE_MAX_BYTES - length
  expect(render({ items: fill(room) }).flipside.message).toBeDefined()
  expect(render({ items: fill(room + 1) }).flipside.message).toBeUndefined()
})

test('a push that replaces another one is silent', () => {
  expect(render().notification).not.toHaveProperty('silent')
  expect(render({ isRepeated: true }).notification.silent).toBe(true)
})

test.each([
  ['', 'https://music.example/icons/icon-192.png'],
  ['/pictures/a', 'https://music.example/pictures/a'],
  ['https://cdn.example/a', 'https://cdn.example/a'],
])('the picture %j is shown from %s', (pfpsm, icon) => {
  expect(render(withEntry({ pfpsm })).notification.icon).toBe(icon)
})

test('texts have one line, no characters that change the direction, and a limited length', () => {
  const body = (subject: string) => render(withEntry({ subject })).notification.body
  expect(body(' a\n\n\u202eb\u2066c\u0000\t d ')).toBe('a b c d')
  expect(body('x'.repeat(200))).toBe('x'.repeat(200))
  expect(body('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`)
})
