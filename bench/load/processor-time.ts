import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Returns a process's processor time since its start, in ms (Linux). */
export function processorMs(pid: number): number {
  // The command's name may contain spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * Returns the processor time in ms for all processes that work in `folder`: an engine's backends.
 */
export function processorMsIn(folder: string): number {
  let total = 0
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      if (readlinkSync(`/proc/${entry}/cwd`) === folder) total += processorMs(Number(entry))
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
  return total
}
