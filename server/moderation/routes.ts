import { confirmWarning as confirmWarningEndpoint, getStanding } from '#contract/accounts/standing.ts'
import { editInstance, getInstanceSettings } from '#contract/instance/instance.ts'
import { getAuditLog, getMemberRecord, getMembers } from '#contract/moderation/members.ts'
import { closeReport, getReports } from '#contract/moderation/queue.ts'
import { getMember } from '#server/accounts/index.ts'
import { insertAuditEntry, listAuditLog } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { findInstanceSettings, updateInstanceSettings } from '#server/instance/index.ts'
import { countOpenReports, listReports } from '#server/reports/index.ts'
import { measureRoutes, registerMeasure } from './measure-routes.ts'
import { dismissReport } from './measures.ts'
import { findMemberRecord, listMembers } from './members.ts'
import { moderatedMusicRoutes } from './music-routes.ts'
import { confirmWarning, findStanding } from './standing.ts'

/** Registers the admins' endpoints, and those that show a member what admins have decided. */
export function moderationRoutes(api: Api): void {
  queueRoutes(api)
  measureRoutes(api)
  memberRoutes(api)
  moderatedMusicRoutes(api)
  settingsRoutes(api)
  standingRoutes(api)
}

function queueRoutes(api: Api): void {
  route(api, getReports, async ({ db, query, now }) => ({
    open: await countOpenReports(db),
    reports: await listReports(db, { ...query, now }),
  }))

  registerMeasure(api, closeReport, (tx, actor, { id, note }) => dismissReport(tx, actor, id, note))
}

function memberRoutes(api: Api): void {
  route(api, getMembers, ({ db, query, now }) => {
    const { search_term: term, ...search } = query
    return listMembers(db, { ...search, term: term.replace(/^@/, ''), now })
  })

  // Admins see members that have blocked them.
  route(api, getMemberRecord, async ({ db, query, now }) =>
    findMemberRecord(db, await getMember(db, query.member, null), now),
  )

  route(api, getAuditLog, async ({ db, query }) => {
    const { member, ...page } = query
    const subject = member === undefined ? undefined : await getMember(db, member, null)
    return { entries: await listAuditLog(db, subject?.id, page) }
  })
}

function settingsRoutes(api: Api): void {
  route(api, getInstanceSettings, async ({ db, config }) => {
    const { strangersPerDay } = await findInstanceSettings(db)
    return { strangers_per_day: strangersPerDay ?? config.rateLimits.memberStrangers.burst }
  })

  registerMeasure(api, editInstance, async (tx, actor, query) => {
    const { client_id: _, members_invite, strangers_per_day: strangersPerDay, sign_up: signUp, ...texts } = query
    const membersInvite = members_invite === undefined ? undefined : members_invite === 'true'
    const settings = { ...texts, signUp, membersInvite, strangersPerDay }
    await updateInstanceSettings(tx, settings)
    const changed = Object.keys(query).filter((name) => name !== 'client_id')
    if (changed.length > 0)
      await insertAuditEntry(tx, actor, { action: 'settings_changed', detail: changed.join(', ') })
  })
}

function standingRoutes(api: Api): void {
  route(api, getStanding, ({ db, member, now }) => findStanding(db, member.id, now))

  route(api, confirmWarningEndpoint, ({ tx, query, member, now }) => confirmWarning(tx, member.id, query.id, now))
}
