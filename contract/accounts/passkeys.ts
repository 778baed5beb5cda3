import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Id, Instant, Num, Text, Username, Written } from '../wire.ts'
import { defineOpenRequest } from './open-endpoints.ts'
import { Password } from './session.ts'

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** A challenge's lifetime, in ms, and how long a browser waits for its user. */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000

/*
 * The fields of an authenticator's response are query parameters with base64url text: nothing is
 * nested, base64url needs no escapes, and the maximums add up to less than the 8 kB to which
 * proxies limit a request line. A credential id has at most 1,023 bytes (WebAuthn, section 4).
 */
const CREDENTIAL_ID_MAX = 1364
const CLIENT_DATA_MAX = 1400
const ATTESTATION_MAX = 4000
const AUTHENTICATOR_DATA_MAX = 600
const SIGNATURE_MAX = 1024
const USER_HANDLE_MAX = 86

/* @__NO_SIDE_EFFECTS__ */
const Base64Url = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maxLength, `must be at most ${maxLength} characters`),
    v.regex(/^[\w-]+$/, 'must be base64url without padding'),
  )

/** Control characters, line separators, and characters that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u

const PasskeyName = v.pipe(
  Written(PASSKEY_NAME_MAX),
  v.check((name) => !UNPRINTABLE.test(name), 'must not contain control characters'),
)

export type Passkey = ResponseOf<typeof getPasskeys>['passkeys'][number]

export const getPasskeys = defineOwnRead({
  path: '/api/user/passkeys',
  summary: "The member's passkeys, the newest first; private to the member.",
  query: v.object({ user: Username }),
  response: v.object({
    passkeys: Rows(
      v.object({
        id: Num,
        name: Text,
        created_at: Instant,
        /** Empty before the first log-in with it. */
        last_used_at: Instant,
        /** Whether it is synchronized between devices. */
        is_backed_up: Bool,
      }),
    ),
  }),
  failure: 'Failed to load your passkeys',
})

/** The used parts of `PublicKeyCredentialCreationOptionsJSON` (WebAuthn, section 5.4). */
const CreationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: Rows(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  /** The member's passkeys, so that an authenticator is not registered twice. */
  excludeCredentials: Rows(v.object({ type: v.literal('public-key'), id: v.string() })),
})

export const startPasskey = defineOwnRequest({
  path: '/api/user/start-passkey',
  summary: 'Checks the password and returns the options for creating a passkey, valid once within five minutes.',
  query: v.object({ user: Username, password: Password }),
  labels: { password: 'Your password' },
  response: v.object({ options: CreationOptions }),
  failure: 'Failed to add a passkey',
})

export const addPasskey = defineOwnWrite({
  path: '/api/user/add-passkey',
  summary: 'Stores the passkey that was created with the options of start-passkey.',
  query: changeQuery({
    name: PasskeyName,
    credential_id: Base64Url(CREDENTIAL_ID_MAX),
    client_data: Base64Url(CLIENT_DATA_MAX),
    attestation: Base64Url(ATTESTATION_MAX),
  }),
  labels: { name: 'The name' },
  failure: 'Failed to add a passkey',
})

export const renamePasskey = defineOwnWrite({
  path: '/api/user/rename-passkey',
  summary: 'Changes the name of a passkey of the member.',
  query: changeQuery({ id: Id, name: PasskeyName }),
  labels: { name: 'The name' },
  failure: 'Failed to rename the passkey',
})

export const removePasskey = defineOwnWrite({
  path: '/api/user/remove-passkey',
  summary: 'Removes a passkey of the member by the password. One that is not there is removed already.',
  whileSuspended: true,
  query: changeQuery({ id: Id, password: Password }),
  labels: { password: 'Your password' },
  failure: 'Failed to remove the passkey',
})

export const startPasskeyLogin = defineOpenRequest({
  path: '/api/user/start-passkey-login',
  summary: 'Returns the options for a log-in with any passkey of this server, valid once within five minutes.',
  query: v.object({}),
  response: v.object({
    /** The used parts of `PublicKeyCredentialRequestOptionsJSON`: it names no member. */
    options: v.object({
      challenge: v.string(),
      rpId: v.string(),
      timeout: v.number(),
      userVerification: v.literal('required'),
    }),
  }),
  failure: 'Login failed',
})

export const logInByPasskey = defineOpenRequest({
  path: '/api/user/login-by-passkey',
  summary: 'Starts a session by a passkey that has signed the challenge of start-passkey-login.',
  query: v.object({
    credential_id: Base64Url(CREDENTIAL_ID_MAX),
    client_data: Base64Url(CLIENT_DATA_MAX),
    authenticator_data: Base64Url(AUTHENTICATOR_DATA_MAX),
    signature: Base64Url(SIGNATURE_MAX),
    user_handle: Base64Url(USER_HANDLE_MAX),
  }),
  response: v.object({ success: Bool, user: v.string() }),
  failure: 'Login failed',
})
