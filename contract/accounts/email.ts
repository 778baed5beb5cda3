import * as v from 'valibot'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Bool, ClientId, Username } from '../wire.ts'
import { defineOpenWrite } from './open-endpoints.ts'
import { LinkToken } from './session.ts'

export const getEmailConfirmation = defineOwnRead({
  path: '/api/user/email-confirmation',
  summary: "Whether the member's e-mail address is confirmed; private to the member.",
  query: v.object({ user: Username }),
  response: v.object({
    is_confirmed: Bool,
    /** Whether mail can be sent to the address. */
    is_reachable: Bool,
  }),
  failure: 'Failed to load the state of your email',
})

export const sendEmailConfirmation = defineOwnWrite({
  path: '/api/user/send-email-confirmation',
  summary: "Sends a link to the member's e-mail address that confirms it, within 24 hours.",
  whileSuspended: true,
  query: changeQuery({}),
  failure: 'Failed to send the mail',
})

export const confirmEmail = defineOpenWrite({
  path: '/api/user/confirm-email',
  summary: 'Confirms an e-mail address by the token of a link that was sent to it, once.',
  whileSuspended: true,
  query: v.object({ token: LinkToken, client_id: v.optional(ClientId) }),
  failure: 'Failed to confirm the email',
})
