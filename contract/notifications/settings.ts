import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Id, Instant, IntParam, Nullable, Num, Text, TextParam, TrueOrFalse, Username } from '../wire.ts'

/** What is pushed to a member's devices, when, and to which devices. */
export type NotificationSettings = ResponseOf<typeof getNotificationSettings>

/** Minutes in a day: 0 is midnight, 1,439 the last one. */
const MINUTES_PER_DAY = 1440
/** A subscription endpoint's maximum length, in characters. */
const ENDPOINT_MAX = 1000

export const getNotificationSettings = defineOwnRead({
  path: '/api/user/notification-settings',
  summary: 'What is pushed to the member, when and to which devices, and the key that a subscription needs.',
  query: v.object({ user: Username }),
  response: v.object({
    /** This server's `applicationServerKey` in base64url: subscriptions with another are useless. Empty: no push. */
    public_key: Text,
    /** The kinds that this server pushes, in display order; all are on by default. */
    kinds: Rows(
      v.object({
        /** One of `notificationKinds`, or a newer server's kind. */
        kind: v.string(),
        is_on: Bool,
      }),
    ),
    /**
     * The time of each day in which nothing is pushed; null: none. `from` may be later than `to`:
     * then it ends on the next day.
     */
    quiet_hours: Nullable(
      v.object({
        /** Minute of the day, 0 to 1,439. The first minute without pushes. */
        from: Num,
        /** The first minute with pushes. */
        to: Num,
        /** IANA name, such as `Europe/Berlin`. */
        time_zone: Text,
      }),
    ),
    /** The endpoint of this session's subscription; empty: none. Another one must be subscribed again. */
    endpoint: Text,
    /** Turned off from another device. Neither that nor an endpoint: dropped, to be subscribed again. */
    is_turned_off: Bool,
    devices: Rows(
      v.object({
        id: Num,
        /** Browser and system, as in the session list; empty: unknown. */
        device: Text,
        is_current: Bool,
        subscribed_at: Instant,
        /** The last push that the push service accepted; empty: none yet. */
        pushed_at: Instant,
      }),
    ),
  }),
  failure: 'Failed to load the notification settings',
})

const Switch = v.optional(TrueOrFalse)
const MinuteOfDay = v.optional(
  v.pipe(IntParam, v.minValue(0, 'must be 0 to 1439'), v.maxValue(MINUTES_PER_DAY - 1, 'must be 0 to 1439')),
)

export const editNotificationSettings = defineOwnWrite({
  path: '/api/user/edit-notification-settings',
  summary: 'Turns kinds of notifications on and off, and sets the quiet hours; what is left out stays.',
  whileSuspended: true,
  query: changeQuery({
    swap_turn: Switch,
    swap_result: Switch,
    message: Switch,
    reply: Switch,
    mention: Switch,
    follow: Switch,
    like: Switch,
    play_reaction: Switch,
    weekly_report: Switch,
    relay_stopped: Switch,
    /** `true` needs `quiet_from`, `quiet_to` and `time_zone`; `false` ends the quiet hours. */
    quiet_hours: Switch,
    quiet_from: MinuteOfDay,
    quiet_to: MinuteOfDay,
    time_zone: v.optional(v.pipe(TextParam, v.maxLength(64, 'must be at most 64 characters'))),
  }),
  failure: 'Failed to save the notification settings',
})

/** Base64url without padding of an exact number of bytes. */
/* @__NO_SIDE_EFFECTS__ */
const Base64Url = (length: number) =>
  v.pipe(TextParam, v.regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${length} characters of base64url`))

/** Never queued: a subscription belongs to the session that sends it. Idempotent. */
export const subscribePush = defineOwnWrite({
  path: '/api/user/subscribe-push',
  summary: "Pushes the member's notifications to a subscription of this browser, until the session ends.",
  query: changeQuery({
    /** https, to a public address. */
    endpoint: v.pipe(
      TextParam,
      v.maxLength(ENDPOINT_MAX, `must be at most ${ENDPOINT_MAX} characters`),
      v.url('must be a URL'),
    ),
    /** `getKey('p256dh')`: 65 bytes. */
    p256dh: Base64Url(87),
    /** `getKey('auth')`: 16 bytes. */
    auth: Base64Url(22),
  }),
  failure: 'Failed to turn notifications on',
})

export const unsubscribePush = defineOwnWrite({
  path: '/api/user/unsubscribe-push',
  summary: 'Ends the pushes to this browser, or to another device of the member by its id.',
  whileSuspended: true,
  query: changeQuery({ device: v.optional(Id) }),
  failure: 'Failed to turn notifications off',
})
