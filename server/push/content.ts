import type { NotificationKind } from '#contract/notifications/kinds.ts'
import {
  PUSH_BODY_MAX,
  PUSH_MESSAGE_MAX_BYTES,
  PUSH_TITLE_MAX,
  type PushMessage,
} from '#contract/notifications/push-message.ts'
import type { ActivityEntry } from '#server/activity/index.ts'
import { describePush, toPath } from './kinds.ts'

export interface PushContent {
  readonly kind: NotificationKind
  readonly entry: ActivityEntry
  /** The recipient's name. */
  readonly member: string
  /** The app's origin, without a trailing slash. */
  readonly baseUrl: string
  /** The number on the app's icon. */
  readonly badge: number
  /** Whether a push with the same tag was sent before. */
  readonly isRepeated: boolean
  readonly tag: string
  readonly items: Pick<PushMessage['flipside'], 'message' | 'swap'>
}

const APP_ICON = '/icons/icon-192.png'

/**
 * Returns a push's JSON, at most PUSH_MESSAGE_MAX_BYTES: what does not fit is omitted, first the
 * message or swap, then the entry. `isSmall` omits both, for a push service with a lower limit.
 */
export function renderPush(content: PushContent, isSmall = false): string {
  const { items } = content
  const { actorId: _, ...activity } = content.entry
  const forms = isSmall ? [{}] : [{ activity, ...items }, { activity }, {}]
  const texts = forms.map((form) => JSON.stringify(toPushMessage(content, form)))
  return texts.find((text) => Buffer.byteLength(text) <= PUSH_MESSAGE_MAX_BYTES) ?? texts.at(-1) ?? ''
}

function toPushMessage(
  content: PushContent,
  form: Partial<Pick<PushMessage['flipside'], 'activity' | 'message' | 'swap'>>,
): PushMessage {
  const { kind, entry, member, baseUrl, badge, tag, isRepeated } = content
  const { title, body } = describePush(kind, entry)
  const path = toPath(entry)
  return {
    web_push: 8030,
    notification: {
      title: cutText(title, PUSH_TITLE_MAX),
      body: cutText(body, PUSH_BODY_MAX),
      navigate: `${baseUrl}${path}`,
      tag,
      lang: 'en',
      dir: 'auto',
      timestamp: Date.parse(entry.timestamp),
      icon: toAbsolute(entry.pfpsm === '' ? APP_ICON : entry.pfpsm, baseUrl),
      ...(isRepeated ? { silent: true } : {}),
    },
    app_badge: badge,
    mutable: true,
    flipside: { kind, member, path, ...form },
  }
}

/** Pictures on other hosts have absolute URLs. */
const toAbsolute = (url: string, baseUrl: string) => (url.startsWith('/') ? `${baseUrl}${url}` : url)

/** Control characters, and those that change the direction of following text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu

/** Returns a text in one line, with at most `max` characters; a longer one ends with `…`. */
function cutText(text: string, max: number): string {
  const characters = Array.from(text.replaceAll(UNPRINTABLE, ' ').trim())
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`
}
