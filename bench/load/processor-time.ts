import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/** Returns the processor time of a process since its start, in ms (Linux). */
export function processorMs(pid: number): number {
  // The name of the command may contain spaces; the fields after it do not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/**
 * Returns the processor time of all processes that work in `folder`, in ms: an engine's backends.
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
