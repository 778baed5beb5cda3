import * as v from 'valibot'
import { Activity } from '../activity/activity.ts'
import { DirectMessage } from '../messages/messages.ts'
import { SongSwap } from '../swaps/swaps.ts'
import { Added, Count, NullableNum, Text } from '../wire.ts'

/** A notification title's maximum length, in characters; a longer one ends with `…`. */
export const PUSH_TITLE_MAX = 80
/** A notification body's maximum length, in characters. */
export const PUSH_BODY_MAX = 200
/** The most bytes of a message as JSON: RFC 8291 leaves 4,096 bytes without 103 for its own parts. */
export const PUSH_MESSAGE_MAX_BYTES = 3993

/**
 * The content of a push, as JSON. `web_push` and `notification` are those of a declarative push
 * message (W3C Push API, "declarative push message"; WebKit since Safari 18.4), which Safari shows
 * without a service worker. `mutable` lets a worker handle the push event first. Other browsers
 * deliver the same JSON to the worker.
 */
export const PushMessage = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: Text,
    /** The absolute URL to open. */
    navigate: v.string(),
    /** Replaces a notification with the same tag: one per conversation, broadcast or swap. */
    tag: Text,
    lang: Text,
    dir: Text,
    /** The event's time, in ms since 1970. */
    timestamp: NullableNum,
    /** The absolute URL for the sender's picture or the app's icon. */
    icon: Added(v.string()),
    /** Whether no sound is played: the notification replaces one with the same tag. */
    silent: Added(v.boolean()),
  }),
  /** The number on the app's icon: unread messages, waiting swaps and unread activity. */
  app_badge: Count,
  mutable: Added(v.boolean()),
  /** For the app. */
  flipside: v.object({
    /** One of `notificationKinds`, or a newer server's kind. */
    kind: v.string(),
    /** The recipient: ignored by a device that another member has signed in to. */
    member: v.string(),
    /** The path to open, with its query: `navigate` without the origin. */
    path: v.string(),
    /** The entry in `GET /api/user/activity`; absent if the kind has none. */
    activity: Added(Activity),
    /**
     * The latest message in a conversation with `activity.username`, as in `GET
     * /api/user/direct-messages`. Absent if it does not fit.
     */
    message: Added(DirectMessage),
    /** A turn's or result's swap, as in `GET /api/get-song-swaps`. Absent if it does not fit. */
    swap: Added(SongSwap),
  }),
})
export type PushMessage = v.InferOutput<typeof PushMessage>
