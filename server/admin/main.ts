import { CannotStart, configFromEnvironment } from '#server/config/config.ts'
import { connectForCommand } from '#server/db/connect.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { commands, USAGE } from './commands.ts'

/** Logs security events to stderr, apart from the command's output. */
const toStderr = {
  now: () => new Date(),
  write: (line: string) => void process.stderr.write(`${line}\n`),
}

/**
 * Runs a command beside a running server, or over the data folder if none runs. Returns the text to
 * print. Throws CannotStart with the usage text for an unknown command or number of arguments.
 */
async function run([name = '', argument = '', ...rest]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || rest.length > 0 || (command.argument === '') !== (argument === ''))
    throw new CannotStart(USAGE)
  const config = configFromEnvironment()
  const writeError = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const database = await connectForCommand(config, { print: writeError, onIdleError: () => {} })
  try {
    const log = createLogger({ level: config.logLevel, format: config.logFormat, ...toStderr })
    return await command.run({ db: database.db, config, log, argument })
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
