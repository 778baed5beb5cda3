import { CannotStart, configFromEnvironment } from '#server/config.ts'
import { connectForCommand } from '#server/db/connect.ts'
import { createLogger } from '#server/http/log.ts'
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
  const [name = '', argument = ''] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || args.length !== (command.hasArgument ? 2 : 1)) throw new CannotStart(USAGE)
  const config = configFromEnvironment()
  const writeError = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const database = await connectForCommand(config, { print: writeError, onIdleError: () => {} })
  try {
    return await command.run({
      db: database.db,
      config,
      log: createLogger({ level: config.logLevel, format: config.logFormat, ...toStderr }),
      argument,
    })
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
