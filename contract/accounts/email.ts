import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Bool, ClientId, Done, Username } from '../wire.ts'
import { LinkToken } from './session.ts'

export const getEmailConfirmation = defineEndpoint({
  method: 'GET',
  path: '/api/user/email-confirmation',
  addition: true,
  summary: "Whether the member's e-mail address is confirmed; private to the member.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({
    is_confirmed: Bool,
    /** Whether mail can be sent to the address. */
    is_reachable: Bool,
  }),
  failure: 'Failed to load the state of your email',
})

export const sendEmailConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/user/send-email-confirmation',
  addition: true,
  summary: "Sends a link to the member's e-mail address that confirms it, within 24 hours.",
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to send the mail',
})

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-email',
  addition: true,
  summary: 'Confirms an e-mail address by the token of a link that was sent to it, once.',
  access: 'anyone',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ token: LinkToken, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to confirm the email',
})
