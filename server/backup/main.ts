import { CannotStart, configFromEnvironment } from '#server/config/config.ts'
import { VERSION } from '#server/http/version.ts'
import { copyCommands } from './commands.ts'
import { explain } from './explain.ts'

/** Runs a command. Returns the text to print. */
async function run([name = '', ...args]: readonly string[], signal: AbortSignal): Promise<string> {
  const command = Object.hasOwn(copyCommands, name) ? copyCommands[name] : undefined
  const print = (sentence: string) => process.stderr.write(`${sentence}\n`)
  const text = await command?.run({ config: configFromEnvironment(), args, app: VERSION, print, signal })
  if (text === undefined) {
    const usages = command === undefined ? Object.values(copyCommands) : [command]
    throw new CannotStart(`Use: ${usages.map(({ usage }) => usage).join(', or ')}`)
  }
  return text
}

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new CannotStart('The command was interrupted.')))
try {
  process.stdout.write(`${await run(process.argv.slice(2), interrupted.signal)}\n`)
} catch (error) {
  const explained = explain(interrupted.signal.aborted ? interrupted.signal.reason : error)
  if (!(explained instanceof CannotStart)) throw error
  process.stderr.write(`${explained.message}\n`)
  process.exitCode = 1
}
