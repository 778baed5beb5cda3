/**
 * Loaded into the server process by `--import`: reports how long its event loop was blocked and how much memory it has. A block
 * is the time between two ticks of a timer that the main thread spent on the processor, so that a busy machine is not counted.
 * `monitorEventLoopDelay` cannot tell the two apart.
 */
const TICK_MS = 10
const REPORT_MS = 100

export interface Measurement {
  readonly blockedMs: number
  readonly rssBytes: number
}

let lastAt = performance.now()
let lastCpu = process.threadCpuUsage()
let blockedMs = 0

setInterval(() => {
  const [at, cpu] = [performance.now(), process.threadCpuUsage()]
  const spentMs = (cpu.user - lastCpu.user + cpu.system - lastCpu.system) / 1000
  blockedMs = Math.max(blockedMs, Math.min(at - lastAt - TICK_MS, spentMs))
  lastAt = at
  lastCpu = cpu
}, TICK_MS).unref()

setInterval(() => {
  const measurement: Measurement = { blockedMs, rssBytes: process.memoryUsage.rss() }
  blockedMs = 0
  process.send?.(measurement)
}, REPORT_MS).unref()

// Reporting alone must not hold the process when it is told to end.
process.channel?.unref()
