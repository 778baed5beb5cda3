import { nameKey } from '#contract/accounts/names.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getInstanceSettings } from '#contract/instance/instance.ts'
import { getAuditLog, getMemberRecord, getMembers } from '#contract/moderation/members.ts'
import { getMusicDecisions, getMusicSuggestions } from '#contract/moderation/music.ts'
import { getReports } from '#contract/moderation/queue.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'

/*
 * What admins see. Nothing of it is stored on the device, and nothing is queued: measures are sent
 * at once, or fail where the admin sees it.
 */

export type ReportState = 'open' | 'all'
type MemberState = 'all' | 'suspended' | 'admins'

/** Returns the state in a URL; any other value shows all members. */
export const toMemberState = (text: string | undefined): MemberState =>
  text === 'suspended' || text === 'admins' ? text : 'all'

export const REPORTS_LIMIT = 30
export const MEMBERS_LIMIT = 50
export const LOG_LIMIT = 50
export const MUSIC_LIMIT = 30

export const reportsQuery = (state: ReportState, before?: number) =>
  endpointQuery(getReports, { state, limit: REPORTS_LIMIT, before }, ['moderation', 'reports', state, before ?? 0], {
    overlay: ({ reports }) => reports,
    isFleeting: true,
  })

export interface MemberFilter {
  readonly term: string
  readonly state: MemberState
}

export const membersQuery = (search_term: string, state: MemberState, before?: number) =>
  endpointQuery(
    getMembers,
    { limit: MEMBERS_LIMIT, search_term, state, before },
    ['moderation', 'members', state, nameKey(search_term), before ?? 0],
    { isFleeting: true },
  )

export const olderMembersQuery = (search_term: string, state: MemberState, before: number) => ({
  ...membersQuery(search_term, state, before),
  overlay: ({ members }: ResponseOf<typeof getMembers>) => members,
})

export const memberRecordQuery = (member: string) =>
  endpointQuery(getMemberRecord, { member }, ['moderation', 'member', nameKey(member)], { isFleeting: true })

export const auditLogQuery = (member?: string, before?: number) =>
  endpointQuery(
    getAuditLog,
    { limit: LOG_LIMIT, member, before },
    ['moderation', 'log', member === undefined ? '' : nameKey(member), before ?? 0],
    { overlay: ({ entries }) => entries, isFleeting: true },
  )

export const instanceSettingsQuery = endpointQuery(getInstanceSettings, {}, ['moderation', 'instance'], {
  isFleeting: true,
})

export type MusicDeciders = 'admins' | 'all'

/** Merges, splits and names for artists, tracks and albums. */
export const musicDecisionsQuery = (by: MusicDeciders, before?: number) =>
  endpointQuery(getMusicDecisions, { by, limit: MUSIC_LIMIT, before }, ['moderation', 'music', by, before ?? 0], {
    overlay: ({ decisions }) => decisions,
    isFleeting: true,
  })

/** Names that may belong to one artist, track or album, and credits. */
export const musicSuggestionsQuery = endpointQuery(getMusicSuggestions, {}, ['moderation', 'music-suggestions'], {
  overlay: ({ suggestions }) => suggestions,
  isFleeting: true,
})
