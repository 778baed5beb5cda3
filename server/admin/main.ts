import { parseArgs } from 'node:util'
import { CannotStart, configFromEnvironment } from '#server/config/config.ts'
import { connectForCommand } from '#server/db/connect.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { type AdminCommandInput, type Command, type OptionName, optionNames } from './command.ts'
import { commands, USAGE } from './commands.ts'

/** Logs security events to stderr, apart from the command's output. */
const toStderr = {
  now: () => new Date(),
  write: (line: string) => void process.stderr.write(`${line}\n`),
}

/**
 * Runs a command beside a running server, or over the data folder if none runs. Returns the text to
 * print.
 */
async function run(args: readonly string[]): Promise<string> {
  const { command, argument, options } = parse(args)
  const config = configFromEnvironment()
  const writeError = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const database = await connectForCommand(config, { print: writeError, onIdleError: () => {} })
  try {
    const log = createLogger({ level: config.logLevel, format: config.logFormat, ...toStderr })
    return await command.run({ db: database.db, config, log, argument, options })
  } finally {
    await database.close()
  }
}

type Parsed = Pick<AdminCommandInput, 'argument' | 'options'> & { readonly command: Command }

/** Throws CannotStart with the usage text for an unknown command, option or number of arguments. */
function parse(args: readonly string[]): Parsed {
  const names = Object.keys(optionNames) as OptionName[] // of a literal
  const allowed = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const))
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: allowed, allowPositionals: true })
    const [name = '', argument = '', ...rest] = positionals
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined || rest.length > 0 || !isAccepted(command, argument)) throw new CannotStart(USAGE)
    if (Object.keys(values).some((option) => command.options?.some((known) => known === option) !== true)) {
      throw new CannotStart(USAGE)
    }
    return { command, argument, options: values }
  } catch (error) {
    throw error instanceof CannotStart ? error : new CannotStart(USAGE)
  }
}

function isAccepted({ argument: placeholder }: Command, argument: string): boolean {
  if (placeholder === '') return argument === ''
  return argument !== '' || placeholder.startsWith('[')
}

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
