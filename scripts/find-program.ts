import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const isRunnable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

interface ProgramSearch {
  /** The environment variable with the path. */
  readonly variable: string
  readonly names: readonly string[]
  /** Folders besides those in PATH. */
  readonly places: readonly string[]
  /** Paths to try last. */
  readonly others?: readonly string[]
}

/**
 * Returns the path of an installed program: of the environment variable, then in PATH and the usual
 * places; undefined without one. Throws if the variable names no program, rather than running
 * another one than requested.
 */
export function findProgram({ variable, names, places, others = [] }: ProgramSearch): string | undefined {
  const wanted = process.env[variable]
  if (wanted) {
    if (isRunnable(wanted)) return wanted
    throw new Error(`${variable} is ${wanted}, which is not a program.`)
  }
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...places]
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...others].find(isRunnable)
}
