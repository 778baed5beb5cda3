import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locateFolder } from './folder.ts'

/**
 * Returns the last failure in the embedded engine's log, such as a full disk. The log contains no
 * statements. Undefined if there is none.
 */
export function findLastFailure(dataDir: string): string | undefined {
  try {
    const text = readFileSync(join(dirname(locateFolder(dataDir).data), 'engine.log'), 'utf8')
    return [...text.matchAll(/\b(?:PANIC|FATAL): .*/g)].at(-1)?.[0].replace(/ +/g, ' ')
  } catch {
    // The file or its folder may be missing: then the cause is unknown.
    return undefined
  }
}
