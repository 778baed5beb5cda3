import { insertPasswordReset, listSessions } from '#server/accounts/index.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import { CannotStart } from '#server/config/config.ts'
import { logSecurity } from '#server/http/security-log.ts'
import { examineCreditsAgain } from '#server/listening/index.ts'
import { measures } from '#server/moderation/index.ts'
import { listFailedJobs, retryFailedJob, retryFailedJobs } from '#server/queue/failed-jobs.ts'
import { listOpenReports } from '#server/reports/index.ts'
import { aboutMember, applyMeasure, type Command, getReason, optionNames, toId } from './command.ts'
import { describeJobs, describeReports, describeSessions } from './describe.ts'
import { instanceCommands } from './instance-commands.ts'
import { moderationCommands } from './moderation-commands.ts'
import { toOrigin } from './origin.ts'
import { rotatePushKeys } from './rotate-push-keys.ts'
import { sendTestMail } from './send-test-mail.ts'

export const commands: Readonly<Record<string, Command>> = {
  ...moderationCommands,
  reset: aboutMember([], async (member, input) => {
    const token = await applyMeasure(input, async (tx, actor) => {
      await insertAuditEntry(tx, actor, { action: 'reset_link_made', subjectId: member.id })
      return insertPasswordReset(tx, member.id, actor.now)
    })
    logSecurity(input.log, 'reset_link_made', { member: member.id })
    return `${member.name} may set a new password within 24 hours, once, at:\n${toOrigin(input.config)}/reset?token=${token}`
  }),
  sessions: aboutMember([], async (member, { db }) =>
    describeSessions(member.name, await listSessions(db, member.id, undefined, new Date())),
  ),
  reports: { argument: '', run: async ({ db }) => describeReports(await listOpenReports(db)) },
  close: {
    argument: '<report>',
    options: ['reason'],
    async run(input) {
      const id = toId(input.argument)
      const isClosed = await applyMeasure(input, (tx, actor) => measures.dismissReport(tx, actor, id, getReason(input)))
      if (isClosed) return `Report #${id} is closed.`
      throw new CannotStart(`There is no open report "${input.argument}".`)
    },
  },
  ...instanceCommands,
  'rebuild-identities': {
    argument: '',
    async run({ db }) {
      const count = await examineCreditsAgain(db)
      return `${count} names that may be credits of several artists are examined again within minutes.`
    },
  },
  'send-test-mail': { argument: '<address>', run: sendTestMail },
  'rotate-push-keys': { argument: '', run: rotatePushKeys },
  jobs: { argument: '', run: async ({ db }) => describeJobs(await listFailedJobs(db)) },
  'retry-job': {
    argument: '<job>',
    async run({ db, argument }) {
      if (await retryFailedJob(db, argument)) return `The job ${argument} runs again within a minute.`
      throw new CannotStart(`There is no failed job "${argument}".`)
    },
  },
  'retry-jobs': {
    argument: '<queue>',
    async run({ db, argument }) {
      const count = await retryFailedJobs(db, argument)
      if (count > 0) return `${count} jobs of the queue ${argument} run again within a minute.`
      throw new CannotStart(`There are no failed jobs of the queue "${argument}".`)
    },
  },
}

const describeUsage = ([name, { argument, options = [] }]: [string, Command]) =>
  ['  ' + name, argument, ...options.map((option) => `[--${option} ${optionNames[option]}]`)].filter(Boolean).join(' ')

export const USAGE = ['Use: npm run admin -- <command>', ...Object.entries(commands).map(describeUsage)].join('\n')
