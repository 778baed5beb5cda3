import { listAuditLog } from '#server/audit/index.ts'
import { CannotStart } from '#server/config/config.ts'
import { logSecurity } from '#server/http/security-log.ts'
import { findMemberRecord, listMembers, measures } from '#server/moderation/index.ts'
import {
  type AdminCommandInput,
  aboutMember,
  applyMeasure,
  type Command,
  formatMinute,
  getReason,
  getSubject,
  removeControls,
  requireReason,
  toId,
} from './command.ts'

const LISTED_MAX = 100
const MEMBER_STATES = ['all', 'suspended', 'admins'] as const

/** The moderation commands: the same measures as in the app, recorded as by the command line. */
export const moderationCommands: Readonly<Record<string, Command>> = {
  grant: { argument: '<user>', run: (input) => updateAdmin(input, true) },
  revoke: { argument: '<user>', run: (input) => updateAdmin(input, false) },
  'end-sessions': aboutMember([], async (member, input) => {
    const ended = await applyMeasure(input, (tx, actor) => measures.endMemberSessions(tx, actor, member))
    logSecurity(input.log, 'sessions_ended', { member: member.id, sessions: ended })
    return `${member.name} is signed out: ${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended. Players keep their access.`
  }),
  'remove-passkeys': aboutMember([], async (member, input) => {
    const removed = await applyMeasure(input, (tx, actor) => measures.removePasskeys(tx, actor, member))
    if (removed > 0) logSecurity(input.log, 'passkey_removed', { member: member.id, passkeys: removed })
    return `${member.name} logs in with the password only: ${removed} ${removed === 1 ? 'passkey is' : 'passkeys are'} removed. Sessions go on.`
  }),
  warn: aboutMember(['reason'], async (member, input) => {
    const reason = requireReason(input)
    await applyMeasure(input, (tx, actor) => measures.warnMember(tx, actor, member, { reason }))
    return `${member.name} sees the warning until it is confirmed.`
  }),
  suspend: aboutMember(['reason', 'until'], async (member, input) => {
    const reason = requireReason(input)
    const until = input.options.until === undefined ? undefined : toTime(input.options.until)
    await applyMeasure(input, (tx, actor) => measures.suspendMember(tx, actor, member, { reason, until }))
    const end = until === undefined ? 'reinstated' : formatMinute(until.toISOString())
    return `${member.name} is suspended until ${end}: reading and export go on.`
  }),
  reinstate: aboutMember(['reason'], async (member, input) => {
    const reason = getReason(input)
    const isEnded = await applyMeasure(input, (tx, actor) => measures.reinstateMember(tx, actor, member, reason))
    return isEnded ? `${member.name} is reinstated.` : `${member.name} is not suspended.`
  }),
  note: aboutMember(['reason'], async (member, input) => {
    const text = requireReason(input)
    await applyMeasure(input, (tx, actor) => measures.insertNote(tx, actor, member, text))
    return `The note about ${member.name} is saved.`
  }),
  'delete-picture': aboutMember(['reason'], async (member, input) => {
    await applyMeasure(input, (tx, actor) => measures.takeDownPicture(tx, actor, member, { reason: getReason(input) }))
    return `The picture of ${member.name} is deleted.`
  }),
  hide: { argument: '<broadcast>', options: ['reason'], run: (input) => setHidden(input, true) },
  show: { argument: '<broadcast>', options: ['reason'], run: (input) => setHidden(input, false) },
  'delete-broadcast': {
    argument: '<broadcast>',
    options: ['reason'],
    async run(input) {
      const id = toId(input.argument)
      await applyMeasure(input, (tx, actor) =>
        measures.takeDownContent(tx, actor, 'broadcast', { id, reason: getReason(input) }),
      )
      return `Broadcast #${id} is deleted.`
    },
  },
  members: {
    argument: '[<name>]',
    options: ['state'],
    async run({ db, argument: term, options: { state = 'all' } }) {
      const known = MEMBER_STATES.find((name) => name === state)
      if (known === undefined) throw new CannotStart(`--state is ${MEMBER_STATES.join(', ')}.`)
      const { total, members } = await listMembers(db, { term, state: known, limit: LISTED_MAX, now: new Date() })
      const lines = members.map(
        ({ username, is_admin, is_suspended, open_reports, joined_at, last_seen_at }) =>
          `${username}  joined ${joined_at.slice(0, 10)}, last seen ${last_seen_at.slice(0, 10)}${is_admin ? ', admin' : ''}${is_suspended ? ', suspended' : ''}${open_reports > 0 ? `, open reports: ${open_reports}` : ''}`,
      )
      return [...lines, `${total} ${total === 1 ? 'member' : 'members'}, ${members.length} listed.`].join('\n')
    },
  },
  member: {
    argument: '<user>',
    async run({ db, argument }) {
      const member = await findMemberRecord(db, await getSubject(db, argument), new Date())
      const { suspension, warnings, notes } = member
      const lines = [
        `${member.username}${member.is_admin ? ', admin' : ''}`,
        `joined ${member.joined_at.slice(0, 10)}, last seen ${member.last_seen_at.slice(0, 10)}`,
        `invited by ${member.invited_by || 'no invitation'}, broadcasts: ${member.broadcasts}, sessions: ${member.sessions}, passkeys: ${member.passkeys}, single sign-on: ${member.has_identity ? 'linked' : 'not linked'}`,
        `reports about: ${member.reports_about} (${member.reports_open} open), made: ${member.reports_made}`,
        ...(suspension === null
          ? []
          : [
              `suspended until ${suspension.until === '' ? 'reinstated' : formatMinute(suspension.until)}: ${suspension.reason}`,
            ]),
        ...warnings.map(({ text, timestamp }) => `warning of ${formatMinute(timestamp)}: ${text}`),
        ...notes.map(({ text, timestamp }) => `note of ${formatMinute(timestamp)}: ${text}`),
      ]
      return lines.map(removeControls).join('\n')
    },
  },
  log: {
    argument: '[<user>]',
    async run({ db, argument }) {
      const subject = argument === '' ? undefined : await getSubject(db, argument)
      const entries = await listAuditLog(db, subject?.id, { limit: LISTED_MAX })
      if (entries.length === 0) return 'The log is empty.'
      return entries
        .map(({ timestamp, by, by_id, action, member, reason, detail }) => {
          const actor = by || (by_id === 0 ? 'command line' : 'a former member')
          const about = [member, detail, reason].filter((part) => part !== '').map(removeControls)
          return `${formatMinute(timestamp)}  ${actor}: ${[action, ...about].join(', ')}`
        })
        .join('\n')
    },
  },
}

async function updateAdmin(input: AdminCommandInput, isAdmin: boolean): Promise<string> {
  const member = await getSubject(input.db, input.argument)
  await applyMeasure(input, (tx, actor) => measures.updateAdmin(tx, actor, member, isAdmin))
  logSecurity(input.log, isAdmin ? 'admin_granted' : 'admin_revoked', { member: member.id })
  return `${member.name} is ${isAdmin ? 'now an admin' : 'no longer an admin'}.`
}

async function setHidden(input: AdminCommandInput, isHidden: boolean): Promise<string> {
  const id = toId(input.argument)
  const reason = getReason(input)
  await applyMeasure(input, (tx, actor) => measures.setContentHidden(tx, actor, 'broadcast', { id, isHidden, reason }))
  return `Broadcast #${id} is ${isHidden ? 'hidden from everyone but its author' : 'visible again'}.`
}

/** Parses a time with a zone, or a UTC day. Throws CannotStart. */
function toTime(text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.test(text)
    ? new Date(text)
    : undefined
  if (time === undefined || Number.isNaN(time.getTime())) {
    throw new CannotStart('--until is a day such as 2026-12-24, or a time such as 2026-12-24T18:00Z.')
  }
  return time
}
