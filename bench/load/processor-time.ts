import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc: 100 a second on all Linux that there is. */
const TICK_MS = 10

interface Stat {
  readonly parent: number
  readonly ms: number
  /** What those took that it began and that have ended. */
  readonly endedMs: number
}

/** Of a process; undefined when it is gone, or where there is no /proc. */
function statOf(pid: number): Stat | undefined {
  try {
    // The name, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [user, system, ofEnded, systemOfEnded] = fields.slice(11, 15).map(Number)
    const ticks = (user ?? Number.NaN) + (system ?? Number.NaN)
    const ended = (ofEnded ?? Number.NaN) + (systemOfEnded ?? Number.NaN)
    return { parent: Number(fields[1]), ms: ticks * TICK_MS, endedMs: ended * TICK_MS }
  } catch {
    return undefined
  }
}

/** The process that began another one; 0 where that is not told. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/**
 * Processor time in ms that each of these has used so far, with what it began itself, but without what stands in the list by
 * itself: what a busy machine changes less than how long things take. NaN where there is no /proc.
 */
export function processorTimes(pids: readonly number[]): readonly number[] {
  const stats = new Map<number, Stat>()
  for (const name of processes()) {
    const stat = statOf(name)
    if (stat !== undefined) stats.set(name, stat)
  }
  return pids.map((pid) => {
    const own = [...stats].filter(([child, it]) => it.parent === pid && !pids.includes(child))
    const itself = stats.get(pid)
    return own.reduce((sum, [, it]) => sum + it.ms, itself === undefined ? Number.NaN : itself.ms + itself.endedMs)
  })
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}
