import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { defineAdminRead, defineAdminWrite, defineOpenRead } from '../endpoint-kinds.ts'
import { Bool, ClientId, Count, IntBetween, Nullable, Text, TextParam, TrueOrFalse } from '../wire.ts'

/** How people join: by the form, by an invitation only, or not at all. */
const SignUpMode = v.picklist(['open', 'invited', 'closed'], 'must be open, invited or closed')
type SignUpMode = v.InferOutput<typeof SignUpMode>

export const INSTANCE_NAME_MAX = 60
/** The longest text, in characters. */
export const INSTANCE_TEXT_MAX = 2000
/** As bytes in a query string, up to nine per letter: proxies limit a request to 8 kB. One text per request. */
const INSTANCE_TEXT_MAX_ENCODED_BYTES = 6000
export const CONTACT_MAX = 200

export type Instance = ResponseOf<typeof getInstance>

export const getInstance = defineOpenRead({
  path: '/api/instance',
  summary: 'Name, rules, contact and sign-up of this server.',
  visibility: 'everyone',
  query: v.object({}),
  response: v.object({
    name: Text,
    about: Text,
    rules: Text,
    /** What the operator adds to the generated privacy page. */
    privacy: Text,
    /** An e-mail address or a web address. */
    contact: Text,
    sign_up: v.fallback(SignUpMode, 'open'),
    /** Whether members may invite; admins always may. */
    members_invite: Bool,
    passkeys: Bool,
    members: Count,
    /** Whether this server sends mail, such as reset links. */
    mail: Bool,
    /** The name of the OpenID provider to sign in with; null on a server without one. */
    provider: Nullable(v.string()),
    version: Text,
    /** Its commit, or "unknown". */
    commit: Text,
  }),
  failure: 'Failed to load the page of this server',
})

const Long = v.pipe(
  TextParam,
  v.trim(),
  v.maxLength(INSTANCE_TEXT_MAX, `must be at most ${INSTANCE_TEXT_MAX} characters`),
  v.check(
    (text) => encodeURIComponent(text).length <= INSTANCE_TEXT_MAX_ENCODED_BYTES,
    'must be shorter: letters beyond English count several times',
  ),
)

/** An e-mail address, or a web address with https. */
const CONTACT = /^(?:[^\s@]+@[^\s@]+|https:\/\/\S+)?$/

export const editInstance = defineAdminWrite({
  path: '/api/admin/edit-instance',
  summary: 'Changes these settings of the server; each long text needs its own request.',
  query: v.object({
    name: v.optional(
      v.pipe(TextParam, v.trim(), v.maxLength(INSTANCE_NAME_MAX, `must be at most ${INSTANCE_NAME_MAX} characters`)),
    ),
    about: v.optional(Long),
    rules: v.optional(Long),
    privacy: v.optional(Long),
    contact: v.optional(
      v.pipe(
        TextParam,
        v.trim(),
        v.maxLength(CONTACT_MAX, `must be at most ${CONTACT_MAX} characters`),
        v.regex(CONTACT, 'must be an e-mail address or a web address with https'),
      ),
    ),
    sign_up: v.optional(SignUpMode),
    members_invite: v.optional(TrueOrFalse),
    strangers_per_day: v.optional(IntBetween(0, 1000)),
    client_id: v.optional(ClientId),
  }),
  labels: { name: 'The name', contact: 'The contact', strangers_per_day: 'The daily limit' },
  failure: 'Failed to save the settings of this server',
})

export const getInstanceSettings = defineAdminRead({
  path: '/api/admin/instance',
  summary: 'The settings that only admins see.',
  query: v.object({}),
  response: v.object({
    /** The number of messages, swaps and mentions for strangers, per member and day. */
    strangers_per_day: Count,
  }),
  failure: 'Failed to load the settings of this server',
})
