import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, Done, Id, TextParam, Username, Written } from '../wire.ts'
import { REASON_MAX } from './queue.ts'

const Reason = Written(REASON_MAX)
/** The report that the measure answers: it is closed with the measure as outcome. */
const report = v.optional(Id)
const client_id = v.optional(ClientId)
const YesNo = v.picklist(['true', 'false'], 'must be true or false')

/** A time in the future as ISO 8601 with a zone. */
const Until = v.pipe(TextParam, v.isoTimestamp('must be a time such as 2026-12-24T12:00:00Z'))

export const hideBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/admin/hide-broadcast',
  addition: true,
  summary: 'Hides a broadcast from everyone but its author, or shows it again.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ id: Id, is_hidden: YesNo, reason: v.optional(Reason), report, client_id }),
  response: Done,
  failure: 'Failed to hide the broadcast',
})

export const takeDownBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/admin/take-down-broadcast',
  addition: true,
  summary: 'Deletes a broadcast of any member. One that is deleted stays so.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ id: Id, reason: v.optional(Reason), report, client_id }),
  response: Done,
  failure: 'Failed to delete the broadcast',
})

export const hideReply = defineEndpoint({
  method: 'POST',
  path: '/api/admin/hide-reply',
  addition: true,
  summary: 'Hides a reply from everyone but its author, or shows it again.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ id: Id, is_hidden: YesNo, reason: v.optional(Reason), report, client_id }),
  response: Done,
  failure: 'Failed to hide the reply',
})

export const takeDownReply = defineEndpoint({
  method: 'POST',
  path: '/api/admin/take-down-reply',
  addition: true,
  summary: 'Deletes a reply of any member. One that is deleted stays so.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ id: Id, reason: v.optional(Reason), report, client_id }),
  response: Done,
  failure: 'Failed to delete the reply',
})

export const takeDownPicture = defineEndpoint({
  method: 'POST',
  path: '/api/admin/take-down-picture',
  addition: true,
  summary: 'Deletes the profile picture of a member.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, reason: v.optional(Reason), report, client_id }),
  response: Done,
  failure: 'Failed to delete the picture',
})

export const warnMember = defineEndpoint({
  method: 'POST',
  path: '/api/admin/warn',
  addition: true,
  summary: 'Shows a warning to a member until the member confirms it.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, reason: Reason, report, client_id }),
  response: Done,
  failure: 'Failed to warn the member',
})

export const suspendMember = defineEndpoint({
  method: 'POST',
  path: '/api/admin/suspend',
  addition: true,
  summary:
    'Suspends a member: reads and export go on, writes are rejected. Without until it lasts until the member is reinstated.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, reason: Reason, until: v.optional(Until), report, client_id }),
  response: Done,
  failure: 'Failed to suspend the member',
})

export const reinstateMember = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reinstate',
  addition: true,
  summary: 'Ends the suspension of a member. Without one there is nothing to do.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, reason: v.optional(Reason), client_id }),
  response: Done,
  failure: 'Failed to reinstate the member',
})

export const endMemberSessions = defineEndpoint({
  method: 'POST',
  path: '/api/admin/end-sessions',
  addition: true,
  summary: 'Signs a member out everywhere.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, client_id }),
  response: Done,
  failure: 'Failed to sign the member out',
})

export const addNote = defineEndpoint({
  method: 'POST',
  path: '/api/admin/add-note',
  addition: true,
  summary: 'Adds a note about a member that only admins see.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, text: Reason, client_id }),
  response: Done,
  failure: 'Failed to save the note',
})

export const setAdmin = defineEndpoint({
  method: 'POST',
  path: '/api/admin/set-admin',
  addition: true,
  summary: 'Makes a member an admin, or ends that. The last admin stays one.',
  access: 'admin',
  visibility: 'admins',
  query: v.object({ member: Username, is_admin: YesNo, client_id }),
  response: Done,
  failure: 'Failed to change the admins',
})
