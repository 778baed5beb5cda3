import * as v from 'valibot'
import { PushMessage } from '#contract/notifications/push-message.ts'

const AT = '2026-11-25T08:00:00.000Z'

/** Returns an activity entry as a push has it. */
export const pushedEntry = (id: number | string, kind: string, more: object = {}) => ({
  id: String(id),
  kind,
  username: 'Bo',
  pfpsm: '',
  relatedid: null,
  subject: '',
  timestamp: AT,
  unread: true,
  ...more,
})

/** Returns the JSON for a push to `member`, as the server sends it. */
export const pushJson = (member: string, flipside: object = {}, notification: object = {}) => ({
  web_push: 8030,
  notification: {
    title: 'Bo',
    body: 'wrote: see you at eight',
    navigate: 'https://music.example/dm/Bo',
    tag: 'message-2',
    lang: 'en',
    dir: 'ltr',
    timestamp: Date.parse(AT),
    ...notification,
  },
  app_badge: 3,
  mutable: true,
  flipside: {
    kind: 'message',
    member,
    path: '/dm/Bo',
    activity: pushedEntry(9, 'message', { subject: 'see you at eight' }),
    message: { id: 71, message: 'see you at eight', timestamp: AT, type: 'Incoming' },
    ...flipside,
  },
})

/** Returns the same as the app parses it. */
export const pushTo = (member: string, flipside: object = {}, notification: object = {}): PushMessage =>
  v.parse(PushMessage, pushJson(member, flipside, notification))
