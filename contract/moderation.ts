import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { ClientId, Done, Id, Username, Written } from './wire.ts'

const pair = { user: Username, other: Username, client_id: v.optional(ClientId) }

/** Neither sees, follows, likes, messages or is matched with the other any more; follows between them end. */
export const block = defineEndpoint({
  method: 'POST',
  path: '/api/user/block',
  summary: 'Blocks a member, both ways. Blocked already is done already.',
  access: 'member',
  actor: 'user',
  query: v.object(pair),
  answer: Done,
  failure: 'Failed to block',
})

export const unblock = defineEndpoint({
  method: 'POST',
  path: '/api/user/unblock',
  summary: 'Ends a block. Not blocked is done already.',
  access: 'member',
  actor: 'user',
  query: v.object(pair),
  answer: Done,
  failure: 'Failed to unblock',
})

export const mute = defineEndpoint({
  method: 'POST',
  path: '/api/user/mute',
  summary: "Keeps a member out of one's feed, badges and activity, without the member noticing.",
  access: 'member',
  actor: 'user',
  query: v.object(pair),
  answer: Done,
  failure: 'Failed to mute',
})

export const unmute = defineEndpoint({
  method: 'POST',
  path: '/api/user/unmute',
  summary: 'Ends muting. Not muted is done already.',
  access: 'member',
  actor: 'user',
  query: v.object(pair),
  answer: Done,
  failure: 'Failed to unmute',
})

/** The longest reason of a report. */
export const REPORT_MAX = 500

/** `relatedid` names the broadcast, message or swap that it is about; without it the member as such is reported. */
export const report = defineEndpoint({
  method: 'POST',
  path: '/api/user/report',
  summary: 'Reports a member, or something the member made, to the admins, with a reason.',
  access: 'member',
  actor: 'user',
  query: v.object({
    user: Username,
    other: Username,
    reason: Written(REPORT_MAX),
    relatedtype: v.optional(v.picklist(['Broadcast', 'Message', 'Swap'], 'must be Broadcast, Message or Swap')),
    relatedid: v.optional(Id),
    client_id: v.optional(ClientId),
  }),
  answer: Done,
  failure: 'Failed to send the report',
})
