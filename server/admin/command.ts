import { REASON_MAX } from '#contract/moderation/queue.ts'
import { CannotStart, type Config } from '#server/config/config.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Logger } from '#server/telemetry/log.ts'

export interface AdminCommandInput {
  readonly db: Db
  readonly config: Config
  readonly log: Logger
  /** The argument after the command; empty without one. */
  readonly argument: string
  /** The option values, without leading hyphens. */
  readonly options: Readonly<Partial<Record<OptionName, string>>>
}

/** Command options, each with its value's placeholder in the usage text. */
export const optionNames = { reason: '<text>', until: '<time>', days: '<n>', uses: '<n>', state: '<state>' } as const
export type OptionName = keyof typeof optionNames

export interface Command {
  /** The argument's placeholder, in brackets if it may be omitted; empty without one. */
  readonly argument: string
  readonly options?: readonly OptionName[]
  /** Returns the text to print. Throws CannotStart. */
  readonly run: (input: AdminCommandInput) => Promise<string>
}

/** Returns a member by name. Throws CannotStart. */
export async function getSubject(db: Db, name: string) {
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
export const aboutMember = (
  options: readonly OptionName[],
  run: (member: Awaited<ReturnType<typeof getSubject>>, input: AdminCommandInput) => Promise<string>,
): Command => ({
  argument: '<user>',
  options,
  run: async (input) => run(await getSubject(input.db, input.argument), input),
})

/** Returns the number in `#12` or `12`; 0 for other text. */
export const toId = (text: string): number => (/^#?\d{1,15}$/.test(text) ? Number(text.replace('#', '')) : 0)

/** Returns the trimmed reason, if there is one. Throws CannotStart. */
export function getReason({ options }: AdminCommandInput): string | undefined {
  const reason = options.reason?.trim()
  if (reason === undefined || reason.length <= REASON_MAX) return reason || undefined
  throw new CannotStart(`--reason is a text of at most ${REASON_MAX} characters.`)
}

/** Returns the reason for a command that needs one. Throws CannotStart. */
export function requireReason(input: AdminCommandInput): string {
  const reason = getReason(input)
  if (reason === undefined) throw new CannotStart(`The command needs --reason ${optionNames.reason}.`)
  return reason
}

/** Runs a measure in a transaction, as the command line. A refusal becomes a command error. */
export async function applyMeasure<T>(
  { db }: AdminCommandInput,
  run: (tx: Tx, actor: { readonly adminId: null; readonly now: Date }) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute((tx) => run(tx, { adminId: null, now: new Date() }))
  } catch (error) {
    if (error instanceof Refusal) throw new CannotStart(error.message)
    throw error
  }
}

/**
 * Removes control characters: a member's text must neither control the terminal nor look like other
 * lines.
 */
export const removeControls = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')

/** Formats a time to the minute, in UTC. */
export const formatMinute = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`
