import { insertPasswordReset } from '#server/accounts/index.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import { CannotStart, type Config } from '#server/config/config.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'
import { logSecurity } from '#server/http/security-log.ts'
import { insertInvitation } from '#server/instance/index.ts'
import { examineCreditsAgain } from '#server/listening/index.ts'
import { measures } from '#server/moderation/index.ts'
import { type AdminCommandInput, applyMeasure, type Command } from './command.ts'
import { rotatePushKeys } from './rotate-push-keys.ts'
import { sendTestMail } from './send-test-mail.ts'

/** What an admin cannot do in the app: everything else is done there. */
export const commands: Readonly<Record<string, Command>> = {
  grant: aboutMember((member, input) => updateAdmin(member, input, true)),
  revoke: aboutMember((member, input) => updateAdmin(member, input, false)),
  reset: aboutMember(async (member, input) => {
    const token = await applyMeasure(input, async (tx, actor) => {
      await insertAuditEntry(tx, actor, { action: 'reset_link_made', subjectId: member.id })
      return insertPasswordReset(tx, member.id, actor.now)
    })
    logSecurity(input.log, 'reset_link_made', { member: member.id })
    return `${member.name} may set a new password within 24 hours, once, at:\n${toOrigin(input.config)}/reset?token=${token}`
  }),
  'remove-passkeys': aboutMember(async (member, input) => {
    const removed = await applyMeasure(input, (tx, actor) => measures.removePasskeys(tx, actor, member))
    if (removed > 0) logSecurity(input.log, 'passkey_removed', { member: member.id, passkeys: removed })
    return `${member.name} logs in with the password only: ${removed} ${removed === 1 ? 'passkey is' : 'passkeys are'} removed. Sessions go on.`
  }),
  invite: { argument: '', run: invite },
  'rebuild-identities': {
    argument: '',
    async run({ db }) {
      const count = await examineCreditsAgain(db)
      return `${count} names that may be credits of several artists are examined again within minutes.`
    },
  },
  'send-test-mail': { argument: '<address>', run: sendTestMail },
  'rotate-push-keys': { argument: '', run: rotatePushKeys },
}

export const USAGE = [
  'Use: npm run admin -- <command>',
  ...Object.entries(commands).map(([name, { argument }]) => `  ${name} ${argument}`.trimEnd()),
].join('\n')

type Subject = Awaited<ReturnType<typeof getSubject>>

/** Returns a member by name. Throws CannotStart. */
async function getSubject(db: Db, name: string) {
  const member = await db
    .selectFrom('members')
    .select(['id', 'name', 'is_system'])
    .where('name_key', '=', foldName(name.replace(/^@/, '')))
    .where('is_system', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (member === undefined) throw new CannotStart(`There is no member "${name}".`)
  return member
}

/** Defines a command that names a member. */
function aboutMember(run: (member: Subject, input: AdminCommandInput) => Promise<string>): Command {
  return { argument: '<user>', run: async (input) => run(await getSubject(input.db, input.argument), input) }
}

async function updateAdmin(member: Subject, input: AdminCommandInput, isAdmin: boolean): Promise<string> {
  await applyMeasure(input, (tx, actor) => measures.updateAdmin(tx, actor, member, isAdmin))
  logSecurity(input.log, isAdmin ? 'admin_granted' : 'admin_revoked', { member: member.id })
  return `${member.name} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.`
}

const INVITATION_DAYS = 7

/** Makes the first invitation to a server that only invited visitors can join. */
async function invite(input: AdminCommandInput): Promise<string> {
  const invitation = await applyMeasure(input, async (tx, actor) => {
    await insertAuditEntry(tx, actor, { action: 'invitation_made', detail: `1 uses, ${INVITATION_DAYS} days` })
    return insertInvitation(tx, { inviterId: null, days: INVITATION_DAYS, maxUses: 1, now: actor.now })
  })
  return `Within ${INVITATION_DAYS} days, once:\n${toOrigin(input.config)}/signup?invitation=${invitation?.code}`
}

const toOrigin = ({ publicUrl, port }: Config): string => publicUrl?.origin ?? `http://localhost:${port}`
