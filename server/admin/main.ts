import { insertPasswordReset } from '#server/accounts/index.ts'
import { CannotStart, type Config, configFromEnvironment } from '#server/config.ts'
import { connectBeside } from '#server/db/connect.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db } from '#server/db/open.ts'

const USAGE = 'Use: npm run admin -- grant|revoke|reset <user>'

type Command = (db: Db, member: { id: number; name: string }, config: Config) => Promise<string>

const commands: Readonly<Record<string, Command>> = {
  grant: (db, member) => setAdmin(db, member, true),
  revoke: (db, member) => setAdmin(db, member, false),
  async reset(db, member, config) {
    const token = await insertPasswordReset(db, member.id, new Date())
    const origin = config.publicUrl?.origin ?? `http://localhost:${config.port}`
    return `${member.name} may set a new password within 24 hours, once, at:\n${origin}/reset?token=${token}`
  },
}

async function setAdmin(db: Db, { id, name }: { id: number; name: string }, isAdmin: boolean): Promise<string> {
  await db.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', id).execute()
  return `${name} is ${isAdmin ? 'now an admin' : 'no admin any more'}.`
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

/** Runs one command beside a running server, or over the data folder when none runs. Answers what to tell the operator. */
async function run(args: readonly string[]): Promise<string> {
  const [name = '', user] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || user === undefined || args.length !== 2) throw new CannotStart(USAGE)
  const config = configFromEnvironment()
  const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const database = await connectBeside(config, { say, onIdleError: () => {} })
  try {
    return await command(database.db, await getMember(database.db, user), config)
  } finally {
    await database.close()
  }
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
