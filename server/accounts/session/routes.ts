import { endSession, endSessions, getSessions } from '#contract/accounts/sessions.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { deleteSession, deleteSessions } from '#server/http/session.ts'
import { findSessionHash, listSessions } from './sessions.ts'

/** Registers the routes that list and end a member's sessions. */
export function sessionRoutes(api: Api): void {
  route(api, getSessions, async ({ db, member, sessionHash, now }) => ({
    sessions: await listSessions(db, member.id, sessionHash, now),
  }))

  route(api, endSession, async ({ tx, member, query, session, sessionHash, logSecurity }) => {
    const ended = await findSessionHash(tx, member.id, query.id)
    if (ended === undefined) return
    if (sessionHash !== undefined && ended.equals(sessionHash)) await session.end()
    else await deleteSession(tx, ended)
    logSecurity('session_ended', { member: member.id })
  })

  route(api, endSessions, async ({ tx, member, session, logSecurity }) => {
    await session.end()
    const others = await deleteSessions(tx, member.id)
    logSecurity('sessions_ended', { member: member.id, sessions: others + 1 })
  })
}
