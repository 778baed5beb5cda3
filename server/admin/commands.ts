import { insertPasswordReset, listSessions } from '#server/accounts/index.ts'
import { CannotStart, type Config } from '#server/config.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import type { Logger } from '#server/http/log.ts'
import { logSecurity } from '#server/http/security-log.ts'
import { deleteSessions } from '#server/http/session.ts'
import { closeReport, listOpenReports } from '#server/reports/index.ts'
import { describeReports } from './describe-reports.ts'
import { describeSessions } from './describe-sessions.ts'

/** The usage text. */
export const USAGE = 'Use: npm run admin -- grant|revoke|reset|sessions|end-sessions <user>, reports, or close <report>'

interface CommandInput {
  readonly db: Db
  readonly config: Config
  readonly log: Logger
  /** The argument after the command. */
  readonly argument: string
}

interface Command {
  readonly hasArgument: boolean
  /** Returns the text to print. Throws CannotStart. */
  readonly run: (input: CommandInput) => Promise<string>
}

/** The commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  grant: { hasArgument: true, run: (input) => setAdmin(input, true) },
  revoke: { hasArgument: true, run: (input) => setAdmin(input, false) },
  reset: {
    hasArgument: true,
    async run({ db, config, log, argument }) {
      const member = await getMember(db, argument)
      const token = await insertPasswordReset(db, member.id, new Date())
      logSecurity(log, 'reset_link_made', { member: member.id })
      const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`
      return `${member.name} may set a new password within 24 hours, once, at:\n${origin}/reset?token=${token}`
    },
  },
  sessions: {
    hasArgument: true,
    async run({ db, argument }) {
      const member = await getMember(db, argument)
      return describeSessions(member.name, await listSessions(db, member.id, undefined, new Date()))
    },
  },
  'end-sessions': {
    hasArgument: true,
    async run({ db, log, argument }) {
      const member = await getMember(db, argument)
      const ended = await deleteSessions(db, member.id)
      logSecurity(log, 'sessions_ended', { member: member.id, sessions: ended })
      return `${member.name} is signed out: ${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended. Players keep their access.`
    },
  },
  reports: { hasArgument: false, run: async ({ db }) => describeReports(await listOpenReports(db)) },
  close: {
    hasArgument: true,
    async run({ db, argument }) {
      const id = /^#?\d{1,15}$/.test(argument) ? Number(argument.replace('#', '')) : 0
      if (await closeReport(db, id, new Date())) return `Report #${id} is closed.`
      throw new CannotStart(`There is no open report "${argument}".`)
    },
  },
}

async function setAdmin({ db, log, argument }: CommandInput, isAdmin: boolean): Promise<string> {
  const member = await getMember(db, argument)
  await db.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', member.id).execute()
  logSecurity(log, isAdmin ? 'admin_granted' : 'admin_revoked', { member: member.id })
  return `${member.name} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.`
}

async function getMember(db: Db, name: string) {
  const member = await db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('name_key', '=', foldName(name.replace(/^@/, '')))
    .where('is_system', '=', false)
    .executeTakeFirst()
  if (member === undefined) throw new CannotStart(`There is no member "${name}".`)
  return member
}
