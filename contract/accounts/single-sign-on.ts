import * as v from 'valibot'
import { changeQuery, defineOpenRead, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { InvitationCode } from '../instance/invitations.ts'
import { Instant, Nullable, Text, TextParam, Username } from '../wire.ts'
import { isNextPath } from './next-path.ts'
import { defineOpenRequest } from './open-endpoints.ts'
import { accountLabels, Password } from './session.ts'

/** How a sign-in has ended, in the parameter `sso`: `linked` is done; all but the first three are failures. */
export const signInOutcomes = [
  'signed_in',
  'sign_up',
  'linked',
  /** The person has cancelled at the provider. */
  'cancelled',
  /** Used, expired, unknown, or started in another browser. */
  'expired',
  /** The provider's response is not valid. */
  'invalid',
  /** The provider does not respond, or responds with an error. */
  'unavailable',
  /** The identity is linked to another member. */
  'taken',
  /** The member has another identity linked. */
  'already_linked',
  'suspended',
  /** No member has the identity, and sign-up is closed. */
  'closed',
  /** No member has the identity, and signing up needs an invitation. */
  'uninvited',
  /** Too many attempts, or an error in this server. */
  'failed',
] as const
export const SignInOutcome = v.picklist(signInOutcomes)
export type SignInOutcome = v.InferOutput<typeof SignInOutcome>

/** The address at the provider to which the browser goes. */
const ProviderUrl = v.object({ url: v.pipe(v.string(), v.regex(/^https?:\/\//)) })

export const startSingleSignOn = defineOpenRequest({
  path: '/api/user/start-single-sign-on',
  summary:
    'Starts a sign-in or sign-up at the OpenID provider of this server; the browser then goes to the returned address.',
  query: v.object({
    next: v.optional(v.pipe(TextParam, v.check(isNextPath, 'must be a path of this app')), '/'),
    invitation: v.optional(InvitationCode),
  }),
  response: ProviderUrl,
  failure: 'Failed to start the sign-in',
})

export const getPendingSignUp = defineOpenRead({
  path: '/api/user/pending-sign-up',
  summary: 'Whether this browser has proven an identity that no member has yet, and a suggestion for the username.',
  visibility: 'own',
  query: v.object({}),
  response: v.object({ pending: Nullable(v.object({ suggested_name: Text })) }),
  failure: 'Failed to load the sign-up',
})

export const getLinkedIdentity = defineOwnRead({
  path: '/api/user/linked-identity',
  summary: "The OpenID provider of this server and the member's identity there; private to the member.",
  query: v.object({ user: Username }),
  response: v.object({
    /** The provider's name; null on a server without one. */
    provider: Nullable(v.string()),
    /** `last_used_at` is empty before the first sign-in. */
    identity: Nullable(v.object({ linked_at: Instant, last_used_at: Instant })),
  }),
  failure: 'Failed to load single sign-on',
})

export const linkIdentity = defineOwnRequest({
  path: '/api/user/link-identity',
  summary:
    "Starts linking the member's identity at the OpenID provider; the browser then goes to the returned address.",
  query: v.object({ user: Username, password: Password }),
  labels: accountLabels,
  response: ProviderUrl,
  failure: 'Failed to start linking',
})

export const unlinkIdentity = defineOwnWrite({
  path: '/api/user/unlink-identity',
  summary: 'Unlinks the identity of the member by the password. One that is not there is unlinked already.',
  whileSuspended: true,
  query: changeQuery({ password: Password }),
  labels: accountLabels,
  failure: 'Failed to unlink',
})
