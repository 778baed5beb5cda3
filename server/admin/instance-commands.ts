import * as v from 'valibot'
import { editInstance } from '#contract/instance/instance.ts'
import { INVITATION_DAYS_MAX, INVITATION_USES_MAX } from '#contract/instance/invitations.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import { CannotStart } from '#server/config/config.ts'
import { findInstanceSettings, insertInvitation, updateInstanceSettings } from '#server/instance/index.ts'
import { type AdminCommandInput, applyMeasure, type Command, type OptionName, removeControls } from './command.ts'
import { toOrigin } from './origin.ts'

const { client_id: _, ...schemas } = editInstance.query.entries
type SettingName = keyof typeof schemas

export const instanceCommands: Readonly<Record<string, Command>> = {
  settings: {
    argument: '[<name>=<value>]',
    run: (input) => (input.argument === '' ? printSettings(input) : changeSetting(input)),
  },
  invite: {
    argument: '',
    options: ['days', 'uses'],
    async run(input) {
      const days = toNumber(input, 'days', 7, INVITATION_DAYS_MAX)
      const maxUses = toNumber(input, 'uses', 1, INVITATION_USES_MAX)
      const invitation = await applyMeasure(input, async (tx, actor) => {
        await insertAuditEntry(tx, actor, { action: 'invitation_made', detail: `${maxUses} uses, ${days} days` })
        return insertInvitation(tx, { inviterId: null, days, maxUses, now: actor.now })
      })
      const uses = maxUses === 1 ? 'once' : `${maxUses} times`
      return `Within ${days} ${days === 1 ? 'day' : 'days'}, ${uses}:\n${toOrigin(input.config)}/signup?invitation=${invitation?.code}`
    },
  },
}

async function printSettings({ db }: AdminCommandInput): Promise<string> {
  const { signUp, membersInvite, strangersPerDay, ...texts } = await findInstanceSettings(db)
  const all = {
    ...texts,
    sign_up: signUp,
    members_invite: String(membersInvite),
    strangers_per_day: strangersPerDay === null ? '(RATE_LIMIT_STRANGERS)' : String(strangersPerDay),
  }
  return Object.entries(all)
    .map(([name, value]) => `${name}=${removeControls(value)}`)
    .join('\n')
}

async function changeSetting(input: AdminCommandInput): Promise<string> {
  const [, name = '', value = ''] = /^([a-z_]+)=(.*)$/s.exec(input.argument) ?? []
  if (!isSettingName(name)) throw new CannotStart(`The settings are ${Object.keys(schemas).join(', ')}.`)
  const parsed = v.safeParse(schemas[name], value)
  if (!parsed.success) throw new CannotStart(`${name} ${parsed.issues[0].message}.`)
  await applyMeasure(input, async (tx, actor) => {
    await updateInstanceSettings(tx, toSettings(name, parsed.output))
    await insertAuditEntry(tx, actor, { action: 'settings_changed', detail: name })
  })
  return `${name} is changed.`
}

const isSettingName = (name: string): name is SettingName => Object.hasOwn(schemas, name)

function toSettings(name: SettingName, value: unknown): Parameters<typeof updateInstanceSettings>[1] {
  if (name === 'members_invite') return { membersInvite: value === 'true' }
  const names: Readonly<Record<string, string>> = { sign_up: 'signUp', strangers_per_day: 'strangersPerDay' }
  return { [names[name] ?? name]: value }
}

function toNumber({ options }: AdminCommandInput, name: OptionName, initial: number, max: number): number {
  const value = Number(options[name] ?? initial)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new CannotStart(`--${name} is a number from 1 to ${max}.`)
}
