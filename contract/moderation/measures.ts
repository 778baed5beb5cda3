import * as v from 'valibot'
import { defineAdminWrite } from '../endpoint-kinds.ts'
import { ClientId, Id, Moment, TrueOrFalse, Username, Written } from '../wire.ts'
import { REASON_MAX } from './queue.ts'

const Reason = Written(REASON_MAX)
/** The report behind the measure: it is closed with the measure as outcome. */
const report = v.optional(Id)
const client_id = v.optional(ClientId)

export const hideBroadcast = defineAdminWrite({
  path: '/api/admin/hide-broadcast',
  summary: 'Hides a broadcast from everyone but its author, or shows it again.',
  query: v.object({ id: Id, is_hidden: TrueOrFalse, reason: v.optional(Reason), report, client_id }),
  failure: 'Failed to hide the broadcast',
})

export const takeDownBroadcast = defineAdminWrite({
  path: '/api/admin/take-down-broadcast',
  summary: 'Deletes a broadcast of any member. One that is deleted stays so.',
  query: v.object({ id: Id, reason: v.optional(Reason), report, client_id }),
  failure: 'Failed to delete the broadcast',
})

export const hideReply = defineAdminWrite({
  path: '/api/admin/hide-reply',
  summary: 'Hides a reply from everyone but its author, or shows it again.',
  query: v.object({ id: Id, is_hidden: TrueOrFalse, reason: v.optional(Reason), report, client_id }),
  failure: 'Failed to hide the reply',
})

export const takeDownReply = defineAdminWrite({
  path: '/api/admin/take-down-reply',
  summary: 'Deletes a reply of any member. One that is deleted stays so.',
  query: v.object({ id: Id, reason: v.optional(Reason), report, client_id }),
  failure: 'Failed to delete the reply',
})

export const takeDownPicture = defineAdminWrite({
  path: '/api/admin/take-down-picture',
  summary: 'Deletes the profile picture of a member.',
  query: v.object({ member: Username, reason: v.optional(Reason), report, client_id }),
  failure: 'Failed to delete the picture',
})

export const warnMember = defineAdminWrite({
  path: '/api/admin/warn',
  summary: 'Shows a warning to a member until the member confirms it.',
  query: v.object({ member: Username, reason: Reason, report, client_id }),
  failure: 'Failed to warn the member',
})

export const suspendMember = defineAdminWrite({
  path: '/api/admin/suspend',
  summary:
    'Suspends a member: reads and export go on, writes are rejected. Without until it lasts until the member is reinstated.',
  query: v.object({ member: Username, reason: Reason, until: v.optional(Moment), report, client_id }),
  failure: 'Failed to suspend the member',
})

export const reinstateMember = defineAdminWrite({
  path: '/api/admin/reinstate',
  summary: 'Ends the suspension of a member. Without one there is nothing to do.',
  query: v.object({ member: Username, reason: v.optional(Reason), client_id }),
  failure: 'Failed to reinstate the member',
})

export const endMemberSessions = defineAdminWrite({
  path: '/api/admin/end-sessions',
  summary: 'Signs a member out everywhere.',
  query: v.object({ member: Username, client_id }),
  failure: 'Failed to sign the member out',
})

export const addNote = defineAdminWrite({
  path: '/api/admin/add-note',
  summary: 'Adds a note about a member that only admins see.',
  query: v.object({ member: Username, text: Reason, client_id }),
  failure: 'Failed to save the note',
})

export const setAdmin = defineAdminWrite({
  path: '/api/admin/set-admin',
  summary: 'Makes a member an admin, or ends that. The last admin stays one.',
  query: v.object({ member: Username, is_admin: TrueOrFalse, client_id }),
  failure: 'Failed to change the admins',
})
