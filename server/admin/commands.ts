import { insertPasswordReset } from '#server/accounts/index.ts'
import { CannotStart, type Config } from '#server/config.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import { closeReport, listOpenReports } from '#server/reports/index.ts'
import { describeReports } from './describe-reports.ts'

/** How each command is called. */
export const USAGE = 'Use: npm run admin -- grant|revoke|reset <user>, reports, or close <report>'

interface Given {
  readonly db: Db
  readonly config: Config
  /** What stands behind the command. */
  readonly argument: string
}

interface Command {
  readonly hasArgument: boolean
  /** Answers what to tell the operator. Throws CannotStart with a sentence. */
  readonly run: (given: Given) => Promise<string>
}

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = {
  grant: { hasArgument: true, run: ({ db, argument }) => setAdmin(db, argument, true) },
  revoke: { hasArgument: true, run: ({ db, argument }) => setAdmin(db, argument, false) },
  reset: {
    hasArgument: true,
    async run({ db, config, argument }) {
      const member = await getMember(db, argument)
      const token = await insertPasswordReset(db, member.id, new Date())
      const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`
      return `${member.name} may set a new password within 24 hours, once, at:\n${origin}/reset?token=${token}`
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

async function setAdmin(db: Db, name: string, isAdmin: boolean): Promise<string> {
  const member = await getMember(db, name)
  await db.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', member.id).execute()
  return `${member.name} is ${isAdmin ? 'now an admin' : 'no admin any more'}.`
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
